/// An open proposal with its forms.
struct ProposalCard: Template {
    static let template = "proposal"

    let proposal: String
    let number: String
    let isFirst: Bool
    /// The last characters of the proposal's id.
    let short: String
    let maker: String
    let person: PersonMark
    let when: TimeMark
    let pills: [Pill]
    let endorsed: Endorsed?
    /// The text without marks, if most of it changed.
    let plain: ShownText?
    let difference: ShownText
    let outdated: String?
    let findings: [FindingItem]
    let note: String?
    let picture: ProposedPicture?
    let remarks: [Remark]
    let hidden: HiddenFields
    let fields: ProposalFields
    let decision: Decision?
    /// The address of the form that withdraws the viewer's own proposal.
    let deleteAction: String?
    let comments: CommentField?
    let endorseAction: String?
    /// The reason why the viewer cannot accept the proposal.
    let why: String?

    struct Endorsed: TemplateValues {
        let count: String
        let words: String
    }

    struct Decision: TemplateValues {
        let acceptAction: String
        let rejectAction: String
        let proposeAction: String
        let isForced: Bool
        let isBlocked: Bool
        let acceptKey: String
        let acceptIcon: String
        let acceptWord: String
        let string: SectionFields
        let texts: [TextField]
        /// Whether the form for the edited text is open, because it was refused.
        let isEditing: Bool
        let chips: PlaceholderChips
        let rejection: RejectFields
        let isRejecting: Bool
    }
}
