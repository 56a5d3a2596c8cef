/// Finds texts that do not use the terms that a project has agreed upon.
///
/// The strings of the section `glossary` are the terms: where the source of another string has a term's
/// source, as whole words, its text must have the term's text. Capitals do not count, and the end of a
/// word may be declined.
public struct GlossaryCheck: LanguageCheck {
    /// The section whose strings are terms.
    public static let section = "glossary"
    /// What people know of it.
    public let info = CheckInfo.glossary

    /// Makes the check.
    public init() {}

    private struct Term {
        let source: String
        let target: String
        let words: [String]
        let stems: [String]
    }

    /// Returns the texts that lack a term.
    public func findings(in texts: [TranslatedString]) -> [(index: Int, finding: Finding)] {
        var terms: [String: [Term]] = [:]
        for text in texts where text.section.hasSameBytes(as: Self.section) {
            guard let source = text.source.plainText, let target = text.target.plainText,
                let first = Self.words(in: source).first
            else { continue }
            terms[first, default: []].append(
                Term(
                    source: source, target: target, words: Self.words(in: source),
                    stems: Self.words(in: target).map(Self.stem)))
        }
        guard !terms.isEmpty else { return [] }
        return texts.indices.flatMap { index -> [(Int, Finding)] in
            let text = texts[index]
            guard !text.section.hasSameBytes(as: Self.section), !text.target.isEmptyText else {
                return []
            }
            return missing(terms, in: text).map { term in
                (
                    index,
                    finding(
                        "The glossary says \(Wording.quoted(term.target)) for "
                            + "\(Wording.quoted(term.source)), and the text does not.")
                )
            }
        }
    }

    private func missing(_ terms: [String: [Term]], in text: TranslatedString) -> [Term] {
        let words = text.source.texts.flatMap { Self.words(in: Self.prose($0.text)) }
        var wanted: [Term] = []
        for index in words.indices {
            // The longest term counts: “log file” is not also “file”.
            let found = (terms[words[index]] ?? []).filter {
                words[index...].starts(with: $0.words)
            }
            guard let longest = found.max(by: { $0.words.count < $1.words.count }) else { continue }
            let isPartOfLonger = wanted.contains { known in
                known.words.count > longest.words.count
                    && known.words.indices.contains {
                        known.words[$0...].starts(with: longest.words)
                    }
            }
            if !isPartOfLonger,
                !wanted.contains(where: { $0.source.hasSameBytes(as: longest.source) })
            {
                wanted.append(longest)
            }
        }
        guard !wanted.isEmpty else { return [] }
        let said = text.target.texts.map {
            Self.words(in: Self.prose($0.text)).joined(separator: " ")
        }
        return wanted.filter { term in
            !said.contains { Self.contains(term.stems, in: $0) }
        }
    }

    /// Whether all stems stand in a text, in their order.
    private static func contains(_ stems: [String], in text: String) -> Bool {
        var rest = text.utf8[...]
        for stem in stems {
            guard let end = end(of: Array(stem.utf8), in: rest) else { return false }
            rest = rest[end...]
        }
        return true
    }

    private static func end(of stem: [UInt8], in text: Substring.UTF8View) -> String.Index? {
        var rest = text
        while !rest.isEmpty {
            if rest.starts(with: stem) { return rest.index(rest.startIndex, offsetBy: stem.count) }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// A word without the end that languages decline: a quarter of it, but of short words nothing.
    private static func stem(_ word: String) -> String {
        let count = word.unicodeScalars.count
        guard count > 4 else { return word }
        return String(String.UnicodeScalarView(word.unicodeScalars.prefix(count - count / 4)))
    }

    private static func prose(_ text: String) -> String {
        String(decoding: ScannedText(text).prose, as: UTF8.self)
    }

    /// The words of a text in small letters; a character of Chinese or Japanese is a word.
    private static func words(in text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        func end() {
            if !word.isEmpty { words.append(String(word)) }
            word = String.UnicodeScalarView()
        }
        for scalar in text.lowercased().unicodeScalars {
            if scalar.properties.isIdeographic || (0x3041...0x30FF).contains(scalar.value) {
                end()
                words.append(String(scalar))
            } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar.properties.canonicalCombiningClass != .notReordered
            {
                word.append(scalar)
            } else {
                end()
            }
        }
        end()
        return words
    }
}
