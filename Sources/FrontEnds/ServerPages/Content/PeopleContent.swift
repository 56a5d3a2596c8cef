/// The people in a project, and what they may do in which language.
struct PeopleContent: Template {
    static let template = "people"

    let counts: String
    let people: [Person]
    let languages: [Language]
    /// Whether the viewer sees addresses and tokens.
    let isSignedIn: Bool
    let login: String

    struct Person: TemplateValues {
        let name: String
        let initials: String
        /// The mail address; nil for viewers who may not see it, or if the name is the address.
        let mail: String?
        let isViewer: Bool
        let rights: [Right]
        /// The person's ways to sign in on this server.
        let access: [String]
    }

    struct Right: TemplateValues {
        let word: String
        let languages: String?
    }

    struct Language: TemplateValues {
        let tag: String
        let languageName: String
        let href: String
        let frozen: Bool
        let reviewers: String
        let translators: String
    }
}
