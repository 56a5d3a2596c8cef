import Server

/// The message under a field that was refused.
struct FieldError: Template {
    static let template = "field-error"

    /// The id of the field.
    let id: String
    let words: String
    /// The language of the words, if it is not the page's.
    var lang: String?

    init(id: String, words: String) {
        self.id = id
        self.words = words
    }

    init(id: String, _ problem: Problem, _ wording: Wording) {
        self.id = id
        words = [problem.pageDetail, problem.pageHint].compactMap(\.self).joined(separator: " ")
        lang = problem.language(on: wording)
    }
}

/// The fields for a source string.
struct SourceFieldSet: Template {
    static let template = "source-fields"

    let sourceLanguage: String
    let fields: [TextField]
    let textError: FieldError?
    /// The text, if pages cannot edit it.
    let fixed: ShownText?
    /// Whether the text has plural forms.
    let isPlural: Bool
    /// The address of the same form with plural forms.
    let pluralForm: String?
    let comment: String
    let limit: String
    let limitError: FieldError?
    let units: [Choice]
    let labels: String
    let screenshot: String
    let screenshotError: FieldError?
    let isUntranslatable: Bool
}

/// The fields for the section and the key of a string.
struct NameFields: Template {
    static let template = "name-fields"

    let section: String
    let sectionError: FieldError?
    let sections: [String]
    let key: String
    let keyError: FieldError?
}

/// The form for a new string.
struct NewStringContent: Template {
    static let template = "new-string"

    let action: String
    let hidden: HiddenFields
    let names: NameFields
    let source: SourceFieldSet
    let back: String
}

/// The form that changes a source string.
struct EditStringContent: Template {
    static let template = "edit-string"

    let keyName: String
    let action: String
    let hidden: HiddenFields
    let unit: UnitFields
    /// The language whose page led here, and is opened next.
    let language: String
    let meanwhile: Meanwhile?
    let source: SourceFieldSet
    /// The consequences of a new text; nil if there are none.
    let effects: Effects?
    let isMinor: Bool
    let picture: PictureForm
    let links: [PageLink]
    let back: String

    /// The changes that somebody else made while the form was open.
    struct Meanwhile: TemplateValues {
        let who: String
        let text: ShownText?
        let rows: [Row]
    }

    struct Row: TemplateValues {
        let name: String
        let before: String
        let now: String
    }
}

/// The form that renames a string or moves it to another section.
struct RenameStringContent: Template {
    static let template = "rename-string"

    let keyName: String
    let action: String
    let hidden: HiddenFields
    let unit: UnitFields
    let language: String
    let names: NameFields
    let effects: Effects
    let back: String
}

/// The consequences of a change: sentences, and the affected languages or texts.
struct Effects: Template {
    static let template = "effects"

    let sentences: [String]
    let rows: [Row]
    let more: String?

    struct Row: TemplateValues {
        let tag: String
        let name: String
        let text: ShownText?
        let note: String?
    }
}

/// The page that shows the consequences of a change and asks for a confirmation.
struct ConfirmContent: Template {
    static let template = "confirm"

    let title: String
    /// The name of the string or language, shown after the title.
    let name: String
    let isCode: Bool
    /// The changes to the text.
    let text: ShownText?
    let effects: Effects
    let action: String
    let hidden: HiddenFields
    let fields: [NamedField]
    let word: String
    let isBad: Bool
    let alternative: Alternative?
    /// The label of the button that returns to the form with what was typed.
    let again: String?
    /// The address of the page to return to, if there was no form.
    let back: String?

    /// A second way to go ahead.
    struct Alternative: TemplateValues {
        let name: String
        let word: String
    }
}
