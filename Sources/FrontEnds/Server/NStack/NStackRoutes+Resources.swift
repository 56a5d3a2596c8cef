import EventStore
import HTTPTypes
import Hosting
import Hummingbird
import Interchange
import JSON
import Machine
import ReadModel
import Texts
import Translation
import Workspace

extension NStackRoutes {
    // MARK: Index

    var resourceIndex: Route {
        route(
            "resources.index", .get, "/resources/platforms/{platform}",
            "Lists a platform's resources, one for each language.",
            parameters: [
                Self.platform, Self.wantedLanguages,
                .init(
                    "last_updated",
                    "The time at which the client last fetched resources (ISO 8601)."),
                Self.dev,
            ], answers: [.json(NStackSchemas.resources, "The resources.")]
        ) { context in
            let platform = try Self.platform(of: context)
            let call = try await directory.call(context)
            let since = context.nstackValue("last_updated", nil)
            let release = try await release(
                of: call, isUnpublished: Self.flag("dev", of: context))
            let (rows, position) = try await rows(of: platform, since: since, release, call)
            return try context.answer(.array(rows), at: position, varies: true)
        }
    }

    // MARK: Open

    var openApp: Route {
        route(
            "open", .post, "/open", "Tells an app at launch which texts exist.",
            parameters: [Self.wantedLanguages], body: NStackSchemas.opening,
            answers: [.json(NStackSchemas.opened, "The resources.")]
        ) { context in
            let call = try await directory.call(context)
            let form = try await context.nstackForm(
                ["platform", "last_updated", "dev"], of: call.project, takesScalars: true)
            let system = form["platform"] ?? NStackPlatform.mobile.rawValue
            let now = NStackTime.text(context.host.now())
            let release = try await release(
                of: call,
                isUnpublished: Self.flag("dev", of: context) || Self.isOn(form["dev"]))
            let (rows, position) = try await rows(
                of: NStackPlatform(ofSystem: system), since: form["last_updated"], release, call)
            let wanted = context.request.headers.wantedLanguages
            var response = Response.json(
                .members(
                    (
                        "data",
                        .members(
                            ("count", 1), ("localize", .array(rows)), ("platform", .string(system)),
                            ("created_at", .string(now)), ("last_updated", .string(now)))
                    ),
                    (
                        "meta",
                        .members(("accept_Language", wanted.map { .string($0) } ?? .null))
                    )), headers: [.cacheControl: "no-store"])
            response.headers[.dragomanPosition] = position
            return response
        }
    }

    /// Returns the rows of the index, and the corresponding position.
    private func rows(
        of platform: NStackPlatform, since: String?, _ release: NStackMemory.Standing?,
        _ call: ProjectCall
    ) async throws -> (rows: [JSONValue], position: String?) {
        let languages = try await languages(of: call, in: release)
        let standings =
            if let release {
                Dictionary(
                    languages.offered.map { ($0.tag, release) }, uniquingKeysWith: { $1 })
            } else {
                try await standings(of: languages.offered, call)
            }
        let bestFit = languages.bestFit(
            call.context.request.headers.wantedLanguages, mode: call.project.settings.picker)
        let seen = since.flatMap(NStackTime.milliseconds)
        // The address contains the project's name, because the client that fetches it may not send
        // an application id.
        let base = "/projects/\(call.project.settings.name)/api/v2/content/localize/resources/"
        let now = call.context.host.now()
        let rows = languages.offered.compactMap { language -> JSONValue? in
            guard let standing = standings[language.tag], let id = language.resources[platform]
            else { return nil }
            let updated = NStackTime.shown(standing.updated, at: now)
            let url = call.context.links.absolute("\(base)\(id)?rev=\(standing.revision)")
            return .members(
                ("id", .integer(id)), ("url", .string(url)),
                ("last_updated_at", .string(NStackTime.text(updated))),
                (
                    "should_update",
                    .bool(seen.map { NStackTime.isNews(standing.updated, to: $0) } ?? true)
                ),
                ("language", language.json(bestFit: bestFit?.tag)))
        }
        return (rows, call.project.position?.commit)
    }

