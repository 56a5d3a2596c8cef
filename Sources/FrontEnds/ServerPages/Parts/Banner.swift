import Server
import Texts

/// The banners above the content of a page.
struct Alerts: Template {
    static let template = "alerts"

    let banners: [Banner]
}

/// A banner above the content of a page.
struct Banner: Template {
    static let template = "banner"

    let kind: String
    let icon: String
    let strong: String
    let rest: String?
    /// The language of the words, if it is not the page's.
    var lang: String?
    let undo: Undo?
    /// Whether screen readers announce the banner immediately.
    let isAlert: Bool
    /// Whether the banner receives focus, as it does when it shows the result of a form submission.
    let hasFocus: Bool

    /// The form that undoes the action.
    struct Undo: TemplateValues {
        let action: String
        let hidden: HiddenFields
        let events: [String]
        let commit: String?
    }

    init(
        _ kind: Pill.Kind, icon: String, _ strong: String, _ rest: String? = nil,
        undo: Undo? = nil, isAlert: Bool = false, hasFocus: Bool = false
    ) {
        self.kind = kind.rawValue
        self.icon = icon
        self.strong = strong
        self.rest = rest
        self.undo = undo
        self.isAlert = isAlert
        self.hasFocus = hasFocus
    }

    /// Creates the banner for a refused form.
    init(_ problem: Problem, _ wording: Wording) {
        self.init(
            .bad, icon: "error", problem.pageDetail, problem.pageHint, isAlert: true,
            hasFocus: true)
        lang = problem.language(on: wording)
    }

    /// Returns the banner for a frozen language.
    static func frozen(_ locale: LanguageTag, _ wording: Wording) -> Banner {
        Banner(
            .plain, icon: "lock",
            wording("frozen.banner", ["language": wording.language(locale)]),
            wording("frozen.hint"))
    }
}
