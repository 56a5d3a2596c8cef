import HTTPTypes
import Hummingbird
import Server

/// A request to a server with pages: for one of its own pages, or for a form.
///
/// ``PageCall`` adds a project.
struct PageRequest: Sendable {
    let site: Site
    let context: RequestContext

    /// Returns a path with the server's base path.
    func path(_ path: String) -> String { site.path(path) }

    /// The base path as it appears in the request, because some proxies strip it.
    var basePath: String {
        let base = site.path("")
        let path = context.path
        return !base.isEmpty && (path == base || path.hasPrefix(base + "/")) ? base : ""
    }

    /// The token that proves that a form comes from a page of this server.
    var formToken: String { (try? context.formToken()) ?? "" }
}
