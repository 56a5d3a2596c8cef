/// The page for one string in one language.
struct StringContent: Template {
    static let template = "string"

    let section: String
    let key: String
    let languageName: String
    let hidden: HiddenFields
    let unit: UnitFields
    let place: Place
    let states: [Pill]
    let managing: Managing?
    let conflict: Conflict?
    let source: SourceCard
    let current: ShownText?
    let inherited: Inherited?
    let credit: Credit?
    /// The address of the history that explains the current text.
    let origins: String?
    let trouble: Trouble?
    let marking: Marking?
    let edit: Edit?
    let findings: [FindingItem]
    let silencing: Silencing?
    let openCount: String?
    let comparison: Comparison?
    let proposals: [ProposalCard]
    let decided: DecidedList?
    let editor: Editor?
    let remarks: [Remark]
    let remarkCount: String?
    let comments: Comments?
    let history: History
    /// The form “What did the app say?”, if the project has channels.
    let said: Said?
    let others: [Other]
    let about: [Fact]

    /// The form that asks for the text in a channel's release at some time, with the answer.
    struct Said: Template {
        static let template = "said"

        let action: String
        let section: String
        let key: String
        let channels: [Choice]
        let at: String
        let error: FieldError?
        let answer: Answer?

        struct Answer: TemplateValues {
            /// The sentence about the release.
            let words: String
            let text: ShownText?
            /// The language that the text was inherited from.
            let from: String?
            /// The reason why there was no text.
            let nothing: String?
        }
    }

    /// The position of the string in its section.
    struct Place: TemplateValues {
        let words: String?
        let previous: String?
        let next: String?
        let translateHere: String?
        let neighbours: [Neighbour]
    }

    /// The addresses of the forms for the source string.
    struct Managing: TemplateValues {
        let edit: String
        let rename: String
        let remove: String
        /// The address of the form that edits the shown text, on the page of the source language.
        let editHere: String?
    }

    struct Neighbour: TemplateValues {
        let key: String
        let href: String
        let current: Bool
        let text: ShownText?
        /// The label shown instead of a missing text.
        let words: String?
    }

    /// Conflicting texts: they were set concurrently, and none replaces another.
    struct Conflict: TemplateValues {
        let sides: [Side]
    }

    struct Side: TemplateValues {
        let who: String
        let when: TimeMark
        let text: ShownText?
        let event: String
        let keepAction: String?
    }

    struct Inherited: TemplateValues {
        let text: ShownText
        let from: String
    }

    struct Credit: TemplateValues {
        let state: String
        let words: String
    }

    struct Marking: TemplateValues {
        let action: String
        let mayVouch: Bool
        /// Whether the form for a flag is open, because it was refused.
        let isFlagging: Bool
        let reason: String
        /// The key under which the browser stores the typed reason.
        let draft: String
    }

    /// The form that opens with the current text.
    struct Edit: TemplateValues {
        let action: String
        /// Whether the form is open, because it was refused.
        let isOpen: Bool
        let fields: [TextField]
        let chips: PlaceholderChips
        let limit: LengthLimit?
        let word: String
        /// The address for proposing the text, if the form sets it.
        let proposeAction: String?
        let mayForce: Bool
        /// The reason why the viewer cannot set texts.
        let why: String?
    }

    /// The form for a comment on the string.
    struct Comments: TemplateValues {
        let action: String
        /// The comment that was typed into a refused form.
        let comment: String
        /// The key under which the browser stores the typed comment.
        let draft: String
    }

    struct Silencing: TemplateValues {
        let action: String
        let checks: [String]
    }

    /// The texts that a proposal can be compared to.
    struct Comparison: TemplateValues {
        let against: [Against]
    }

    struct Against: TemplateValues {
        let label: String
        let href: String
        let current: Bool
    }

    struct DecidedList: TemplateValues {
        let count: String
        let proposals: [DecidedProposal]
    }

    struct DecidedProposal: TemplateValues {
        let pill: Pill
        let words: String
        let when: TimeMark
        let text: ShownText
        let reason: String?
        let reopening: Reopening?
    }

    struct Reopening: TemplateValues {
        let action: String
        let proposal: String
    }

    /// The form for a new text.
    struct Editor: TemplateValues {
        let title: String
        let proposeAction: String
        let setAction: String
        let checkAction: String
        let fields: [TextField]
        let chips: PlaceholderChips
        let limit: LengthLimit?
        let maySet: Bool
        let mayForce: Bool
        /// The reason why the viewer cannot set texts.
        let why: String?
        let note: String
        let hasNote: Bool
        /// The key under which the browser stores the typed note.
        let draft: String
    }

    struct History: TemplateValues {
        let isWhy: Bool
        let steps: [Step]
        /// The address of the complete history, if some steps are omitted.
        let all: String?
    }

    struct Step: TemplateValues {
        var kind: String
        var icon: String
        let who: String
        let words: String
        let when: TimeMark
        var counts = false
        let text: ShownText?
        let reason: String?
        let revert: Revert?
    }

    struct Revert: TemplateValues {
        let action: String
        let event: String
    }

    /// The string's text in another language.
    struct Other: TemplateValues {
        let tag: String
        let href: String
        let text: ShownText?
        let words: String?
    }

    struct Fact: TemplateValues {
        let name: String
        let text: String
        let href: String?
    }
}
