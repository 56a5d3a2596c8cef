import HTTPTypes
import Hummingbird
import Server

/// A request for a page of the server, or from a form on such a page.
///
/// ``PageCall`` adds a project.
struct PageRequest: Sendable {
    let site: Site
    let context: RequestContext
    /// The texts of the page, in the sender's language.
    let wording: Wording

    init(site: Site, context: RequestContext) {
        self.site = site
        self.context = context
        wording = site.templates.wordings.wording(
            chosen: Preferences(context).language, accepting: context.header(.acceptLanguage))
    }

    /// Returns a path with the server's base path.
    func path(_ path: String) -> String { site.path(path) }

    /// The base path in the request, which is empty if a proxy stripped it.
    var basePath: String {
        let base = site.path("")
        let path = context.path
        return !base.isEmpty && (path == base || path.hasPrefix(base + "/")) ? base : ""
    }

    /// The token that proves that a form comes from a page on this server.
    var formToken: String { (try? context.formToken()) ?? "" }
}
