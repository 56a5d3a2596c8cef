/// The project's settings, each with its form.
struct SettingsContent: Template {
    static let template = "settings"

    let groups: [Group]

    struct Group: TemplateValues {
        let id: String
        let title: String
        let settings: [Item]
    }

    /// A setting.
    ///
    /// Exactly one of `select`, `line`, `area` and `boxes` is set.
    struct Item: TemplateValues {
        let name: String
        let title: String
        let help: String
        let action: String
        let hidden: HiddenFields
        /// The events that set the value shown.
        let seen: String
        let select: Select?
        let line: Line?
        let area: Area?
        let boxes: Boxes?
        /// The label of the button that saves.
        let save: String
        /// Whether the setting has a value of its own, so that it can be reset.
        let isSet: Bool
        let changed: Changed?
        let refusal: Refusal?
    }

    struct Select: TemplateValues {
        let choices: [Choice]
    }

    struct Line: TemplateValues {
        let value: String
        let placeholder: String
        let isInvalid: Bool
    }

    struct Area: TemplateValues {
        let value: String
        let rows: String
        let isCode: Bool
        let isInvalid: Bool
    }

    struct Boxes: TemplateValues {
        let choices: [Choice]
    }

    /// The last change of the setting.
    struct Changed: TemplateValues {
        let who: String
        let when: TimeMark
        let href: String
    }

    /// The reason why a change was not saved.
    struct Refusal: TemplateValues {
        let message: String
        let hint: String?
        /// The language of the words, if it is not the page's.
        let lang: String?
        /// The current value, if another person has changed it meanwhile.
        let now: String?
    }
}