    /// Returns the last changes of languages, from the cache for languages whose texts have not
    /// changed.
    private func standings(
        of languages: [NStackLanguages.Language], _ call: ProjectCall
    ) async throws -> [LanguageTag: NStackMemory.Standing] {
        let name = call.project.settings.name
        var known: [LanguageTag: NStackMemory.Standing] = [:]
        var unknown: [(language: NStackLanguages.Language, stamp: NStackMemory.Stamp)] = []
        for language in languages {
            let stamp = call.stamp(of: language)
            if let standing = memory.standing(of: language.tag, in: name, stamp) {
                known[language.tag] = standing
            } else {
                unknown.append((language, stamp))
            }
        }
        guard !unknown.isEmpty else { return known }
        let source = call.project.project.source
        let changed = unknown.map(\.language)
        let read = try await call.read { snapshot in
            let position = try snapshot.position
            return try changed.map { language in
                let event = try snapshot.model.newestTextEvent(
                    in: [language.tag, source] + language.lenders)
                return NStackMemory.Standing(
                    revision: position?.commit ?? "", updated: Int64(event?.milliseconds ?? 0))
            }
        }
        for ((language, stamp), standing) in zip(unknown, read) {
            memory.note(standing, of: language.tag, in: name, stamp)
            known[language.tag] = standing
        }
        return known
    }

    // MARK: Show

    var resource: Route {
        route(
            "resources.show", .get, "/resources/{id}", "Returns a language's texts.",
            parameters: [
                .init(
                    "id", in: .path, "The number of the resource.",
                    schema: .integer(in: 1...Int64(Int32.max))),
                .init("flat", "Whether to omit sections.", schema: NStackSchemas.flag),
                Self.dev,
                .init(
                    "rev", "The commit that contains the texts, as in the index's addresses.",
                    schema: .string(pattern: "^([0-9a-f]{40})?$")),
            ],
            answers: [
                .json(
                    NStackSchemas.texts,
                    "The texts. A missing text is replaced by `__` and its key.")
            ]
        ) { context in
            let call = try await directory.call(context)
            let position = call.project.position?.commit
            let fixed = context.nstackValue("rev", nil)
            let release =
                if let fixed {
                    await self.release(fixed, of: call)
                } else {
                    try await self.release(of: call, isUnpublished: Self.flag("dev", of: context))
                }
            let languages = try await languages(of: call, in: release)
            guard let number = Int64(context["id"]), let found = languages.resource(number) else {
                throw Problem(
                    .unknownPath, "No resource has this id.",
                    hint: "Use an id from the list of resources.")
            }
            let request = NStackResource(
                number: number, language: found.language, platform: found.platform,
                isFlat: Self.flag("flat", of: context))
            let revision = fixed ?? release?.revision
            let file = try await file(request, revision: revision, call)
            let visibility = call.project.settings.isPublic ? "public" : "private"
            let caching =
                visibility + (fixed == nil ? ", no-cache" : ", max-age=31536000, immutable")
            var response =
                context.notModified(file.tag, cacheControl: caching)
                ?? context.answer(
                    file.content, mediaType: "application/json",
                    headers: [.eTag: file.tag.field, .cacheControl: caching])
            response.headers[.dragomanRelease] = revision
            if let position = fixed ?? position {
                response.headers[.dragomanPosition] = position
                context.record.note { $0.position = position }
            }
            return response
        }
    }

