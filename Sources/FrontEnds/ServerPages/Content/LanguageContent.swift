struct LanguageContent: Template {
    static let template = "language"

    let tag: String
    let dir: String
    let languageName: String
    let own: String?
    let bar: Bar
    let sentence: String
    let translate: CountLink?
    let review: CountLink?
    let importing: String?
    let download: String
    /// The address of the form for a new string, on the page of the source language.
    let addString: String?
    /// The address of the language's settings, for a maintainer.
    let settings: String?
    let action: String
    let query: String
    let sections: [Choice]
    /// The state that the list is limited to.
    let show: String?
    let chips: [StateChip]
    let checks: Checks?
    /// The fields that choose proposals, if the list shows proposals.
    let proposals: OfferFields?
    let list: List?
    let nothing: Nothing?

    struct StateChip: TemplateValues {
        let label: String
        let key: String
        let href: String
        let current: Bool
        let count: String?
    }

    /// The checks that have findings in the list.
    struct Checks: TemplateValues {
        let chips: [Chip]
    }

    /// A page of strings, with the form for bulk actions.
    struct List: TemplateValues {
        let bulkAction: String
        let hidden: HiddenFields
        let filterQuery: String
        let sections: [Section]
        let shown: String
        /// The label of the checkbox that selects all strings that match the filter.
        let allLabel: String?
        let next: PageLink?
        let maySelect: Bool
        let mayReview: Bool
        let mayAccept: Bool
    }

    struct OfferFields: TemplateValues {
        let by: String
        /// The displayed names of people and testers with open proposals.
        let people: [String]
        let origins: [Choice]
        let since: String
    }

    /// An open proposal of a string: its difference to the current text, and its author.
    struct Offer: TemplateValues {
        let text: ShownText
        let who: String
    }

    struct Section: TemplateValues {
        let name: String
        let total: String?
        let rows: [Row]
    }

    struct Row: TemplateValues {
        let section: String
        let key: String
        /// The value of the row's checkbox, if the viewer can use it.
        let unit: String?
        let href: String
        let state: String
        let stateWord: String
        let isPlural: Bool
        let isUntranslatable: Bool
        let source: ShownText
        let text: ShownText?
        /// The proposed texts, which are shown instead of the current text.
        let offers: [Offer]
        /// The language that supplied the text.
        let from: String?
        let pills: [Pill]
    }

    /// The reason why the list is empty.
    struct Nothing: TemplateValues {
        var icon = "search"
        let words: String
        let hint: String
        let clear: String?
    }
}
