/// The changes between two states of the project.
struct ChangesContent: Template {
    static let template = "changes"

    let action: String
    let from: Revision
    let to: Revision
    /// The names to suggest for both fields.
    let revisions: [String]
    /// The language to which the page is limited.
    let locale: String?
    let kinds: [Choice]
    let formats: Formats?
    let sum: Sum?
    let languages: [LanguageLink]
    let cards: [Language]
    /// The reason why no texts are shown.
    let nothing: String?
    /// The address of the next rows, if there are more.
    let next: CountLink?

    /// A field for a revision or a time.
    struct Revision: TemplateValues {
        let value: String
        let error: String?
        /// The language of the error, if it is not the page's.
        let lang: String?
        /// The address with the nearest name instead.
        let nearest: PageLink?
    }

    /// The addresses of the same changes for programs.
    struct Formats: TemplateValues {
        let json: String
        let markdown: String
    }

    struct Sum: Template {
        static let template = "changes-sum"

        let texts: String
        let counts: [Count]
        let proposals: String?
    }

    /// A number of texts, such as `+1`, with its words for screen readers.
    struct Count: TemplateValues {
        let kind: String
        let sign: String
        let words: String
    }

    struct LanguageLink: TemplateValues {
        let languageName: String
        let href: String
        let current: Bool
        let counts: [Count]
    }

    struct Language: Template {
        static let template = "changes-card"

        let tag: String
        let languageName: String
        let href: String
        let counts: [Count]
        let rows: [Row]
    }

    /// A text or a proposal that differs.
    struct Row: TemplateValues {
        let kind: String
        let icon: String
        let word: String
        let key: String
        let href: String
        let source: ShownText?
        let text: ShownText
        let credit: String
        let reason: String?
    }
}
