extension Canonicalization {
    /// Returns the extensions in canonical order (RFC 5646 4.5 and
    /// <https://www.unicode.org/reports/tr35/#Canonical_Unicode_Locale_Identifiers>).
    static func canonicalExtensions(
        of tag: LanguageSubtags
    ) throws(LanguageTagError) -> [LanguageSubtags.Extension] {
        var extensions: [LanguageSubtags.Extension] = []
        for item in tag.extensions {
            // IANA's registry of extensions has only these two.
            guard item.singleton == "u" || item.singleton == "t" else {
                throw LanguageTagError(
                    .unregistered,
                    "`\(item.singleton)` is not a registered extension of language tags.",
                    hint: "Put private parts after `x-`.")
            }
            guard !extensions.contains(where: { $0.singleton == item.singleton }) else {
                throw LanguageTagError(
                    .syntax, "The extension `\(item.singleton)` appears twice.")
            }
            var sorted = item
            sorted.subtags = try sortedFields(of: item)
            extensions.append(sorted)
        }
        return extensions.sorted { $0.singleton < $1.singleton }
    }

    /// Sorts the fields of an extension by key.
    ///
    /// Attributes or a language tag come first.
    private static func sortedFields(
        of item: LanguageSubtags.Extension
    ) throws(LanguageTagError) -> [String] {
        var leading: [String] = []
        var fields: [[String]] = []
        for subtag in item.subtags {
            if isKey(subtag, of: item.singleton) {
                fields.append([subtag])
            } else if fields.isEmpty {
                leading.append(subtag)
            } else {
                fields[fields.count - 1].append(subtag)
            }
        }
        fields.sort { ($0.first ?? "") < ($1.first ?? "") }
        for (field, next) in zip(fields, fields.dropFirst()) where field.first == next.first {
            throw LanguageTagError(
                .syntax, "The key `\(field.first ?? "")` of an extension appears twice.")
        }
        // The attributes of `u` are a set. The leading part of `t` is a language tag, with its own
        // order.
        return (item.singleton == "u" ? leading.sorted() : leading) + fields.flatMap { $0 }
    }

    /// Returns whether a subtag begins a field: two characters, the second of which is a digit for
    /// `t` and a letter for `u`.
    private static func isKey(_ subtag: String, of singleton: String) -> Bool {
        guard subtag.utf8.count == 2, let last = subtag.utf8.last else { return false }
        let endsInDigit = last <= UInt8(ascii: "9")
        return singleton == "t" ? endsInDigit : !endsInDigit
    }
}
