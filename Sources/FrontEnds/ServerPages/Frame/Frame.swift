import Hosting
import Server
import Texts
import Translation

/// The parts of a page around its content: header, breadcrumb, tabs and banners.
struct Frame: Sendable {
    private let preferences: Preferences
    /// The texts of the page.
    let wording: Wording
    /// The name of the signed-in person.
    private let viewer: String?
    /// The result of the previous action, if the request contains it.
    private let notice: Notice?
    /// The page's name as used by the script, such as `language`.
    let page: String
    /// The title of the document, with the most specific part first.
    var title: String
    var crumbs: [PageFrame.Crumb] = []
    var tabs: [PageFrame.Tab] = []
    var search: String?
    var banners: [Banner] = []
    var project: PageFrame.Project?
    var locale: LanguageTag?
    var position: String?
    /// The address of the page, if it was opened at the address of a form.
    var here: String?
    /// The address of the event stream, if the page is live.
    var events: String?
    /// Whether the page shows a notice that must not appear again.
    var clearsNotice = false
    /// The delay in seconds after which the page reloads.
    var refresh: Int?

    init(_ request: PageRequest, page: String, title: String) {
        let context = request.context
        wording = request.wording
        preferences = Preferences(context)
        notice = Notice(context)
        if case .person(let name, _) = context.principal.kind {
            viewer = name
        } else {
            viewer = nil
        }
        self.page = page
        self.title = title
    }

    /// Shows the request's notice as a banner.
    ///
    /// `undoPath` is the address of the form that undoes a commit.
    mutating func takeNotice(
        _ hidden: (_ back: String?) -> HiddenFields, undoPath: String? = nil,
        revertPath: (LanguageTag) -> String
    ) {
        guard let notice else { return }
        clearsNotice = true
        var undo: Banner.Undo?
        if !notice.undo.isEmpty, let locale = notice.locale {
            undo = Banner.Undo(
                action: revertPath(locale), hidden: hidden(notice.back),
                events: notice.undo.map(\.description),
                commit: nil)
        } else if let commit = notice.commit, let undoPath {
            undo = Banner.Undo(action: undoPath, hidden: hidden(nil), events: [], commit: commit)
        }
        let rest = notice.leftOut.map { "\($0.what): \($0.because)" }.joined(separator: " ")
        banners.append(
            Banner(
                .ok, icon: "check", notice.message, rest.isEmpty ? nil : rest, undo: undo,
                // On the translation page, the next field needs the focus, so that typing can
                // continue.
                hasFocus: page != "translate"))
    }

    /// Removes and returns the banner with the result of the previous form.
    mutating func takeSaved() -> Banner? {
        banners.firstIndex { $0.kind == Pill.Kind.ok.rawValue }.map { banners.remove(at: $0) }
    }

    func values(in site: Site) -> PageFrame {
        var values = PageFrame(basePath: site.path(""), page: page, title: title, wording)
        values.theme = preferences.theme == .system ? nil : preferences.theme.rawValue
        values.singleKeys = preferences.singleKeys
        values.refresh = refresh.map(String.init)
        values.project = project
        values.locale = locale?.rawValue
        values.position = position
        values.here = here
        values.events = events
        values.crumbs = crumbs
        values.search = search
        values.tabs = tabs
        values.alerts = Alerts(banners: banners)
        if let viewer {
            values.viewer = PageFrame.Viewer(
                address: site.path("/account"), name: viewer, initials: Marks.initials(of: viewer))
        }
        return values
    }
}
