import Archive
import Bundles
import EventStore
import HTTPTypes
import Hosting
import Hummingbird
import JSON
import Texts
import Translation

/// The files of releases, for apps, and for the caches in front of the server.
struct BundleRoutes: Sendable {
    let directory: ProjectDirectory
    let store: BundleStore
    /// The version of the program.
    let version: String
    let contents = BundleContentCache()

    init(_ directory: ProjectDirectory, _ store: BundleStore, version: String) {
        self.directory = directory
        self.store = store
        self.version = version
    }

    var all: [Route] { [channelFile, releaseFile, archive(.tarGzip), archive(.zip)] }

    /// The word for the newest state, in the place of a channel's name.
    private static let latest = "latest"

    private func route(
        _ id: String, _ path: PathTemplate, _ summary: String, parameters: [Route.Parameter],
        answers: [Route.Answer],
        handler: @escaping @Sendable (ProjectCall) async throws -> Response
    ) -> Route {
        Route(
            id: "bundles." + id, .get, path.below("/projects/{project}/bundles"), summary,
            family: .bundle, access: .scope(.read), parameters: parameters,
            answers: answers + [Route.Answer(304, "The client has the file.")],
            crossOrigin: .anyForReading
        ) { [directory] context in
            try await handler(try await directory.call(context))
        }
    }

    private static let path = Route.Parameter(
        "path", in: .path,
        "The path of a file in the bundle: `manifest.json`, `manifest.json.sig`, `provenance.json`, or a path from the manifest."
    )
    private static let commit = Route.Parameter(
        "commit", in: .path, "The full id of a commit; a tag or an abbreviated id is redirected.")
    private static let file = Route.Answer(
        200, "The file.", content: [("*/*", .string)])
    private static let redirection = Route.Answer(302, "The same with the full id of the commit.")

    // MARK: Routes

    private var channelFile: Route {
        route(
            "channel", "/{channel}/{path...}",
            "A file of the release that a channel points to; `latest` is the newest state.",
            parameters: [.init("channel", in: .path, "A channel, or `latest`."), Self.path],
            answers: [Self.file]
        ) { call in
            let name = call.context["channel"]
            try await call.reachWantedPosition()
            if name == Self.latest {
                guard let commit = call.project.position?.commit else { throw Problem.defect }
                return try await answer(
                    call.context["path"], of: ServedRelease(commit: commit), call,
                    caching: "no-cache")
            }
            let channel = try await call.channel(name)
            return try await answer(
                call.context["path"], of: ServedRelease(channel.value, named: name), call,
                caching: Self.briefly)
        }
    }

    private var releaseFile: Route {
        route(
            "release", "/at/{commit}/{path...}", "A file of the release at a commit.",
            parameters: [Self.commit, Self.path], answers: [Self.file, Self.redirection]
        ) { call in
            guard let release = try await release(call) else {
                return try await redirect(call) { Self.rest(of: $0) }
            }
            return try await answer(
                call.context["path"], of: release, call, caching: Self.forever)
        }
    }

    private func archive(_ form: ArchiveForm) -> Route {
        let (suffix, mediaType) =
            switch form {
            case .tarGzip: (".tar.gz", "application/gzip")
            case .zip: (".zip", "application/zip")
            }
        return route(
            "archive" + suffix, PathTemplate("/at/{commit}" + suffix),
            "The release at a commit as a \(suffix) archive.", parameters: [Self.commit],
            answers: [
                Route.Answer(200, "The archive.", content: [(mediaType, .string)]),
                Self.redirection,
            ]
        ) { call in
            guard let release = try await release(call) else {
                return try await redirect(call) { _ in suffix }
            }
            let name = "\(call.project.settings.name)-\(release.commit.prefix(12))\(suffix)"
            var response = try await answer(
                name, of: release, call, caching: Self.forever,
                key: key(of: release, call).archive(suffix)
            ) { [project = call.project] in
                try await project.archive(of: release, form, named: name, mediaType: mediaType)
            }
            response.headers[.contentDisposition] = "attachment; filename=\"\(name)\""
            return response
        }
    }

    // MARK: Releases

    /// Returns the release at the commit in the path, or nil if the path has no full id.
    private func release(_ call: ProjectCall) async throws -> ServedRelease? {
        let commit = call.context["commit"]
        guard ObjectName.isFull(commit) else { return nil }
        try await call.reachWantedPosition()
        guard try await call.project.hasRelease(commit) else {
            throw Problem(
                ProblemCode(.unknownRevision),
                "No branch or tag of the project contains the commit \(commit).",
                hint: "Use a tag, or the id of a commit.")
        }
        return ServedRelease(commit: commit)
    }

