package import Texts

/// The origin of a pair in a translation memory.
package struct MemoryOrigin: Sendable, Hashable {
    /// The path of another project, as entered by the user, or `nil` for this project.
    package let project: String?
    /// The name of the imported file, or `nil` for the project's own texts.
    package let file: String?

    /// The name of the file, or otherwise the path of the project.
    ///
    /// It is `nil` for this project's own texts.
    package var name: String? { file ?? project }
}

/// A source text with its translation.
package struct MemoryEntry: Sendable {
    /// The source text, in Unicode Normalization Form C.
    package let source: String
    package let sourceLocale: LanguageTag
    package let target: String
    package let locale: LanguageTag
    package let origin: MemoryOrigin
    /// The section of the string, if known.
    package let section: String?
    /// The key of the string, if known.
    package let key: String?
    /// Whether the translation was reviewed.
    package let isReviewed: Bool
}

/// A match in a translation memory: a translation of a similar or equal text.
package struct MemoryMatch: Sendable {
    /// The similarity of the source texts in percent, as translation tools show it.
    ///
    /// Equal texts score 100, or 101 if their strings also have the same key (``isContext``).
    /// Unequal texts score `100 × (1 - d / n)`, rounded down, where `d` is the Levenshtein distance
    /// and `n` the length of the longer text, both in Unicode scalars.
    package let percent: Int
    /// Whether the texts are equal and their strings have the same key.
    ///
    /// If both sections are known, they must be equal too.
    package let isContext: Bool
    package let entry: MemoryEntry

    /// The source text of the match, which is similar to the requested text.
    package var source: String { entry.source }
    package var target: String { entry.target }
    /// The language of the translation.
    ///
    /// It may differ from the requested language, such as `fr` for `fr-CA`.
    package var locale: LanguageTag { entry.locale }
    package var origin: MemoryOrigin { entry.origin }
    /// The section of the string, if known.
    package var section: String? { entry.section }
    /// The key of the string, if known.
    package var key: String? { entry.key }
    /// Whether the translation was reviewed.
    package var isReviewed: Bool { entry.isReviewed }
}
