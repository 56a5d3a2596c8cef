import Hosting
import HTTPTypes
import Hummingbird
import Policy
import Workspace

/// Git over HTTP: `git clone`, `fetch` and `push` with the tokens of the server.
///
/// `git http-backend` answers; see <https://git-scm.com/docs/http-protocol>. The repository's hook
/// judges each push as the token's person. Only the branch of texts and, for admins, tags can be
/// pushed. The protocol that serves single files is off.
struct GitRoutes: Sendable {
    private let directory: ProjectDirectory
    private let turns = GitTurns()

    init(_ directory: ProjectDirectory) { self.directory = directory }

    var all: [Route] {
        ["/projects/{project}.git", "/projects/{project}"].flatMap { (place: PathTemplate) in
            let suffix = place.description.hasSuffix(".git") ? "" : ".short"
            return [
                route(
                    "refs" + suffix, .get, "/info/refs", below: place,
                    "The references of the repository.", .scope(.read)),
                route(
                    "fetch" + suffix, .post, "/git-upload-pack", below: place,
                    "The objects that a clone or a fetch needs.", .scope(.read)),
                route(
                    "push" + suffix, .post, "/git-receive-pack", below: place,
                    "Push to the branch of texts.", .scope(.propose)),
            ]
        }
    }

    private func route(
        _ id: String, _ method: HTTPRequest.Method, _ path: PathTemplate,
        below place: PathTemplate, _ summary: String, _ access: Route.Access
    ) -> Route {
        let isPush = path.description == "/git-receive-pack"
        return Route(
            id: "git." + id, method, path.below(place), summary, family: .compatible,
            access: access,
            parameters: method == .get
                ? [.init("service", "`git-upload-pack` or `git-receive-pack`.", isRequired: true)]
                : [],
            body: method == .get
                ? nil
                : Route.Body(
                    content: [("*/*", .string)],
                    maximumBytes: isPush ? GitBackend.largestPush : GitBackend.largestList,
                    seconds: GitBackend.seconds, mayBeEncoded: true),
            answers: [.init(200, "The answer of Git.", content: [("*/*", .string)])],
            problemForm: { GitRoutes.response($0, $1) }
        ) { context in
            let service = isPush ? "git-receive-pack" : "git-upload-pack"
            return try await answer(
                try await directory.call(context), path.description,
                for: method == .get ? context.query["service"] : service)
        }
    }

    private func answer(
        _ call: ProjectCall, _ path: String, for service: String?
    ) async throws -> Response {
        let isPush = service == "git-receive-pack"
        if isPush {
            try call.context.require(.propose)
            try call.requireAllLanguages()
        }
        let access = call.project.settings.git
        guard access != .off else {
            throw Problem(
                .unknownPath, "This project is not served to Git.",
                hint: "The server's operator can set `git` for the project.")
        }
        guard isPush || service == "git-upload-pack" else {
            throw Problem(
                .unknownPath, "Git is served over the smart protocol only.",
                hint: "Use Git 1.6.6 or later.")
        }
        guard !isPush || call.actor != nil else {
            throw Problem(.scope, "Only people can push.", hint: "Use a token of a person.")
        }
        guard !isPush || access == .write else {
            throw Problem(
                .scope, "Git may only read this project.",
                hint:
                    "Send changes over the API, or ask the server's operator to set `git = write`.")
        }
        if isPush { try call.project.requireServerHook() }
        let turn = try await turns.wait(for: call.project.settings.name, isPush: isPush)
        return try await GitBackend(call: call, isPush: isPush, turn: turn).answer(path)
    }

    /// Returns a problem as text, which Git shows to people, and asks for a token as Git expects.
    private static func response(_ problem: Problem, _: Request) -> Response {
        var headers: HTTPFields = [.contentType: "text/plain; charset=utf-8"]
        var hint = problem.hint
        if problem.status == .unauthorized {
            hint = "Send a token as the password; the user name may be anything."
            headers[.wwwAuthenticate] = "Basic realm=\"Dragoman\", charset=\"UTF-8\""
        }
        let lines = [problem.detail, hint].compactMap(\.self).map { $0 + "\n" }
        return Response(
            status: problem.status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: lines.joined())))
    }
}
