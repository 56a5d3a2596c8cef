import Server

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
    init(_ problem: Problem) {
        self.init(
            .bad, icon: "error", problem.pageDetail, problem.pageHint, isAlert: true,
            hasFocus: true)
    }

    /// Returns the banner for a frozen language.
    static func frozen(_ english: String) -> Banner {
        Banner(
            .plain, icon: "lock", "\(english) is frozen.",
            "You can propose and reject, but not accept until a maintainer thaws it.")
    }
}
