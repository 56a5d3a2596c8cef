package import Texts

/// A project's agreed terms in a language: the strings in the `glossary` section.
package struct Glossary: Sendable {
    package struct Term: Sendable {
        /// The term in the source language.
        package let source: String
        /// The term in the target language.
        package let target: String
        fileprivate let words: [String]
        let stems: [String]
    }

    /// The terms, keyed by their first words.
    private var terms: [String: [Term]] = [:]

    package var isEmpty: Bool { terms.isEmpty }

    /// Creates a glossary from the texts in the `glossary` section.
    init(_ texts: [TranslatedString]) {
        for text in texts where text.section.hasSameBytes(as: GlossaryCheck.section) {
            add(text.source, text.target)
        }
    }

    /// Creates a glossary from terms and their translations.
    package init(_ terms: [(source: Value, target: Value)]) {
        for term in terms { add(term.source, term.target) }
    }

    private mutating func add(_ source: Value, _ target: Value) {
        guard let source = source.plainText, let target = target.plainText,
            let first = Self.words(in: source).first
        else { return }
        terms[first, default: []].append(
            Term(
                source: source, target: target, words: Self.words(in: source),
                stems: Self.words(in: target).map(Self.stem)))
    }

    /// Returns the terms that occur in a source text as whole words, each once, in text order.
    package func terms(in source: Value) -> [Term] {
        let words = source.texts.flatMap { Self.words(in: Self.prose($0.text)) }
        var found: [Term] = []
        for index in words.indices {
            // The longest term wins: “log file” does not also match “file”.
            let candidates = (terms[words[index]] ?? []).filter {
                words[index...].starts(with: $0.words)
            }
            guard let longest = candidates.max(by: { $0.words.count < $1.words.count }) else {
                continue
            }
            let isPartOfLonger = found.contains { known in
                known.words.count > longest.words.count
                    && known.words.indices.contains {
                        known.words[$0...].starts(with: longest.words)
                    }
            }
            if !isPartOfLonger,
                !found.contains(where: { $0.source.hasSameBytes(as: longest.source) })
            {
                found.append(longest)
            }
        }
        return found
    }

    /// Returns a word without its inflected ending.
    ///
    /// Removes at most a quarter of the word, and nothing if the word has four letters or fewer.
    private static func stem(_ word: String) -> String {
        let count = word.unicodeScalars.count
        guard count > 4 else { return word }
        return String(String.UnicodeScalarView(word.unicodeScalars.prefix(count - count / 4)))
    }

    static func prose(_ text: String) -> String {
        String(decoding: ScannedText(text).prose, as: UTF8.self)
    }

    /// Returns the words of a text in lower case.
    ///
    /// Each Chinese or Japanese character counts as a word.
    static func words(in text: String) -> [String] {
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
