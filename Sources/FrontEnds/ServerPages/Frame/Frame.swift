import Hosting
import Server
import Texts
import Translation

/// What surrounds the content of a page: header, breadcrumb, tabs, banners.
struct Frame: Sendable {
    let context: RequestContext
    /// The name of the page, for the script: `language`.
    let page: String
    /// The title of the document, the most specific first.
    var title: String
    var crumbs: [PageValues] = []
    var tabs: [PageValues] = []
    var search: PageValues?
    var banners: [PageValues] = []
    /// The project that the page is about.
    var project: PageValues?
    var locale: LanguageTag?
    var position: String?
    /// The address of the stream of events, if the page is live.
    var events: String?
    /// Whether a notice was shown that must not come again.
    var clearsNotice = false
    /// Whether the page asks to be loaded again after some seconds.
    var refresh: Int?

    init(_ context: RequestContext, page: String, title: String) {
        self.context = context
        self.page = page
        self.title = title
    }

    /// Takes the notice that the request brings into the banners.
    mutating func takeNotice(_ hidden: PageValues, revertPath: (LanguageTag) -> String) {
        guard let notice = Notice(context) else { return }
        clearsNotice = true
        var action: PageValues?
        if !notice.undo.isEmpty, let locale = notice.locale {
            action = [
                "label": "Undo", "form": revertPath(locale), "href": false, "hidden": hidden,
                "fields": notice.undo.map {
                    ["name": "event", "value": $0.description] as PageValues
                },
            ]
        }
        let rest = notice.leftOut.map { "\($0.what): \($0.because)" }.joined(separator: " ")
        banners.append(
            Marks.banner(
                .ok, icon: "check", notice.message, rest.isEmpty ? nil : rest, action: action,
                // Whoever translates goes on typing in the next field.
                hasFocus: page != "translate"))
    }

    /// The values of the frame.
    func values(in site: Site) -> PageValues {
        var values: PageValues = [
            "assets": [
                "style": site.path(Asset.style.path), "script": site.path(Asset.script.path),
                "icons": site.path(Asset.icons.path),
            ] as PageValues,
            "base": site.path(""), "home": site.path("/"),
            "theme": Preferences(context).theme.rawValue,
            "isSystemTheme": Preferences(context).theme == .system, "title": title, "page": page,
            "crumbs": crumbs, "tabs": tabs, "hasTabs": !tabs.isEmpty, "banners": banners,
            "formToken": site.formToken(context),
            "login": site.path("/login"), "singleKeys": Preferences(context).singleKeys,
        ]
        values.set("search", search)
        values.set("project", project)
        values.set("locale", locale?.rawValue)
        values.set("position", position)
        values.set("events", events)
        values.set("refresh", refresh.map(String.init))
        if case .person(let name, _) = context.principal.kind {
            values["viewer"] =
                [
                    "name": name,
                    "initials": Marks.initials(of: name),
                    "address": site.path("/account"),
                ] as PageValues
        } else {
            values["viewer"] = false
        }
        return values
    }

    /// A part of the breadcrumb.
    static func crumb(_ label: String, _ href: String?) -> PageValues {
        ["label": label, "href": href ?? "", "current": href == nil]
    }
}
