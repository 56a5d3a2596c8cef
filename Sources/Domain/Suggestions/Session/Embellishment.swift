/// Text that a language model added to a translation.
enum Embellishment {
    /// Pairs of quotation marks that models put around translations.
    private static let quotes: [Character: [Character]] = [
        "\"": ["\""], "'": ["'"], "`": ["`"], "“": ["”", "“"], "„": ["“", "”"], "‘": ["’"],
        "‚": ["‘"], "”": ["”"], "«": ["»"], "»": ["«"], "‹": ["›"], "「": ["」"], "『": ["』"],
    ]

    /// Returns true if a translation has additions that its source text does not explain: quotation
    /// marks around it, an introduction, more lines, a note in parentheses, or many more words.
    ///
    /// Also returns true if the translation is the key, or a translation of the key.
    static func isAdded(to translation: String, of source: String, key: String?) -> Bool {
        isQuoted(translation, unlike: source) || isIntroduced(translation, unlike: source)
            || hasNote(translation, unlike: source)
            || (translation.contains(where: \.isNewline) && !source.contains(where: \.isNewline))
            || translation.count > 4 * source.count + 60
            || key.map { isKey(translation, like: $0, unlike: source) } == true
    }

    private static func isQuoted(_ translation: String, unlike source: String) -> Bool {
        guard translation.count > 2, let first = translation.first, let last = translation.last,
            quotes[first]?.contains(last) == true,
            // “A” or “B” is not one quotation.
            !translation.dropFirst().dropLast().contains(where: { $0 == first || $0 == last }),
            let start = source.first, let end = source.last
        else { return false }
        let marks = Set(quotes.keys).union(quotes.values.joined())
        return !marks.contains(start) && !marks.contains(end)
    }

    /// Returns true for texts such as `Translation: …` and `Here is the translation: …`.
    private static func isIntroduced(_ translation: String, unlike source: String) -> Bool {
        guard let colon = translation.prefix(60).firstIndex(of: ":"), !source.contains(":") else {
            return false
        }
        return translation[..<colon].lowercased().contains("translat")
    }

    /// Returns true for texts such as `Fermer (used as a verb)`.
    private static func hasNote(_ translation: String, unlike source: String) -> Bool {
        let marks = Set<Character>("()[]（）［］")
        guard !source.contains(where: marks.contains), let last = translation.last,
            marks.contains(last),
            let start = translation.lastIndex(where: { "([（［".contains($0) })
        else { return false }
        return start != translation.startIndex && translation[start...].contains(" ")
    }

    /// Returns true for `menu.fermer`, if the key is `menu.close` and the source text is “Close”.
    private static func isKey(_ translation: String, like key: String, unlike source: String)
        -> Bool
    {
        func separators(_ text: String) -> [Character] {
            let inner = text.dropFirst().dropLast()
            return inner.filter { $0 == "." || $0 == "_" }.map { $0 }
        }
        let own = separators(key)
        guard !own.isEmpty else { return false }
        if translation == key { return source != key }
        return separators(translation) == own && separators(source).isEmpty
            && !translation.contains(where: \.isWhitespace)
            && translation.split(whereSeparator: { $0 == "." || $0 == "_" }).count == own.count + 1
    }
}
