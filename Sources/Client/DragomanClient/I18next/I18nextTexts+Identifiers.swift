extension I18nextTexts {
    /// Returns the text of an identifier, or nil if there is none.
    ///
    /// The section is the namespace. Unlike a key in ``text(_:language:count:ordinal:context:default:arguments:)-(String,_,_,_,_,_,_)``,
    /// the key of an identifier never names a namespace, so it may contain the separator.
    public func text(
        for identifier: TextIdentifier, language: String, with values: TextValues = TextValues()
    ) -> String? {
        var lookup = lookup(of: identifier, language)
        guard template(&lookup, identifier, values) != nil else { return nil }
        return lookup.translate([identifier.key], values.named).text
    }

    /// Returns the form that values select, with its placeholders and references, or nil if there is none.
    func template(
        for identifier: TextIdentifier, language: String, with values: TextValues
    ) -> String? {
        var lookup = lookup(of: identifier, language)
        return template(&lookup, identifier, values)
    }

    /// Puts values into the placeholders of a text, and other texts in the place of references.
    func completed(_ text: String, language: String, with values: TextValues) -> String {
        var lookup = I18nextLookup(self, language: language)
        return lookup.complete(text, key: "", values.named, parent: nil, 0).text
    }

    /// Puts values into the placeholders of a text, which are those of i18next, and escapes nothing.
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
