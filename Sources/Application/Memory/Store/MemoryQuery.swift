package import Texts

/// A lookup: a source text, the languages, and the string that contains the text.
package struct MemoryQuery: Sendable {
    /// The text, in Form C.
    package var text: String
    /// The acceptable languages of source texts.
    package var sources: [LanguageTag]
    /// The acceptable languages of translations, best first.
    package var targets: [LanguageTag]
    /// The section of the string that contains the text, if known.
    package var section: String?
    /// The key of the string that contains the text, if known.
    package var key: String?
    /// The minimum similarity in percent, from 1 to 100.
    package var minimum: Int
    /// The maximum number of results.
    package var limit: Int

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

/// A matching pair, with its ranking criteria.
package struct FoundPair: Sendable {
    /// The similarity of the source texts, in percent.
    ///
    /// It is 100 for equal texts, and 101 if their strings also have the same key.
    package let percent: Int
    /// The index of the translation's language in the requested languages.
    package let language: Int
    /// The imported file of the pair, or `nil` for the project's own texts.
    package let file: String?
    package let pair: MemoryPair

    /// The percentage for equal texts of strings with the same key.
    package static let contextPercent = 101

    /// Returns true if the pair ranks before another one.
    ///
    /// `isNearer` is true if its project comes before the other's. `isOfSame` is true if both pairs
    /// are from the same project.
    package func precedes(
        _ other: FoundPair, isNearer: Bool = false, _ isOfSame: Bool = true
    ) -> Bool {
        if percent != other.percent { return percent > other.percent }
        if language != other.language { return language < other.language }
        if pair.isReviewed != other.pair.isReviewed { return pair.isReviewed }
        guard isOfSame else { return isNearer }
        if (file == nil) != (other.file == nil) { return file == nil }
        // The remaining fields only make the order deterministic.
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
