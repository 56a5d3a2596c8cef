import Texts

/// The values of a frame: header, breadcrumb, tabs and banners.
struct PageFrame: Template {
    static let template = "frame"

    /// The language of the page.
    let lang: String
    /// The direction of the page's script, unless it is written from left to right.
    let dir: String?
    let title: String
    let page: String
    let style: String
    /// The script with the texts for the other scripts, in the page's language.
    let words: String
    let script: String
    /// The server's base path, for the script.
    let base: String
    let home: String
    let login: String
    /// The color theme; nil for the system's theme.
    var theme: String?
    /// The delay in seconds after which the page reloads.
    var refresh: String?
    var project: Project?
    var locale: String?
    var position: String?
    /// The address of the page, if it was opened at the address of a form.
    var here: String?
    var events: String?
    var singleKeys = false
    var crumbs: [Crumb] = []
    var search: String?
    var viewer: Viewer?
    var tabs: [Tab] = []
    var alerts = Alerts(banners: [])

    /// An element of the breadcrumb; the last element has no address.
    struct Crumb: TemplateValues {
        let label: String
        var href: String?
    }

    struct Tab: TemplateValues {
        let label: String
        let href: String
        let current: Bool
        var count: String?
        /// The count's name as used by the script.
        var countKey = ""
    }

    struct Project: TemplateValues {
        let name: String
        let href: String
    }

    /// The signed-in person.
    struct Viewer: TemplateValues {
        let address: String
        let name: String
        let initials: String
    }

    init(basePath: String, page: String, title: String, _ wording: Wording) {
        lang = wording.tag.rawValue
        dir = wording.direction == "ltr" ? nil : wording.direction
        self.title = title
        self.page = page
        style = basePath + Asset.style.path
        words = basePath + wording.script.path
        script = basePath + Asset.script.path
        base = basePath
        home = basePath + "/"
        login = basePath + "/login"
    }
}
