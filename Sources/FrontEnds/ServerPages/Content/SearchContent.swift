/// A search in all languages, and its results.
struct SearchContent: Template {
    static let template = "search"

    let action: String
    let query: String
    let languages: [Choice]
    let sections: [Choice]
    /// A remark about a search that may find something else than expected.
    let advice: String?
    /// The address of the page that replaces what was found.
    let replace: String?
    let groups: [Group]
    let nothing: Nothing?

    /// The results in one language.
    struct Group: TemplateValues {
        let tag: String
        let dir: String
        let languageName: String
        let own: String?
        let count: String
        let rows: [Row]
        /// The link to all results in the language.
        let more: PageLink?
        /// The reason why some results are not shown.
        let cut: String?
    }

    struct Row: TemplateValues {
        let section: String
        let key: String
        /// The key as people write it, with its section if the key alone is ambiguous.
        let name: String
        let href: String
        let source: ShownText
        let text: ShownText?
        /// The part of the string that contains the searched text, unless it is shown anyway.
        let label: String?
        /// The comment or note that contains the searched text.
        let remark: String?
    }

    /// The reason why the list is empty.
    struct Nothing: TemplateValues {
        let words: String
        let hint: String
        let clear: String?
    }
}
