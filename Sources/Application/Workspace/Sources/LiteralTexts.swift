import SourceStrings

/// The texts in sources that may be keys, though nothing says so: what an unknown function gets, what a variable holds.
struct LiteralTexts: Sendable {
    /// Where each fixed text stands first.
    private var fixed: [String: SourceMention.Place] = [:]
    /// The texts with interpolations, in the order in which they were found.
    private var patterns: [Pattern] = []
    private var knownPatterns: Set<[String]> = []

    /// A text with interpolations: the fixed texts between these, as UTF-8.
    private struct Pattern: Sendable {
        let first: [UInt8]
        let inner: [[UInt8]]
        let last: [UInt8]
        let place: SourceMention.Place

        init(_ texts: [String], _ place: SourceMention.Place) {
            let texts = texts.map { Array($0.utf8) }
            first = texts.first ?? []
            inner = texts.dropFirst().dropLast().filter { !$0.isEmpty }
            last = texts.last ?? []
            self.place = place
        }

        /// Whether a key has the texts in this order, at its beginning, at its end, and between.
        func matches(_ key: [UInt8]) -> Bool {
            guard key.count >= first.count + last.count, key.starts(with: first),
                key.suffix(last.count).elementsEqual(last)
            else { return false }
            var rest = key[first.count..<(key.count - last.count)]
            for text in inner {
                guard let range = rest.firstRange(of: text) else { return false }
                rest = rest[range.upperBound...]
            }
            return true
        }
    }

    mutating func add(_ literal: SourceLiteral, path: String) {
        let place = SourceMention.Place(path: path, line: literal.line)
        guard literal.texts.count > 1 else {
            if let text = literal.texts.first, fixed[text] == nil { fixed[text] = place }
            return
        }
        // One without a word, such as “\(a): \(b)”, would match nearly every key.
        let hasWord = literal.texts.contains { $0.contains { $0.isLetter || $0.isNumber } }
        guard hasWord, knownPatterns.insert(literal.texts).inserted else { return }
        patterns.append(Pattern(literal.texts, place))
    }

    /// The first place of a text that is the key, or becomes it with some values for its interpolations.
    ///
    /// Cost: the number of texts with interpolations.
    func place(of key: String) -> SourceMention.Place? {
        if let place = fixed[key] { return place }
        let bytes = Array(key.utf8)
        return patterns.first { $0.matches(bytes) }?.place
    }
}
