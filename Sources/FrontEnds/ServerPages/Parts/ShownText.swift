/// A text in a language, by plural form.
struct ShownText: Template {
    static let template = "text"

    let lang: String
    let dir: String
    /// The CSS class for scripts that need a larger size or line height.
    let script: String
    /// Whether the text is deliberately empty.
    let empty: Bool
    let forms: [Form]

    struct Form: TemplateValues {
        /// The name of the plural form, if the text has several.
        let name: String?
        /// Examples of numbers that use the plural form.
        let numbers: String?
        let segments: [TextSegment]
        let blank: Bool
    }

    /// A text without content.
    static let nothing = ShownText(lang: "", dir: "", script: "", empty: false, forms: [])
}

/// A segment of a compared text: equal, inserted or deleted.
struct TextSegment: Template {
    static let template = "segment"

    let same: Bool
    let inserted: Bool
    let deleted: Bool
    let runs: [TextRun]
}

/// A run of text in one style.
///
/// Exactly one of the properties is set.
struct TextRun: Template {
    static let template = "run"

    var plain: String?
    var hold: String?
    var tag: String?
    var space: Mark?
    var newline = false
    var control: Mark?
    var hit: String?

    /// An invisible character, and the mark to show for it.
    struct Mark: TemplateValues {
        let mark: String
        let text: String
    }
}
