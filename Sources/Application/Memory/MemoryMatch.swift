package import Texts

/// Where a translation memory has a pair from.
package struct MemoryOrigin: Sendable, Hashable {
    /// The path by which another project was named; `nil` for this one.
    package let project: String?
    /// The imported file, by its name; `nil` for the texts of the project itself.
    package let file: String?

    /// The origin in words: the name of the file, else the path of the project; `nil` for the texts of this project.
    package var name: String? { file ?? project }
}

/// A source text and what it is translated by.
package struct MemoryEntry: Sendable {
    /// The source text, in Unicode's Form C.
    package let source: String
    /// The language of the source text.
    package let sourceLocale: LanguageTag
    /// The translation.
    package let target: String
    /// The language of the translation.
    package let locale: LanguageTag
    /// Where it is from.
    package let origin: MemoryOrigin
    /// The section of the string, where that is known.
    package let section: String?
    /// The key of the string, where that is known.
    package let key: String?
    /// Whether the translation came through review.
    package let isReviewed: Bool
}

/// A translation of a text that is like another one.
package struct MemoryMatch: Sendable {
    /// How alike the source texts are, as programs for translators show it: 100 for equal texts, less for all others, and 101 for
    /// equal texts of strings with the same key (``isContext``).
    ///
    /// Of unequal texts it is `100 × (1 - d / n)`, rounded down, where `d` is Levenshtein's distance and `n` the length of the longer one,
    /// both in Unicode scalars.
    package let percent: Int
    /// Whether the texts are equal and their strings have the same key, in the same section if both are known.
    package let isContext: Bool
    /// The pair.
    package let entry: MemoryEntry

    /// The source text that is like the one that was asked for.
    package var source: String { entry.source }
    /// The translation.
    package var target: String { entry.target }
    /// The language of the translation, which can be another one than was asked for: `fr` for `fr-CA`.
    package var locale: LanguageTag { entry.locale }
    /// Where it is from.
    package var origin: MemoryOrigin { entry.origin }
    /// The section of the string, where that is known.
    package var section: String? { entry.section }
    /// The key of the string, where that is known.
    package var key: String? { entry.key }
    /// Whether the translation came through review.
    package var isReviewed: Bool { entry.isReviewed }
}
