import Texts
import Translation

/// The hidden fields that each form has.
struct HiddenFields: Template {
    static let template = "hidden"

    /// Proves that the form is from a page of this server.
    let formToken: String
    /// Makes the form count once.
    let idempotency: String
    /// The address of the page that follows.
    let back: String
}

/// A field with a name and a value.
struct NamedField: TemplateValues {
    let name: String
    let value: String
}

/// The string that a form is about, and the state of its text that the page showed.
struct UnitFields: Template {
    static let template = "unit-fields"

    let section: String
    let key: String
    let tag: String
    let seen: String
}

/// The string that a form is about.
struct SectionFields: Template {
    static let template = "section-fields"

    let section: String
    let key: String

    init(_ string: StringID) {
        section = string.section
        key = string.key
    }
}

/// The proposal that a form is about, and the state that the page showed.
struct ProposalFields: Template {
    static let template = "proposal-fields"

    let proposal: String
    let tag: String
    let seen: String
}

/// The fields of a rejection.
struct RejectFields: Template {
    static let template = "reject-fields"

    let id: String
    /// The author of the proposal, who can read the reason.
    let maker: String
    let reasons: [RejectionKind]
}

/// A kind of reason for a rejection.
struct RejectionKind: TemplateValues {
    let code: String
    /// The digit that chooses it.
    let number: String

    static let all = ReasonCode.known.enumerated().map { index, code in
        RejectionKind(code: code, number: String(index + 1))
    }
}

/// A field for a text or for one of its forms.
struct TextField: Template {
    static let template = "field"

    let id: String
    let label: String
    /// The name of the form, if the text has several.
    let name: String?
    /// Numbers that the form is for.
    let numbers: String?
    let fieldName: String
    let lang: String
    let dir: String
    let script: String
    let rows: String
    let autofocus: Bool
    /// The key under which the browser keeps what was typed.
    let draft: String?
    /// The address that checks what is typed.
    let check: String
    let text: String
    let findings: [FindingItem]
    let reads: Reads?

    /// A line that shows how a text from right to left reads.
    struct Reads: TemplateValues {
        let segments: [TextSegment]
    }
}

/// Buttons that insert the placeholders of the source.
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
