/// The confirmation page of a bulk action.
struct BulkContent: Template {
    static let template = "bulk"

    let title: String
    let sentence: String
    let rows: [Row]
    let more: String?
    let back: String
    let confirmation: Confirmation?

    struct Row: TemplateValues {
        let key: String
        let texts: [ShownText]
        /// The reason why the string is skipped, or another remark.
        let because: String?
        /// The question about a drawn text, if texts were drawn.
        var drawn: Drawn?
    }

    /// A drawn text, which a person must find right.
    struct Drawn: TemplateValues {
        let source: ShownText?
        /// The value of the checkbox.
        let proposal: String
        let isRight: Bool
        /// The address of the string's page.
        let href: String
        let word: String
        let label: String
    }

    struct Confirmation: TemplateValues {
        let action: String
        let hidden: HiddenFields
        let act: String
        let plan: String
        let selection: [NamedField]
        let reasons: Reasons?
        /// The label of the field for a reason, if there is one.
        let reasonLabel: String?
        let isBad: Bool
        let word: String
        /// A further button, which leads to a review by sample.
        var sample: Sample?
    }

    struct Sample: TemplateValues {
        let name: String
        let value: String
        let word: String
    }

    struct Reasons: TemplateValues {
        let kinds: [RejectionKind]
    }
}

/// The page about a text that changed while a person was deciding on it.
struct ConflictContent: Template {
    static let template = "conflict"

    let keyName: String
    let tag: String
    /// The change in a few words.
    let news: String
    let who: String
    let saw: ShownText?
    let now: ShownText?
    let mine: Mine?
    let action: String
    let hidden: HiddenFields
    let fields: [NamedField]
    let mineWord: String
    let theirs: String
    let again: String

    struct Mine: TemplateValues {
        let about: String
        let text: ShownText
    }
}
