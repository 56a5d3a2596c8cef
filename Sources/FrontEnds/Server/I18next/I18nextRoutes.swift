import EventStore
import HTTPTypes
import Hosting
import Hummingbird
import JSON
import Translation
import Workspace

/// The API of i18next's HTTP backends: a file for one language and section, several files at once,
/// and reports of missing keys.
///
/// Each route exists for the default project and, under `/projects/{project}`, for every project.
struct I18nextRoutes: Sendable {
    let directory: ProjectDirectory
    let files: I18nextFiles

    init(_ directory: ProjectDirectory, files: I18nextFiles = I18nextFiles()) {
        self.directory = directory
        self.files = files
    }

    var all: [Route] {
        [true, false].flatMap { isNamed in
            [file(isNamed), several(isNamed), missing(isNamed)]
        }
    }

    /// Returns the id of a route.
    ///
    /// Routes for the default project have different ids from routes with a project name.
    func id(_ name: String, _ isNamed: Bool) -> String {
        isNamed ? "i18next.\(name)" : "i18next.default.\(name)"
    }

    func path(_ path: PathTemplate, _ isNamed: Bool) -> PathTemplate {
        path.below(isNamed ? "/projects/{project}" : "")
    }

    // MARK: One file

    private func file(_ isNamed: Bool) -> Route {
        Route(
            id: id("file", isNamed), .get, path("/locales/{lng}/{ns...}.json", isNamed),
            "A language's texts in a section, as i18next JSON.", family: .compatible,
            access: .scope(.read),
            parameters: [
                .init("lng", in: .path, "A language tag: de, de-CH or de_CH."),
                .init(
                    "ns", in: .path,
                    "A section, which may contain slashes; `translation` by default."),
            ] + Self.formParameters,
            answers: [Self.fileAnswer(.map(of: .any))], crossOrigin: .anyForReading
        ) { context in
            let call = try await directory.call(context)
            let name = try I18nextFileName(
                context["lng"], context["ns"], .init(context.query))
            if let preview = try await preview(call) {
                let found = try await previewed(name, call, preview)
                return Self.answer(try found.file.content, found.position, call)
            }
            let found = try await file(name, call)
            let file = try found.file
            return Self.answer(file.content, found.position, call, tag: file.tag)
        }
    }

    static let formParameters: [Route.Parameter] = [
        .init(
            "flat",
            "If 1, keys that contain dots stay flat; otherwise, they are split at the dots into nested objects.",
            schema: .string),
        .init("reviewed", "With 1, only reviewed texts.", schema: .string),
        .init("v3", "With 1, plurals as in i18next JSON v3 (_plural, _0).", schema: .string),
        .init(
            "Dragoman-Guid", in: .header,
            "Show this guid's open proposals instead of the texts.",
            schema: JSONSchema(
                json: .members(("type", "string"), ("minLength", 8), ("maxLength", 200)))),
    ]

    static func fileAnswer(_ schema: JSONSchema) -> Route.Answer {
        .json(schema, "Texts, lists of texts, and nested groups, by key.")
    }

    /// Returns a file from the cache, or generates it from the newest state.
    func file(_ name: I18nextFileName, _ call: ProjectCall) async throws -> I18nextFiles.Found {
        if let wanted = try call.context.wantedPosition() {
            try await call.project.reach(wanted)
        }
        if let found = files.kept(name, of: call.project) { return found }
        return try await files.make(name, of: call.project) { [project = call.project] in
            try await project.read { try $0.i18nextFile(name) }
        }
    }

    // MARK: Previews

    /// Returns the open proposals of the request's guid, or nil if the request has no guid.
    func preview(_ call: ProjectCall) async throws -> OpenProposals? {
        guard let guid = call.context.guid else { return nil }
        let hashed = HashedGuid(guid: guid, project: call.project.project)
        return try await call.read { try $0.openProposals(of: hashed) }
    }

    /// Returns a file that includes proposals, or the usual file if no proposal is in its section.
    func previewed(
        _ name: I18nextFileName, _ call: ProjectCall, _ preview: OpenProposals
    ) async throws -> I18nextFiles.Found {
        guard preview.concerns(section: call.project.project.section(named: name.section)) else {
            return try await file(name, call)
        }
        return try await call.project.read { try $0.i18nextFile(name, showing: preview) }
    }

    // MARK: Responses

    /// Responds with a file that may be cached for a minute, or with 304.
    ///
    /// Shared caches may store the response only if the project is public. A preview has no tag and
    /// must not be cached.
    static func answer(
        _ content: SharedBytes, _ position: Position?, _ call: ProjectCall, tag: EntityTag? = nil
    ) -> Response {
        let reach = call.project.settings.isPublic ? "public" : "private"
        let cacheControl =
            tag == nil
            ? "private, no-store" : "\(reach), max-age=60, stale-while-revalidate=600"
        var response: Response
        if let tag, let unchanged = call.context.notModified(tag, cacheControl: cacheControl) {
            response = unchanged
        } else {
            response = call.context.answer(
                content, mediaType: "application/json", headers: [.cacheControl: cacheControl])
            if let tag { response.headers[.eTag] = tag.field }
        }
        if let position { call.mark(&response, position) }
        return response
    }
}
