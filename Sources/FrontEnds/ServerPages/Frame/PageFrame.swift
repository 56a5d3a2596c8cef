/// The values of a frame: header, breadcrumb, tabs, banners.
struct PageFrame: Template {
    static let template = "frame"

    let title: String
    let page: String
    let style: String
    let script: String
    /// The scripts that the script imports, which the browser can load at the same time.
    let modules: [String]
    /// The path of the server's address, for the script.
    let base: String
    let home: String
    let login: String
    /// The colours, unless they are the system's.
    var theme: String?
    /// The seconds after which the page is loaded again.
    var refresh: String?
    var project: Project?
    var locale: String?
    var position: String?
    var events: String?
    var singleKeys = false
    var crumbs: [Crumb] = []
    var search: String?
    var viewer: Viewer?
    var tabs: [Tab] = []
    var alerts = Alerts(banners: [])

    /// A part of the breadcrumb; the last one has no address.
    struct Crumb: TemplateValues {
        let label: String
        var href: String?
    }

    struct Tab: TemplateValues {
        let label: String
        let href: String
        let current: Bool
        var count: String?
        /// The name by which the script finds the count.
        var countKey = ""
    }

    struct Project: TemplateValues {
        let name: String
        let href: String
    }

    /// The person who is signed in.
    struct Viewer: TemplateValues {
        let address: String
        let name: String
        let initials: String
    }

    init(basePath: String, page: String, title: String) {
        self.title = title
        self.page = page
        style = basePath + Asset.style.path
        script = basePath + Asset.script.path
        modules = Asset.modules.map { basePath + $0.path }
        base = basePath
        home = basePath + "/"
        login = basePath + "/login"
    }
}
