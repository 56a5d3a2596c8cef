import HTTPTypes
import Hummingbird

/// The script of the in-context editor, a module that pages of other origins load.
enum InContextScript {
    /// Returns the route of the script, which is unknown unless a project has the editor on.
    static func route(_ configuration: HTTPSettings) -> Route {
        let content = SharedBytes(bytes)
        let tag = EntityTag.strong(Digest.short(content.bytes))
        let isOn = !configuration.inContextOrigins.isEmpty
        var route = Route(
            id: "in-context", .get, "/in-context.js", "The script of the in-context editor.",
            family: .operations, access: .everybody,
            answers: [.init(200, "A module.", content: [("text/javascript", .string)])]
        ) { context in
            guard isOn else {
                throw Problem(
                    .unknownPath, "The in-context editor is off.",
                    hint: "Set `inContext` for a project in the configuration.",
                    onPages: .init("There is no page at this address.", hint: nil))
            }
            // Without a fresh copy, pages would keep an editor that the operator has turned off.
            let cacheControl = "no-cache"
            var response =
                context.notModified(tag, cacheControl: cacheControl)
                ?? context.answer(
                    content, mediaType: "text/javascript; charset=utf-8",
                    headers: [.eTag: tag.field, .cacheControl: cacheControl])
            response.headers[.crossOriginResourcePolicy] = "cross-origin"
            return response
        }
        route.isForEditor = true
        return route
    }
}
