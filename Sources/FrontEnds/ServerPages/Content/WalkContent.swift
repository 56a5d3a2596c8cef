/// The header of a walk.
struct WalkHead: Template {
    static let template = "walk-header"

    let leave: String
    let walk: String
    let language: String
    let chips: [Chip]
    let place: Place?
    let done: String
    let total: String
    let percent: String
    /// The result of the previous form, which must not move the card.
    var saved: Banner?

    struct Place: TemplateValues {
        let at: String
        let of: String
    }
}

struct QueuedString: TemplateValues {
    let key: String
    let href: String
    let text: ShownText
    var pills: [Pill] = []
}

/// The page of the walk through open proposals.
struct ReviewContent: Template {
    static let template = "review"

    var head: WalkHead
    /// The ids of the proposals, for the script.
    let queue: String
    let card: Card?
    let nothing: String
    let nextLanguage: PageLink?
    let next: [QueuedString]
    let more: String?

    struct Card: TemplateValues {
        let proposal: String
        let section: String
        let key: String
        let keyName: String
        let tag: String
        let short: String
        let openString: String
        let source: ShownText?
        let comment: String?
        let picture: PictureView?
        let limit: String?
        let currentLabel: String
        let current: ShownText?
        let credit: String?
        /// The text without marks, if most of it changed.
        let plain: ShownText?
        let proposed: ShownText
        let person: PersonMark
        let when: TimeMark
        let pills: [Pill]
        let note: String?
        let proposedPicture: ProposedPicture?
        let outdated: Outdated?
        let findings: [FindingItem]
        let remarks: [Remark]
        let rivals: [Rival]
        /// A sentence about a decision that another person made meanwhile.
        let decided: String?
        let fields: ProposalFields
        let decision: Decision?
        /// The buttons of a reviewer who cannot decide on this proposal, without a function.
        let locked: Locked?
        /// The form that proposes the text that was typed for a proposal that is no longer open.
        let proposing: Proposing?
        /// The reason why the viewer cannot accept the proposal.
        let why: String?
        let comments: Comments?
        let skip: String?
        let back: String?
    }

    struct Outdated: TemplateValues {
        let words: String
        let text: ShownText?
    }

    struct Rival: TemplateValues {
        let text: ShownText
        let who: String
    }

    struct Decision: TemplateValues {
        let acceptAction: String
        let rejectAction: String
        let proposeAction: String
        let string: SectionFields
        let hidden: HiddenFields
        let isForced: Bool
        let acceptKey: String
        let acceptWord: String
        let texts: [TextField]
        /// Whether the form for the edited text is open, because it was refused.
        let isEditing: Bool
        let chips: PlaceholderChips
        let rejection: RejectFields
        let isRejecting: Bool
    }

    struct Locked: TemplateValues {
        let acceptKey: String
        let acceptWord: String
    }

    struct Proposing: TemplateValues {
        let action: String
        let hidden: HiddenFields
        let string: SectionFields
        let texts: [TextField]
        let chips: PlaceholderChips
        /// Whether a text was typed; otherwise a script may show the form.
        let isShown: Bool
    }

    /// The form for a comment, which returns to the same card.
    struct Comments: TemplateValues {
        let hidden: HiddenFields
        let field: CommentField
    }
}

/// The page of the walk through strings that have no text or need a new text.
struct TranslateContent: Template {
    static let template = "translate"

    var head: WalkHead
    var card: Card?
    let nothing: String
    let elsewhere: [PageLink]
    let next: [QueuedString]
    let more: String?

    struct Card: TemplateValues {
        let keyName: String
        let tag: String
        let state: Pill
        let openString: String
        let source: SourceCard
        let trouble: Trouble?
        var remembered: [Remembered] = []
        let suggestions: [Suggestion]
        let terms: [Term]
        let hidden: HiddenFields
        let unit: UnitFields
        let previous: String?
        let setAction: String
        let proposeAction: String
        let markAction: String
        let title: String
        let chips: PlaceholderChips
        let fields: [TextField]
        let limit: LengthLimit?
        let maySet: Bool
        let mayPropose: Bool
        let mayForce: Bool
        let stillRight: Bool
        let skip: String?
        let back: String?
        /// The reason why the viewer cannot set texts.
        let why: String?
        let refused: Refused?
    }

    /// The reason why the form was refused, or waited while its sender signed in.
    struct Refused: TemplateValues {
        let strong: String
        let words: String
        let isBad: Bool
    }

    /// A match from the translation memory.
    struct Remembered: TemplateValues {
        let words: String
        let text: ShownText
        let use: String
        let from: String?
    }

    struct Suggestion: TemplateValues {
        let icon: String
        let words: String
        let text: ShownText
        let use: String?
    }

    struct Term: TemplateValues {
        let source: String
        let target: String
    }
}
