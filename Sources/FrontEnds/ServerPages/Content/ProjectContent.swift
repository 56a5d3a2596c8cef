/// A project: its languages, and the pending work.
struct ProjectContent: Template {
    static let template = "project"

    let name: String
    let description: String?
    let counts: String
    let addString: String?
    let addLocale: String?
    let review: CountLink?
    let isEmpty: Bool
    let importSource: String?
    let sorts: Sorts
    let languages: [Language]
    /// The address of the page for downloading all languages.
    let download: String
    let waiting: [Waiting]
    let release: Release?
    let month: Month?

    /// The latest tag.
    struct Release: TemplateValues {
        let name: String
        let when: TimeMark
        /// The address of the changes since then.
        let changes: String
    }

    /// The people and testers who changed something this month, the busiest first.
    struct Month: TemplateValues {
        let name: String
        let contributors: [Contributor]
        /// The number of further contributors.
        let more: String?
        let activity: String
        let note: String?
    }

    struct Contributor: TemplateValues {
        let who: String
        let href: String
        let words: String
    }

    /// The addresses of the page in other sort orders; the order by name is nil while it is active.
    struct Sorts: TemplateValues {
        let name: String?
        let missing: String
        let proposals: String
    }

    struct Language: TemplateValues {
        let tag: String
        let dir: String
        let own: String
        /// The name on the pages, if it differs from the own name.
        let languageName: String?
        let href: String
        let isPlanned: Bool
        let bar: Bar
        let missing: CountLink?
        let stale: CountLink?
        let proposals: CountLink?
        let findings: Findings?
        /// Whether the findings have not been counted yet.
        let counting: Bool
        let change: Change?
    }

    struct Findings: TemplateValues {
        let href: String
        let count: String
        let hasErrors: Bool
    }

    struct Change: TemplateValues {
        let who: String
        let when: TimeMark
    }

    struct Waiting: TemplateValues {
        let kind: String
        let icon: String
        let what: String
        let language: String
        /// The reason why the person's proposal was rejected.
        let reason: String?
        let href: String
    }
}

/// A project's open proposals, by language.
struct WaitingContent: Template {
    static let template = "waiting"

    let languages: [Language]

    struct Language: TemplateValues {
        let tag: String
        let dir: String
        let own: String
        /// The name on the pages, if it differs from the own name.
        let languageName: String?
        let href: String
        let frozen: Bool
        let count: String
    }
}
