/// A translation unit in a TMX file, which is one text in several languages.
public struct TMXUnit: Sendable, Equatable {
    /// A text of a unit in one language.
    public struct Variant: Sendable, Equatable {
        /// The language as spelled in the file.
        public var language: String
        /// The text, with inline elements replaced by their contents.
        public var text: String
        /// Whether the file states that the text was reviewed.
        public var isReviewed: Bool

        /// Creates a text in one language.
        public init(language: String, text: String, isReviewed: Bool = false) {
            self.language = language
            self.text = text
            self.isReviewed = isReviewed
        }
    }

    /// The language of the source text, as spelled in the file; `nil` if any language can be the
    /// source.
    public var sourceLanguage: String?
    /// The section of the string, if the file contains it.
    public var section: String?
    /// The key of the string, if the file contains it.
    public var key: String?
    /// The texts in file order.
    public var variants: [Variant]
    /// The first line of the unit, counted from 1; 0 if the unit is not from a file.
    public var line: Int

    /// Creates a unit with its texts.
    public init(
        sourceLanguage: String? = nil, section: String? = nil, key: String? = nil,
        variants: [Variant], line: Int = 0
    ) {
        self.sourceLanguage = sourceLanguage
        self.section = section
        self.key = key
        self.variants = variants
        self.line = line
    }

    /// The types of `prop` elements that Dragoman writes and reads.
    enum Property {
        static let section = "x-dragoman-section"
        static let key = "x-dragoman-key"
        static let reviewed = "x-dragoman-reviewed"
    }
}
