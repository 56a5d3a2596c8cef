extension I18nextTexts {
    /// Returns the text for an identifier, or nil if there is no text.
    ///
    /// The section is the namespace. Unlike in
    /// ``text(_:language:count:ordinal:context:default:arguments:)-(String,_,_,_,_,_,_)``, the key
    /// never includes a namespace, so it can contain the separator.
    public func text(
        for identifier: TextIdentifier, language: String, with values: TextValues = TextValues()
    ) -> String? {
        var lookup = lookup(of: identifier, language)
        guard template(&lookup, identifier, values) != nil else { return nil }
        return lookup.translate([identifier.key], values.named).text
    }

    /// Returns the form selected by the values, with its placeholders and references unfilled, or
    /// nil if there is no text.
    func template(
        for identifier: TextIdentifier, language: String, with values: TextValues
    ) -> String? {
        var lookup = lookup(of: identifier, language)
        return template(&lookup, identifier, values)
    }

    /// Fills the placeholders in a text with values, and its references with other texts.
    func completed(_ text: String, language: String, with values: TextValues) -> String {
        var lookup = I18nextLookup(self, language: language)
        return lookup.complete(text, key: "", values.named, parent: nil, 0).text
    }

    /// Fills the i18next placeholders in a text with values, without escaping.
    static func filled(_ text: String, with values: TextValues) -> String {
        var options = I18nextOptions()
        options.interpolation.escapesValues = false
        var lookup = I18nextLookup(I18nextTexts(options: options), language: "en")
        var units = Array(text.utf16)
        lookup.interpolate(&units, values.named, isWhole: true)
        return units.text
    }

    private func lookup(of identifier: TextIdentifier, _ language: String) -> I18nextLookup {
        var lookup = I18nextLookup(self, language: language)
        lookup.exact = identifier
        return lookup
    }

    private func template(
        _ lookup: inout I18nextLookup, _ identifier: TextIdentifier, _ values: TextValues
    ) -> String? {
        switch lookup.resolve([identifier.key], values.named) {
        case .text(let text) where !text.isEmpty || options.returnsEmptyText: text
        case .word(let word, _): word
        case .list(let items):
            options.listSeparator.map { items.map(\.joinedText).joined(separator: $0) }
        case .text, .object, .null, nil: nil
        }
    }
}
