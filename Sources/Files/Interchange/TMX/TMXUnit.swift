/// A translation unit of a TMX file: one text in several languages.
public struct TMXUnit: Sendable, Equatable {
    /// A text of a unit.
    public struct Variant: Sendable, Equatable {
        /// The language as the file spells it.
        public var language: String
        /// The text; of inline elements what they stand for.
        public var text: String
        /// Whether somebody vouched for the text, where the file says so.
        public var isReviewed: Bool

        /// Creates a text.
        public init(language: String, text: String, isReviewed: Bool = false) {
            self.language = language
            self.text = text
            self.isReviewed = isReviewed
        }
    }

    /// The language of the text that the others translate, as the file spells it; `nil` where any may be it.
    public var sourceLanguage: String?
    /// The section of the string, where the file says it.
    public var section: String?
    /// The key of the string, where the file says it.
    public var key: String?
    /// The texts, in the order of the file.
    public var variants: [Variant]
    /// The line where the unit begins, counted from 1; 0 for a unit that is not from a file.
    public var line: Int

    /// Creates a unit.
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

    /// The types of the `prop` elements that this program writes and reads.
    enum Property {
        static let section = "x-dragoman-section"
        static let key = "x-dragoman-key"
        static let reviewed = "x-dragoman-reviewed"
    }
}
