/// The events of the project, by day, newest first.
struct ActivityContent: Template {
    static let template = "activity"

    let action: String
    let person: String
    let tester: String
    let since: String
    let sinceError: String?
    let locales: [Choice]
    let kinds: [Choice]
    /// The address of the page that reverts everything that matches, if the viewer may.
    let revert: String?
    /// The address of the list without a filter, if there is a filter.
    let clear: String?
    let days: [Day]
    let older: String?
    let nothing: String?

    struct Day: TemplateValues {
        let label: String
        let items: [Item]
    }

    /// One event, or several of one kind in a row.
    struct Item: TemplateValues {
        let kind: String
        let icon: String
        let who: String
        /// The address of the list of this person's events.
        let by: String?
        let words: String
        let language: String?
        let place: PageLink?
        let when: TimeMark
        let text: ShownText?
        let facts: [String]
        let reason: String?
        /// The list of events like this one that are not listed here.
        let more: PageLink?
    }
}

/// The page that shows the effects of a revert before it is carried out.
struct RevertContent: Template {
    static let template = "revert"

    let title: String
    let sentence: String
    let rows: [Row]
    let more: String?
    let leftOut: [LeftOut]
    /// The address of the plan that reverts later edits too, or of the plan that keeps them.
    let later: PageLink?
    let back: String
    let confirmation: Confirmation?

    struct Row: TemplateValues {
        let language: String?
        let place: String
        let text: ShownText?
        let words: [String]
    }

    /// A change that is not reverted, with the reason.
    struct LeftOut: TemplateValues {
        let place: String
        let because: String
    }

    struct Confirmation: TemplateValues {
        let action: String
        let hidden: HiddenFields
        let fields: [NamedField]
        let word: String
    }
}
