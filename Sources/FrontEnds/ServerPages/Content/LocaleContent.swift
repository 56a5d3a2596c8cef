/// The page that finds a language by its name and adds it.
struct NewLocaleContent: Template {
    static let template = "new-locale"

    let search: String
    let query: String
    let names: [Choice]
    /// The sentence about a name that no language has.
    let nothing: String?
    let listTitle: String
    let choices: [LocaleChoice]
    let card: LocaleCard?
    let form: LocaleForm?
    let isKnown: LocaleChoice?
    let back: String
}

/// A language that can be chosen.
struct LocaleChoice: TemplateValues {
    let href: String
    let tag: String
    let languageName: String
    let own: String
    let dir: String
}

/// CLDR's data about a language.
struct LocaleCard: Template {
    static let template = "locale-card"

    let tag: String
    let languageName: String
    let own: String?
    let dir: String
    let script: String
    let plurals: [Plural]
    let ordinals: [Plural]
    let chain: String
    let notes: [String]

    /// A plural category and the numbers that it is for.
    struct Plural: TemplateValues {
        let name: String
        let numbers: String
    }
}

/// The form with the attributes of a language.
struct LocaleForm: Template {
    static let template = "locale-form"

    let action: String
    let hidden: HiddenFields
    let tag: String
    /// The state of the attributes that the form shows.
    let seen: String
    let name: String
    let namePlaceholder: String
    let fallback: String
    let fallbackPlaceholder: String
    let fallbackError: FieldError?
    let isPlanned: Bool
    let word: String
    let back: String
}

/// The page with the attributes of a language.
struct LocaleSettingsContent: Template {
    static let template = "locale-settings"

    let languageName: String
    let card: LocaleCard
    let form: LocaleForm
    let remove: String
}
