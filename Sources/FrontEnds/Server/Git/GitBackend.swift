import Dispatch
import Hosting
import HTTPTypes
import Hummingbird
import Logging
import Machine
import Policy
import Translation
import Workspace

/// One run of `git http-backend`, which speaks the Common Gateway Interface (RFC 3875).
struct GitBackend: Sendable {
    let call: ProjectCall
    let isPush: Bool
    /// Held until the program has exited.
    let turn: GitTurns.Turn

    /// The maximum size of the pack in a push, in bytes.
    static let largestPush = 100 << 20
    /// The maximum size of the list of objects that a client wants and has, in bytes.
    static let largestList = 8 << 20
    /// The longest time that a clone, a fetch or a push may take, in seconds.
    static let seconds = 600
    /// The maximum size of the program's header, in bytes.
    private static let largestHeader = 16 << 10

    /// Runs the program, and returns its response, which is sent as the client receives it.
    func answer(_ path: String) async throws -> Response {
        guard let git = Program.find("git", on: call.context.host) else {
            throw Refusal(.file, "The program git is missing.", hint: "Install Git.")
        }
        let process = try PipedProcess(
            git, ["http-backend"], environment: environment(path), limit: .seconds(Self.seconds),
            host: call.context.host)
        // The program must not outlive its client.
        call.context.arrival.channel.closeFuture.whenComplete { [weak process] _ in process?.end() }
        try await feed(process)
        let (header, first) = try await Self.header(of: process)
        let status = header["status"].flatMap { Int($0.prefix(3)) } ?? 200
        var headers: HTTPFields = [.cacheControl: "no-store"]
        headers[.contentType] = header["content-type"]
        return Response(
            status: .init(code: status), headers: headers,
            body: ResponseBody { [self] writer in
                do {
                    var next: [UInt8]? = first
                    while let bytes = next {
                        try await writer.write(ByteBuffer(bytes: bytes))
                        next = await process.read()
                    }
                } catch {
                    process.end()
                    await conclude(process)
                    throw error
                }
                await conclude(process)
                try await writer.finish(nil)
            })
    }

    /// Passes the request's body to the program.
    private func feed(_ process: PipedProcess) async throws {
        guard let body = call.context.target.route.body else { return process.closeInput() }
        guard isPush else {
            // Git may answer before it has read everything, and then waits until its answer is read.
            let bytes = try await call.context.body(limit: body.maximumBytes)
            Task {
                await process.write(bytes)
                process.closeInput()
            }
            return
        }
        try await call.context.readBody(limit: body.maximumBytes) { await process.write($0) }
        process.closeInput()
    }

    /// Logs a failure, and reads the commits of a push.
    private func conclude(_ process: PipedProcess) async {
        let (status, errors) = await process.finish()
        if status != 0 {
            call.context.logger.warning(
                "Git failed.",
                metadata: ["status": .stringConvertible(status), "errors": .string(errors)])
        }
        guard isPush else { return }
        do {
            // A client that reads next sees its own push.
            try await call.project.catchUp()
        } catch {
            call.context.logger.warning(
                "The commits of a push cannot be read.", metadata: ["error": .string("\(error)")])
        }
    }

    private func environment(_ path: String) throws -> [String: String] {
        let context = call.context
        var settings = [
            // Only the branch of texts, whose pushes the hook judges, and tags for admins.
            ("receive.hideRefs", "refs/"),
            ("receive.hideRefs", "!refs/heads/" + Workspace.defaultBranch),
            ("receive.maxInputSize", String(Self.largestPush)),
            ("receive.fsckObjects", "true"),
            // The client may rely on its push, even if the power fails.
            ("core.fsync", "all"),
            // The server packs by its own plan.
            ("receive.autogc", "false"),
            ("receive.denyCurrentBranch", "refuse"),
            ("dragoman.branch", Workspace.defaultBranch),
            ("http.receivepack", isPush ? "true" : "false"),
            ("http.getanyfile", "false"),
        ]
        if (context.scope ?? .read) >= .admin {
            settings.append(("receive.hideRefs", "!refs/tags/"))
        }
        // Another version might judge by other rules.
        if let program = CompanionProgram.commandLine {
            settings.append(("dragoman.program", program))
        }
        let own = context.host
        var environment = [
            "PATH": own.variable("PATH") ?? "/usr/bin:/bin", "LC_ALL": "C",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_PROJECT_ROOT": call.project.gitDirectory, "GIT_HTTP_EXPORT_ALL": "1",
            "PATH_INFO": path, "REQUEST_METHOD": context.isRead ? "GET" : "POST",
            "QUERY_STRING": context.rawQuery ?? "", "GIT_CONFIG_COUNT": String(settings.count),
        ]
        for (index, (key, value)) in settings.enumerated() {
            environment["GIT_CONFIG_KEY_\(index)"] = key
            environment["GIT_CONFIG_VALUE_\(index)"] = value
        }
        for name in ["HOME", "TMPDIR", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_GLOBAL"] {
            environment[name] = own.environment[name]
        }
        environment["CONTENT_TYPE"] = context.header(.contentType)
        environment["CONTENT_LENGTH"] = context.header(.contentLength)
        environment["HTTP_CONTENT_ENCODING"] = context.header(.contentEncoding)
        environment["GIT_PROTOCOL"] = context.header(.gitProtocol)
        if let actor = call.actor {
            environment["REMOTE_USER"] = actor.email
            environment[Pusher.servedVariable] = actor.email
            environment[Pusher.limitVariable] =
                Right.allCases.last { Scope($0) <= context.scope ?? .read }?.rawValue
        }
        return environment
    }

    /// Reads the header of the program's output; returns its fields, and the output that follows.
    private static func header(
        of process: PipedProcess
    ) async throws -> (fields: [String: String], rest: [UInt8]) {
        var bytes: [UInt8] = []
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let range = bytes.firstRange(of: end) {
                let lines = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
                    .split(separator: "\r\n")
                let fields = lines.compactMap { line -> (String, String)? in
                    guard let colon = line.firstIndex(of: ":") else { return nil }
                    return (
                        line[..<colon].lowercased(),
                        String(line[line.index(after: colon)...].drop { $0 == " " })
                    )
                }
                return (
                    Dictionary(fields, uniquingKeysWith: { $1 }), Array(bytes[range.upperBound...])
                )
            }
            guard bytes.count <= largestHeader, let next = await process.read() else {
                let (status, errors) = await process.finish()
                throw Refusal(
                    .file, "git http-backend ended with \(status): \(errors)",
                    hint: "Run git http-backend in the repository.")
            }
            bytes += next
        }
    }
}
