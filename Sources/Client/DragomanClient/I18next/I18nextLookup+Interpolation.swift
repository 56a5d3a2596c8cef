extension I18nextLookup {
    /// Completes a text by filling its placeholders, and then its references to other texts.
    mutating func complete(
        _ text: String, key: String, _ values: [String: Argument], parent: String?, _ depth: Int
    ) -> Answer {
        nestingIndex = 0
        guard syntax.hasMarks(text) else { return Answer(text: text) }
        var units = Array(text.utf16)
        let references = interpolation.skipsVariables ? syntax.nesting.count(in: units) : 0
        interpolate(&units, values, isWhole: true)
        // If there are more references than before, some come from values. In that case, no
        // reference is followed.
        if interpolation.skipsVariables, syntax.nesting.count(in: units) > references {
            return Answer(text: units.text)
        }
        return nest(units, key: key, values, parent: parent, depth)
    }

    /// Replaces placeholders with values, raw placeholders first.
    ///
    /// `isWhole` is false for the options in a reference.
    mutating func interpolate(
        _ units: inout [UInt16], _ values: [String: Argument], isWhole: Bool
    ) {
        nestingIndex = 0
        for isRaw in [true, false] {
            let pattern = isRaw ? syntax.rawPlaceholder : syntax.placeholder
            var (index, replacements) = (0, 0)
            // True if the same placeholder may also occur before the match.
            var mayRepeat = false
            while let match = pattern.firstMatch(in: units, from: index) {
                let name = JavaScript.trimmed(Array(units[match.content]).text)
                let value: String
                if let found = formatted(name, values) {
                    value = JavaScript.text(found)
                } else if isWhole && values[name] != nil || !interpolation.skipsVariables {
                    value = ""
                } else {
                    index = match.whole.upperBound
                    mayRepeat = true
                    continue
                }
                let plain = Array(value.utf16)
                let escaped = isRaw || !interpolation.escapesValues ? plain : Self.escaped(plain)
                var place = match.whole
                if mayRepeat, let first = units.firstIndex(of: Array(units[place]), from: 0) {
                    place = first..<first + place.count
                }
                units.replaceSubrange(place, with: escaped)
                // i18next advances by the length of the unescaped value.
                index =
                    interpolation.skipsVariables
                    ? match.whole.upperBound + plain.count - place.count : 0
                mayRepeat = mayRepeat || !plain.allSatisfy { !syntax.placeholderUnits.contains($0) }
                replacements += 1
                if replacements >= interpolation.maximumReplacements { break }
            }
        }
    }

    private static func escaped(_ units: [UInt16]) -> [UInt16] {
        guard units.contains(where: { entities[$0] != nil }) else { return units }
        return units.flatMap { entities[$0] ?? [$0] }
    }

    private static let entities: [UInt16: [UInt16]] = Dictionary(
        uniqueKeysWithValues: [
            ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;"),
            ("/", "&#x2F;"),
        ].map { (Array($0.utf16)[0], Array($1.utf16)) })

    // MARK: Values

    /// Returns the formatted value of a placeholder, or nil if it has no value.
    private func formatted(_ placeholder: String, _ values: [String: Argument]) -> Argument? {
        guard placeholder.containsBytes(of: syntax.formatSeparator) else {
            return value(placeholder, values)
        }
        var parts = placeholder.parts(separatedBy: syntax.formatSeparator)
        guard let value = value(JavaScript.trimmed(parts.removeFirst()), values) else { return nil }
        return format(value, parts, values)
    }

    /// Applies formats in order.
    ///
    /// An unknown format leaves the value unchanged.
    func format(_ value: Argument, _ formats: [String], _ values: [String: Argument]) -> Argument {
        formats.reduce(value) { value, text in
            let format = I18nextFormat(text, language: language(values), arguments: values)
            return interpolation.format(value, format) ?? value
        }
    }

    /// Returns the value at a path such as `user.name`.
    private func value(_ path: String, _ values: [String: Argument]) -> Argument? {
        let names = path.parts(separatedBy: ".")
        return Self.value(names, in: values)
            ?? Self.value(names, in: interpolation.defaultArguments)
    }

    private static func value(_ names: [String], in values: [String: Argument]) -> Argument? {
        var found: Argument? = .object(values)
        for name in names {
            switch found {
            case .object(let members): found = members[name]
            case .list(let items):
                if name == "length" {
                    found = .integer(Int64(items.count))
                } else if let index = Int(name), items.indices.contains(index),
                    String(index) == name
                {
                    found = items[index]
                } else {
                    return nil
                }
            default: return nil
            }
        }
        return found
    }
}
