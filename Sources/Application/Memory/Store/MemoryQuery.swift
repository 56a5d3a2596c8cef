package import Texts

/// A look-up: a source text, the languages, and the string that the text belongs to.
package struct MemoryQuery: Sendable {
    /// The text, in Form C.
    package var text: String
    /// The languages that source texts may be in.
    package var sources: [LanguageTag]
    /// The languages that translations may be in, the best first.
    package var targets: [LanguageTag]
    /// The section of the string that the text belongs to.
    package var section: String?
    /// The key of the string.
    package var key: String?
    /// How alike texts must be in percent, from 1 to 100.
    package var minimum: Int
    /// How many translations are wanted.
    package var limit: Int

    /// States what is asked.
    package init(
        text: String, sources: [LanguageTag], targets: [LanguageTag], section: String?,
        key: String?, minimum: Int, limit: Int
    ) {
        self.text = text
        self.sources = sources
        self.targets = targets
        self.section = section
        self.key = key
        self.minimum = minimum
        self.limit = limit
    }
}

/// A pair that was found, and what it is ranked by.
package struct FoundPair: Sendable {
    /// How alike the source texts are: 100 for equal ones; 101 if the string has the same key, too.
    package let percent: Int
    /// The place of the translation's language among those that were asked for.
    package let language: Int
    /// The file that the pair comes from; `nil` for the project.
    package let file: String?
    /// The pair.
    package let pair: MemoryPair

    /// What equal texts of strings of the same key have.
    package static let contextPercent = 101

    /// Whether the pair comes before another one.
    ///
    /// `isNearer` says whether its project comes before the other's, and `isOfSame` whether both are of one.
    package func precedes(
        _ other: FoundPair, isNearer: Bool = false, _ isOfSame: Bool = true
    ) -> Bool {
        if percent != other.percent { return percent > other.percent }
        if language != other.language { return language < other.language }
        if pair.isReviewed != other.pair.isReviewed { return pair.isReviewed }
        guard isOfSame else { return isNearer }
        if (file == nil) != (other.file == nil) { return file == nil }
        // What is left decides nothing but that the answer is always the same.
        let words = [pair.source, pair.target, pair.section, pair.key, file].map { $0 ?? "" }
        let others = [
            other.pair.source, other.pair.target, other.pair.section, other.pair.key, other.file,
        ].map { $0 ?? "" }
        for (word, other) in zip(words, others) where !word.utf8.elementsEqual(other.utf8) {
            return word.utf8.lexicographicallyPrecedes(other.utf8)
        }
        return false
    }
}
