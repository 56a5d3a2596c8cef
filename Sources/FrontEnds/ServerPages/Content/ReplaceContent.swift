/// The form for replacing words in several languages, and the differences that it would make.
struct ReplaceContent: Template {
    static let template = "replace"

    let action: String
    let pattern: String
    let replacement: String
    let isCaseSensitive: Bool
    let matchesWholeWords: Bool
    let isExpression: Bool
    let languages: [Choice]
    let sections: [Choice]
    /// Whether the person can choose between texts and proposals.
    let maySet: Bool
    let isProposal: Bool
    let preview: Preview?

    /// The differences, before they are made.
    struct Preview: TemplateValues {
        let title: String
        let sentence: String
        let groups: [Group]
        let leftOut: LeftOut?
        let confirmation: Confirmation?
    }

    /// The differences in one language.
    struct Group: TemplateValues {
        let tag: String
        let dir: String
        let languageName: String
        let own: String?
        let count: String
        let rows: [Row]
        /// The number of differences that are not shown.
        let more: String?
    }

    struct Row: TemplateValues {
        let key: String
        let href: String
        let difference: ShownText
    }

    /// The texts that match and stay as they are.
    struct LeftOut: TemplateValues {
        let title: String
        let rows: [LeftOutRow]
        let more: String?
    }

    struct LeftOutRow: TemplateValues {
        let key: String
        let href: String
        let language: String
        let because: String
    }

    /// The form that makes the differences.
    struct Confirmation: TemplateValues {
        let action: String
        let hidden: HiddenFields
        let plan: String
        let fields: [NamedField]
        let word: String
    }
}
