/// A text of a language, form by form.
struct ShownText: Template {
    static let template = "text"

    let lang: String
    let dir: String
    /// The class of scripts that are set larger or with higher lines.
    let script: String
    /// Whether the text is empty on purpose.
    let empty: Bool
    let forms: [Form]

    struct Form: TemplateValues {
        /// The name of the form, if the text has several.
        let name: String?
        /// Numbers that the form is for.
        let numbers: String?
        let segments: [TextSegment]
        let blank: Bool
    }

    /// A text without anything to show.
    static let nothing = ShownText(lang: "", dir: "", script: "", empty: false, forms: [])
}

/// A part of a text that is the same in another one, or not.
struct TextSegment: Template {
    static let template = "segment"

    let same: Bool
    let inserted: Bool
    let deleted: Bool
    let runs: [TextRun]
}

/// A piece of a text that is drawn in one way; one of the properties is set.
struct TextRun: Template {
    static let template = "run"

    var plain: String?
    var hold: String?
    var tag: String?
    var space: Mark?
    var newline = false
    var control: Mark?
    var hit: String?

    /// A character without a shape, and what is drawn for it.
    struct Mark: TemplateValues {
        let mark: String
        let text: String
    }
}