    /// Returns a resource's file, from the cache if possible.
    private func file(
        _ resource: NStackResource, revision: String?, _ call: ProjectCall
    ) async throws -> NStackMemory.File {
        let project = call.project.settings.name
        let stamp = call.stamp(of: resource.language)
        let standing = memory.standing(of: resource.language.tag, in: project, stamp)
        func name(_ revision: String?) -> NStackMemory.FileName {
            NStackMemory.FileName(
                project: project, resource: resource.number, isFlat: resource.isFlat,
                revision: revision)
        }
        guard let revision, revision != standing?.revision else {
            if let file = memory.file(name(nil), stamp) { return file }
            let (file, isCurrent) = try await call.read { snapshot in
                let file = try resource.file(snapshot)
                // The version covers the fallback chain, so the file is cached only if the chain is
                // unchanged.
                let lenders = try snapshot.model.lenders(to: resource.language.tag)
                return (file, lenders == resource.language.lenders)
            }
            if isCurrent { memory.note(file, name(nil), stamp) }
            return file
        }
        let fixed = NStackMemory.Stamp(texts: call.project.texts, version: nil)
        let fixedName = name(revision)
        if let file = memory.file(fixedName, fixed) { return file }
        try await Self.require(revision, call)
        return try await memory.fileRuns.run(fixedName) { [memory] in
            if let file = memory.file(fixedName, fixed) { return file }
            let file = try await call.readSlowly(
                at: .revision(revision), locales: [resource.language.tag]
            ) {
                try resource.file($0)
            }
            memory.note(file, fixedName, fixed)
            return file
        }
    }

    /// Throws unless the revision is the full id of a commit in a branch or tag.
    ///
    /// The file for any other revision could change.
    private static func require(_ revision: String, _ call: ProjectCall) async throws {
        do {
            if ObjectName.isFull(revision) {
                if try await call.project.hasRelease(revision) { return }
                // Another process may have committed it just now.
                return try await call.project.reach(revision)
            }
        } catch is ProjectHost.Behind {}
        throw Problem(
            ProblemCode(.unknownRevision), "The project does not have this commit.",
            hint: "Use an address from the list of resources.")
    }
}

private struct NStackResource: Sendable {
    let number: Int64
    let language: NStackLanguages.Language
    let platform: NStackPlatform
    let isFlat: Bool

    func file(_ snapshot: Snapshot) throws -> NStackMemory.File {
        let numbers = NStackJSON.Numbers(
            language: language.number,
            platform: NStackNumbers.number(.platform, platform.rawValue, in: snapshot.project),
            platformName: platform.rawValue)
        let format = NStackJSON(numbers: numbers)
        let request = ExportRequest(format: format, locales: [language.tag])
        let exported = try snapshot.export([ExportProfile(name: "nstack", request: request)])
        var file = exported.files.first?.bytes
        if file == nil {
            // An export of a project without strings has no files.
            let options = ExportOptions(
                defaultSection: snapshot.project.defaultSection,
                isSource: language.tag == snapshot.project.source)
            file = try format.write([], language: language.tag, options: options).files.first?.bytes
        }
        guard var bytes = file else { throw Problem.defect }
        if isFlat { bytes = try Self.flattened(bytes) }
        return NStackMemory.File(bytes: bytes)
    }

    /// Removes the level of sections.
    ///
    /// If several sections contain the same key, the first section wins.
    private static func flattened(_ bytes: [UInt8]) throws -> [UInt8] {
        guard let root = try JSONValue.parse(bytes).objectValue,
            let sections = root["data"]?.objectValue
        else { throw Problem.defect }
        var known: Set<JSONValue> = []
        let texts = sections.members.flatMap { $0.value.objectValue?.members.map { $0 } ?? [] }
            .filter { known.insert(.string($0.key)).inserted }
        return PrettyJSON.encode(
            .object(
                JSONObject(
                    uniqueMembers: root.members.map { member in
                        member.key == "data"
                            ? (member.key, .object(JSONObject(uniqueMembers: texts))) : member
                    })))
    }
}

extension ProjectCall {
    /// Returns the version of a language's texts.
    ///
    /// Call this before reading the texts.
    fileprivate func stamp(of language: NStackLanguages.Language) -> NStackMemory.Stamp {
        NStackMemory.Stamp(
            texts: project.texts,
            version: project.texts.version(of: [language.tag] + language.lenders))
    }
}
