/// The sign-in page, which asks for a token.
struct LoginContent: Template {
    static let template = "login"

    let action: String
    let back: String
    /// The fields of a form that waits while its sender signs in.
    var carried: [NamedField] = []
    /// The reason why the last token was refused.
    let error: String?
}

/// An invitation: the person and their rights, or the reason why it cannot be used.
struct InvitationContent: Template {
    static let template = "invitation"

    let open: Offer?
    let refused: Reason?
    let login: String

    struct Offer: TemplateValues {
        let name: String
        let mail: String
        let scope: String
        /// The projects and languages that the invitation is limited to.
        let limits: String?
        /// The time when the rights expire.
        let until: String?
        let action: String
        /// The person who is signed in at present, and would no longer be.
        let other: String?
    }

    struct Reason: TemplateValues {
        let sentence: String
        let hint: String
    }
}

/// The signed-in person, and the device's preferences.
struct AccountContent: Template {
    static let template = "account"

    let name: String
    let mail: String
    let scope: String
    /// The projects and languages that the token is limited to.
    let limits: String?
    /// Whether the person was invited, and thus has no token to sign in with again.
    let invited: Bool
    /// Whether a proxy signed the person in, so that only the proxy can sign them out.
    let proxied: Bool
    let action: String
    let formToken: String
    /// The languages that the pages can be shown in.
    let languages: [Language]
    let themes: [Choice]
    let singleKeys: Bool
    let showsAll: Bool
    /// The languages that the person reads, as tags.
    let reads: String
    let logout: String
    let everywhere: String

    /// A language of the pages, with its own name.
    struct Language: TemplateValues {
        let tag: String
        let dir: String
        let label: String
        let selected: Bool
    }
}

/// A value that a person can choose for a field.
struct Choice: TemplateValues {
    let value: String
    let label: String
    let selected: Bool
}

/// An error page: the problem, the hint, and links to other pages.
struct ErrorContent: Template {
    static let template = "error"

    let status: String
    let detail: String
    let hint: String?
    /// The language of ``detail`` and ``hint``, if it is not the page's.
    let lang: String?
    /// A sentence with the known name that is nearest to an unknown one.
    let nearest: String?
    /// The id that identifies the request in the server's log.
    let requestId: String?
    let ways: [Way]

    struct Way: TemplateValues {
        let label: String
        let href: String
        let primary: Bool
    }
}

struct ProjectsContent: Template {
    static let template = "projects"

    let projects: [Card]
    /// The hint that is shown if there are no projects.
    let hint: String

    struct Card: TemplateValues {
        let name: String
        let href: String
        var description: String?
        var proposals: String?
        var bar: Bar?
        /// The reason why the project cannot be read.
        var unready: String?
        var counts = ""
        var changed: TimeMark?
    }
}