    /// Redirects from a tag or an abbreviated id to the address with the full id.
    private func redirect(
        _ call: ProjectCall, _ rest: (_ path: String) -> String
    ) async throws -> Response {
        let commit = try await call.project.release(named: call.context["commit"])
        let path = "/projects/\(call.project.settings.name)/bundles/at/\(commit)"
        var headers = header(of: call, caching: Self.briefly)
        headers[.location] = call.context.links.absolute(path + rest(call.context.path))
        return Response(status: .found, headers: headers)
    }

    /// Returns the part after the commit of a path, still encoded.
    private static func rest(of path: String) -> String {
        guard let place = path.firstRange(of: "/bundles/at/"),
            let slash = path[place.upperBound...].firstIndex(of: "/")
        else { return "" }
        return String(path[slash...])
    }

    private func key(of release: ServedRelease, _ call: ProjectCall) -> BundleKey {
        release.key(in: call.project.settings.name, version: version)
    }

    // MARK: Responses

    private static let briefly = "max-age=60, stale-if-error=86400"
    private static let forever = "max-age=31536000, immutable"

    /// Returns the header fields of every response about a project's releases.
    private func header(of call: ProjectCall, caching: String) -> HTTPFields {
        guard !call.project.settings.isPublic else { return [.cacheControl: "public, " + caching] }
        return [.cacheControl: "private, " + caching, .vary: "Authorization, Cookie"]
    }

    /// Responds with a file of a release's bundle.
    private func answer(
        _ path: String, of release: ServedRelease, _ call: ProjectCall, caching: String
    ) async throws -> Response {
        try await answer(
            path, of: release, call, caching: caching, key: key(of: release, call)
        ) { [project = call.project] in
            try await project.bundleFiles(of: release)
        }
    }

    /// Responds with a stored file, or with 304, for which no file is read.
    private func answer(
        _ path: String, of release: ServedRelease, _ call: ProjectCall, caching: String,
        key: BundleKey,
        _ make: @escaping BundleStore.Maker
    ) async throws -> Response {
        let bundle: StoredBundle
        do {
            bundle = try await store.bundle(key, make)
        } catch let refusal as Refusal {
            throw Self.problem(refusal, of: release)
        }
        guard let file = bundle.files[Value.Text(path)] else {
            throw Self.unknown(path, in: bundle)
        }
        let context = call.context
        var headers = header(of: call, caching: caching)
        headers[.dragomanRelease] = release.commit
        let tag = EntityTag.strong(file.content.sha256)
        if var unchanged = context.notModified(tag) {
            for field in headers { unchanged.headers[field.name] = field.value }
            return unchanged
        }
        // Some formats contain markup that a browser would run.
        headers[.contentSecurityPolicy] = "default-src 'none'; sandbox"
        headers[.eTag] = tag.field
        var content = file.content
        if let packed = file.packed,
            ContentCoding.takesGzip(context.request.headers[values: .acceptEncoding])
        {
            content = packed
            headers[.eTag] = tag.compressed.field
            headers[.contentEncoding] = "gzip"
        }
        guard context.request.method != .head else {
            headers[.contentType] = file.mediaType
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody(contentLength: content.size) { try await $0.finish(nil) })
        }
        let bytes = try await contents.bytes(of: content) { [store, content] in
            try await store.bytes(of: content, in: key, make)
        }
        return context.answer(bytes, mediaType: file.mediaType, headers: headers)
    }

    /// Returns the problem for a bundle that cannot be made.
    ///
    /// A channel's address is right even if nothing can be made for its value, and so is that of a
    /// commit whose export profiles are not valid.
    private static func problem(_ refusal: Refusal, of release: ServedRelease) -> Problem {
        let problem = Problem(refusal)
        if problem.status.kind == .serverError { return problem }
        if release.channel == nil, problem.status == .notFound { return problem }
        return .unavailable(refusal.message)
    }

    /// The maximum number of files among which similar names are searched.
    private static let mostNames = 1_000

    private static func unknown(_ path: String, in bundle: StoredBundle) -> Problem {
        let names = bundle.files.values.prefix(mostNames).map(\.path)
        return Problem(
            .unknownPath, "The release has no file with this path.",
            hint: "`manifest.json` lists the files.", nearest: NearestMatches.of(path, among: names)
        )
    }
}
