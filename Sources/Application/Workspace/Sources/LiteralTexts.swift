import SourceStrings

/// Literals in source code that may be keys, although nothing marks them as keys.
///
/// Examples are arguments of unknown functions, and values of variables.
struct LiteralTexts: Sendable {
    /// The first place of each literal without interpolations.
    private var fixed: [String: SourceMention.Place] = [:]
    /// The literals with interpolations, in the order in which they were found.
    private var patterns: [Pattern] = []
    private var knownPatterns: Set<[String]> = []

    /// A literal with interpolations, as the fixed texts around them in UTF-8.
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

        /// Returns true if a key starts and ends with the outer texts and contains the inner texts
        /// in order.
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
        // A literal without a word, such as “\(a): \(b)”, would match nearly every key.
        let hasWord = literal.texts.contains { $0.contains { $0.isLetter || $0.isNumber } }
        guard hasWord, knownPatterns.insert(literal.texts).inserted else { return }
        patterns.append(Pattern(literal.texts, place))
    }

    /// Returns the first place of a literal that equals the key, or can equal it for some values of
    /// its interpolations.
    ///
    /// Cost: proportional to the number of literals with interpolations.
    func place(of key: String) -> SourceMention.Place? {
        if let place = fixed[key] { return place }
        let bytes = Array(key.utf8)
        return patterns.first { $0.matches(bytes) }?.place
    }
}
