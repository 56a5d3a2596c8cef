import Texts
import Translation

/// The hidden fields of every form.
struct HiddenFields: Template {
    static let template = "hidden"

    /// The token that proves that the form comes from a page on this server.
    let formToken: String
    /// The idempotency key, which prevents a second execution.
    let idempotency: String
    /// The address of the next page.
    let back: String
}

/// A field with a name and a value.
struct NamedField: TemplateValues {
    let name: String
    let value: String
}

/// The string in a form, and the state of its text that the page showed.
struct UnitFields: Template {
    static let template = "unit-fields"

    let section: String
    let key: String
    let tag: String
    let seen: String
}

struct SectionFields: Template {
    static let template = "section-fields"

    let section: String
    let key: String

    init(_ string: StringID) {
        section = string.section
        key = string.key
    }
}

/// The proposal in a form, and the state that the page showed.
struct ProposalFields: Template {
    static let template = "proposal-fields"

    let proposal: String
    let tag: String
    let seen: String
}

/// The form for a comment on a proposal.
struct CommentField: TemplateValues {
    let action: String
    /// The comment that was typed into a refused form.
    let comment: String
    /// Whether the form is open, because it was refused.
    let isOpen: Bool
    /// The key under which the browser stores the typed comment.
    let draft: String

    init(_ view: UnitValues, _ proposal: Proposal, _ draft: Draft?, action: String) {
        self.action = action
        let typed = draft?.proposal == proposal.id ? draft?.comment : nil
        comment = typed ?? ""
        isOpen = typed != nil
        self.draft = "\(view.draftPlace)/comment-\(proposal.id)"
    }
}

struct RejectFields: Template {
    static let template = "reject-fields"

    let id: String
    /// The author of the proposal, who can read the reason.
    let maker: String
    let reasons: [RejectionKind]
    /// The reason that was typed into a refused form.
    let reason: String
    /// The key under which the browser stores the typed reason.
    let draft: String
}

struct RejectionKind: TemplateValues {
    let code: String
    let word: String
    /// The digit key that selects the reason.
    let number: String
    let chosen: Bool

    static func all(_ wording: Wording, choosing chosen: String? = nil) -> [RejectionKind] {
        ReasonCode.known.enumerated().map { index, code in
            RejectionKind(
                code: code, word: wording.reason(code), number: String(index + 1),
                chosen: code == chosen)
        }
    }
}

/// A field for a text or for one of its plural forms.
struct TextField: Template {
    static let template = "field"

    let id: String
    let label: String
    /// The name of the plural form, if the text has several.
    let name: String?
    /// Examples of numbers that use the plural form.
    let numbers: String?
    let fieldName: String
    let lang: String
    let dir: String
    let script: String
    let rows: String
    let autofocus: Bool
    /// The key under which the browser stores the typed text, without the name of the field.
    let draft: String
    /// The address to which the typed text is sent for checking.
    let check: String
    let text: String
    let findings: [FindingItem]
    let reads: Reads?

    /// A line that shows how a right-to-left text reads.
    struct Reads: TemplateValues {
        let segments: [TextSegment]
    }
}

/// Buttons that insert the placeholders in the source.
struct PlaceholderChips: Template {
    static let template = "chips-of-placeholders"

    let placeholders: [String]
}

/// The length of a text and its limit.
struct LengthLimit: TemplateValues {
    let max: String
    let unit: String
    let length: String
}
