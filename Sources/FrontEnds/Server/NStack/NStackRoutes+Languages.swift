import EventStore
import HTTPTypes
import Hosting
import Hummingbird
import JSON
import Translation
import Workspace

extension NStackRoutes {
    var languages: Route {
        route(
            "languages", .get, "/{platform}/languages", "Lists the languages that apps offer.",
            parameters: [
                Self.platform, Self.wantedLanguages,
                .init(
                    "show_inactive_languages", "Whether to include planned languages.",
                    schema: NStackSchemas.flag),
            ], answers: [.json(NStackSchemas.languages, "The languages, source language first.")]
        ) { context in
            _ = try Self.platform(of: context)
            let call = try await directory.call(context)
            let languages = try await languages(of: call)
            let bestFit = languages.bestFit(
                context.request.headers.wantedLanguages, mode: call.project.settings.picker)
            let shown =
                Self.flag("show_inactive_languages", of: context)
                ? languages.languages : languages.offered
            return try context.answer(
                .array(shown.map { $0.json(bestFit: bestFit?.tag) }),
                at: call.project.position?.commit, varies: true)
        }
    }

    var bestFit: Route {
        route(
            "languages.best_fit", .get, "/{platform}/languages/best_fit",
            "Chooses a language for a user.", parameters: [Self.platform, Self.wantedLanguages],
            answers: [.json(NStackSchemas.bestFit, "The language.")]
        ) { context in
            _ = try Self.platform(of: context)
            let call = try await directory.call(context)
            let languages = try await languages(of: call)
            let wanted = context.request.headers.wantedLanguages
            guard let language = languages.bestFit(wanted, mode: call.project.settings.picker)
            else { throw Problem.defect }
            return try context.answer(
                language.json(bestFit: language.tag),
                meta: .members(("Accept-Language", wanted.map { .string($0) } ?? .null)),
                at: call.project.position?.commit, varies: true)
        }
    }

    /// Returns the platform in the path.
    ///
    /// Throws `unknown-path` for a platform that NStack does not support.
    static func platform(of context: RequestContext) throws(Problem) -> NStackPlatform {
        if let platform = NStackPlatform(rawValue: context["platform"]) { return platform }
        let names = NStackPlatform.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(
            .unknownPath, "There is no such platform.", hint: "The platforms are \(names).")
    }

    /// Returns true if a query parameter is `true` or `1`.
    static func flag(_ name: String, of context: RequestContext) -> Bool {
        isOn(context.nstackValue(name, nil))
    }

    /// Returns true for `true` and `1`.
    static func isOn(_ value: String?) -> Bool { ["true", "1"].contains(value?.lowercased()) }

    /// Returns the languages of a release, or of the newest state.
    func languages(
        of call: ProjectCall, in release: NStackMemory.Standing?
    ) async throws -> NStackLanguages {
        guard let commit = release?.revision else { return try await languages(of: call) }
        let name = call.project.settings.name
        if let languages = memory.languages(of: name, in: commit) { return languages }
        return try await memory.languageRuns.run(name + commit) { [memory] in
            if let languages = memory.languages(of: name, in: commit) { return languages }
            let languages = try await call.readSlowly(at: .revision(commit)) {
                try NStackLanguages($0)
            }
            memory.note(languages, of: name, in: commit)
            return languages
        }
    }

    /// Returns a project's languages, from the cache unless its strings, languages or settings have
    /// changed.
    func languages(of call: ProjectCall) async throws -> NStackLanguages {
        try await call.reachWantedPosition()
        let name = call.project.settings.name
        let texts = call.project.texts
        let stamp = NStackMemory.Stamp(texts: texts, version: texts.version(of: []))
        if let languages = memory.languages(of: name, stamp) { return languages }
        let languages = try await call.read { try NStackLanguages($0) }
        memory.note(languages, of: name, stamp)
        return languages
    }
}

extension ProjectCall {
    /// Catches up if the client requires a newer position.
    ///
    /// Call this before responding from the cache.
    func reachWantedPosition() async throws {
        guard let position = try context.wantedPosition() else { return }
        try await project.reach(position)
    }
}

extension RequestContext {
    /// Responds with `{"data": …}` and a tag computed from its bytes, or with 304.
    ///
    /// `varies` marks responses that depend on the languages that the client requests.
    func answer(
        _ data: JSONValue, meta: JSONValue? = nil, at position: String?, varies: Bool = false
    ) throws -> Response {
        var members = [("data", data)]
        if let meta { members.append(("meta", meta)) }
        let bytes = CanonicalJSON.encode(.members(members)) + [UInt8(ascii: "\n")]
        let tag = EntityTag.strong(Digest.short(bytes))
        var response =
            notModified(tag)
            ?? .bytes(bytes, mediaType: "application/json", headers: [.eTag: tag.field])
        if varies { response.headers[.vary] = "Accept-Language, X-Accept-Language" }
        if let position {
            response.headers[.dragomanPosition] = position
            record.note { $0.position = position }
        }
        return response
    }
}
