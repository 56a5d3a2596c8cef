import HTTPTypes
import Hosting
import Hummingbird
import Interchange
import JSON
import Translation

/// The API for the NStack SDKs: <https://github.com/nstack-io/docs>, `api/2-0/openapi-3-0.yaml`.
///
/// Each operation has several addresses: with and without `content/`, because the SDKs differ, and
/// with and without a project name.
struct NStackRoutes: Sendable {
    let directory: ProjectDirectory
    let memory = NStackMemory()

    init(_ directory: ProjectDirectory) { self.directory = directory }

    /// The first segments of every route's address, after the project's segments.
    static let place: [Substring] = ["api", "v2"]

    var all: [Route] {
        let localize = [
            createProposal, listProposals, deleteProposal, languages, bestFit, resourceIndex,
            resource,
        ]
        var open = openApp
        open.body?.isRequired = false
        return ["", ".project"].flatMap { [open] place in
            localize.flatMap { route in
                [
                    route.mounted(below: "/api/v2/content/localize", place),
                    route.mounted(below: "/api/v2/localize", place, variant: ".short"),
                ]
            } + [open.mounted(below: "/api/v2", place)]
        }
    }

    /// Returns a route with the properties that all NStack routes share.
    func route(
        _ id: String, _ method: HTTPRequest.Method, _ path: PathTemplate, _ summary: String,
        access: Route.Access = .scope(.read), parameters: [Route.Parameter] = [],
        body: JSONSchema? = nil, answers: [Route.Answer], handler: @escaping Route.Handler
    ) -> Route {
        Route(
            id: "nstack." + id, method, path, summary, family: .compatible, access: access,
            parameters: parameters + [Self.applicationID],
            body: body.map { schema in
                Route.Body(
                    content: [
                        ("application/x-www-form-urlencoded", schema), ("application/json", schema),
                    ], maximumBytes: directory.largest(\.formBody))
            }, answers: answers, schemas: NStackSchemas.named,
            crossOrigin: method == .get ? .anyForReading : .configured,
            problemForm: { NStackProblem.response($0, $1) }, handler: handler)
    }

    private static let applicationID = Route.Parameter(
        "X-Application-Id", in: .header,
        "The project's `applicationId`, if the address contains no project.")

    static let platform = Route.Parameter(
        "platform", in: .path, "The platform; all platforms have the same texts.",
        schema: NStackSchemas.platform)

    static let dev = Route.Parameter(
        "dev", "Whether to return the newest texts instead of the channel's release.",
        schema: NStackSchemas.flag)

    /// Returns the release of the project's channel for NStack clients, with the time at which it
    /// was released; nil for the newest texts.
    ///
    /// The time of the release grows even if its texts are older, so that clients load them.
    func release(
        of call: ProjectCall, isUnpublished: Bool
    ) async throws -> NStackMemory.Standing? {
        guard !isUnpublished, let name = call.project.settings.nstackChannel else { return nil }
        try await call.reachWantedPosition()
        let channel = try await call.channel(name)
        return NStackMemory.Standing(
            revision: channel.value.commit, updated: Int64(channel.event.milliseconds))
    }

    /// Returns the release of the channel if it has the given commit.
    func release(_ commit: String, of call: ProjectCall) async -> NStackMemory.Standing? {
        let release = try? await release(of: call, isUnpublished: false)
        return release?.revision == commit ? release : nil
    }

    static let wantedLanguages = Route.Parameter(
        "X-Accept-Language", in: .header,
        "The requested languages, in `Accept-Language` syntax; overrides that header.")
}

extension Route {
    /// Returns the route at one of its addresses.
    fileprivate func mounted(
        below prefix: PathTemplate, _ place: String, variant: String = ""
    ) -> Route {
        var route = self
        route.id += variant + place
        route.path = path.below(prefix)
        if !place.isEmpty { route.path = route.path.below("/projects/{project}") }
        return route
    }
}

extension RequestContext {
    /// Parses the body, in any format that NStack clients send.
    ///
    /// Throws `too-large` if the body exceeds the project's limit, and `malformed` if it cannot be
    /// parsed.
    func nstackForm(
        _ names: [String], of project: ProjectHost, takesScalars: Bool = false
    ) async throws -> NStackForm {
        let bytes = try await body(limit: project.settings.limits.formBody)
        do {
            return try NStackForm(bytes, names: names, takesScalars: takesScalars)
        } catch {
            throw Problem(error)
        }
    }

    /// Returns a parameter from the query, the header, or the form in the body of a GET request.
    ///
    /// The iOS SDK appends `?` to each address. Valid values never end with `?`.
    func nstackValue(_ name: String, _ form: NStackForm?) -> String? {
        let header = HTTPField.Name(name).flatMap { request.headers[$0] }
        for candidate in [query[name].map(Self.withoutMark), header, form?[name]] {
            if let candidate, !candidate.isEmpty { return candidate }
        }
        return nil
    }

    private static func withoutMark(_ text: String) -> String {
        text.hasSuffix("?") ? String(text.dropLast()) : text
    }
}

extension Problem {
    fileprivate init(_ fault: NStackForm.Fault) {
        switch fault {
        case .json(let error): self.init(error)
        case .noObject:
            self.init(.malformed, "The body is JSON, but not an object.", hint: "Send an object.")
        case .noText(let name):
            self.init(.malformed, "The field “\(name)” is not a text.", hint: "Send a text.")
        case .repeated(let name):
            self.init(
                .malformed, "The field “\(name)” appears more than once.", hint: "Send it once.")
        case .encoding(let name):
            self.init(
                .malformed, "The field “\(name)” is not UTF-8, or contains U+0000.",
                hint: "Encode texts in UTF-8.")
        }
    }
}
