import HTTPTypes
import Hosting
import Hummingbird
package import Texts
import Translation
package import Workspace

/// The native API: the command line's operations as JSON over HTTP, run by the same code.
struct APIRoutes {
    let directory: ProjectDirectory
    let streams: FeedStreams
    let version: String
    let replicator: Replicator

    var all: [Route] {
        projectRoutes + localeRoutes + stringRoutes + pictureRoutes + textRoutes + proposalRoutes
            + decisionRoutes
            + conflictRoutes + revertRoutes + historyRoutes + differenceRoutes + checkRoutes
            + fileRoutes + settingRoutes + channelRoutes + batchRoutes + feedRoutes + syncRoutes
            + suggestionRoutes
    }

    /// Creates a route whose path is under a project's path.
    func route(
        _ id: String, _ method: HTTPRequest.Method, _ path: String, _ summary: String,
        access: Route.Access, parameters: [Route.Parameter] = [], body: Route.Body? = nil,
        answers: [Route.Answer], handler: @escaping @Sendable (ProjectCall) async throws -> Response
    ) -> Route {
        var route = Route(
            id: id, method, PathTemplate("/api/v1/projects/{project}" + path), summary,
            family: .api, access: access, parameters: parameters, body: body, answers: answers,
            schemas: APISchemas.named,
            crossOrigin: method == .get ? .anyForReading : .configured
        ) { [directory] context in
            try await handler(try await directory.call(context))
        }
        route.isForEditor = Self.editorRoutes.contains(id)
        return route
    }

    /// The routes that the in-context editor calls.
    private static let editorRoutes: Set<String> = [
        "projects.show", "locales.list", "strings.list", "strings.show", "texts.list", "texts.show",
        "pictures.add", "proposals.list", "proposals.add", "proposals.delete", "check.text",
    ]
}

extension ProjectCall {
    /// Returns the moment specified by `rev` or `at`, or the tip if both are absent.
    package func moment() throws -> Moment {
        switch (context.query["rev"], context.query["at"]) {
        case (nil, nil): return .tip
        case (let revision?, nil): return .revision(revision)
        case (nil, let time?): return try Moment.time(text: time)
        case (.some, .some):
            throw Problem(
                ProblemCode(.contradiction), "“rev” and “at” are mutually exclusive.",
                hint: "Send only one of them.")
        }
    }

    /// Responds with JSON computed from the state at the moment specified in the query.
    ///
    /// Past states are folded in memory, for the given languages and their fallback chains, in the
    /// lane for slow reads, which is also used for the newest state if `isSlow` is true. If the
    /// query specifies a commit by its full id, the response is cacheable, because that state never
    /// changes.
    func respondAtMoment(
        locales: [LanguageTag]? = nil, isSlow: Bool = false,
        _ body: @escaping @Sendable (Snapshot) throws -> JSONAnswer
    ) async throws -> Response {
        let moment = try moment()
        if case .tip = moment { return try await respond(isSlow: isSlow, body) }
        var response = try await readSlowly(at: moment, locales: locales, body).response
        if moment.isFixed { response.headers[.cacheControl] = Self.immutable }
        return response
    }

    /// The value of `Cache-Control` for a response that never changes.
    static let immutable = "private, max-age=31536000, immutable"

    /// Returns the language specified in a path or parameter, in canonical form.
    package func language(_ text: String) throws -> LanguageTag {
        try Workspace.language(text, warn: { _ in })
    }

    /// Returns the string identified by `section` and `key`, which are parsed as on the command
    /// line.
    package func keyArgument(_ section: String?, _ key: String) throws -> KeyArgument {
        let limit = project.settings.limits.key
        guard key.utf8.count <= limit, section?.utf8.count ?? 0 <= limit else {
            throw Problem(
                ProblemCode(.invalidValue), "The key is longer than \(limit) bytes.",
                hint: "Shorten it.")
        }
        return KeyArgument(key, section: section)
    }

    /// Returns the string identified by the query parameters `section` and `key`.
    package func keyArgument() throws -> KeyArgument {
        try keyArgument(context.query["section"], context.query["key"] ?? "")
    }

    /// Finds the string that a key refers to.
    ///
    /// If the key has a section, no lookup is needed, so the string may not exist. Otherwise throws
    /// for an unknown key, unless `isNew` is true.
    package func string(_ key: KeyArgument, isNew: Bool = false) async throws -> StringID {
        if let section = key.section {
            return StringID(section: project.project.section(named: section), key: key.text)
        }
        return try await read { try isNew ? $0.newString(key) : $0.string(key) }
    }
}

extension Moment {
    /// Whether the state can never change, because the moment is a commit's full id.
    var isFixed: Bool {
        if case .revision(let name) = self { ObjectName.isFull(name) } else { false }
    }
}

/// Checks the names of Git objects.
enum ObjectName {
    /// Returns true if the text is a full SHA-1 id.
    static func isFull(_ text: String) -> Bool {
        text.utf8.count == 40
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            }
    }
}
