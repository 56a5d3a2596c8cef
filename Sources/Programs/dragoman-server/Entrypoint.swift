import Cprocess
import Foundation
import Hosting
import Logging
import Machine
import Server
import ServerPages
import Translation
import struct Machine.Host
import Workspace

/// The server program: reads its arguments and environment, and serves until it is asked to exit.
@main
enum Entrypoint {
    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        DescriptorPlan.raiseLimit()
        // By default, glibc uses eight arenas per processor, and threads in one arena cannot use
        // the free memory of another (ADR 0064).
        cprocess_limit_arenas(2)
        let host = Host(
            currentDirectory: FileManager.default.currentDirectoryPath,
            environment: ProcessInfo.processInfo.environment, now: Clock.now, random: .system)
        let test = WebhookTest(words: words())
        guard let request = test?.request ?? ServeRequest(words: words()) else {
            say("dragoman-server is started by `dragoman serve`.\n")
            exit(64)
        }
        do {
            try host.takeGitConfiguration()
            if let test {
                let failure = try await test.failure(on: host)
                say((failure ?? "The receiver accepted the message.") + "\n")
                exit(failure == nil ? 0 : 1)
            }
            try await serve(request, on: host)
        } catch let error as Refusal {
            say("refused: \(error.message)\n")
            let hint = error.hint.http ?? "Use `dragoman -C DIR status` for details."
            say("hint: \(hint)\n")
            exit(2)
        } catch {
            say("refused: \(error)\n")
            exit(2)
        }
    }

    private static func serve(_ request: ServeRequest, on host: Host) async throws {
        let configuration = try request.configuration(on: host)
        let logger = Logger(label: "dragoman") { _ in
            LineLogHandler(
                form: isatty(STDERR_FILENO) == 1 ? .text : .json, now: Clock.now, write: writeLog)
        }
        for notice in configuration.notices { logger.warning("\(notice)") }
        let passing = try request.passingToken(on: host)
        let notifier = ServiceManager(environment: host.environment)
        let banner = Banner(
            configuration: configuration, token: passing?.secret,
            isWanted: request.isForOneProject)
        var options = ServerOptions(
            version: ProgramVersion.number, passingToken: passing?.token,
            reread: { try request.configuration(on: host) }, reloads: Reloads.stream(),
            whenListening: { port in
                logger.notice(
                    "listening",
                    metadata: ["address": .string(banner.address(port: port))])
                banner.write(port: port)
            }, whenReady: { notifier.say("READY=1") })
        options.furtherRoutes = Pages.routes
        let address = try configuration.server.url.map { try Links($0.description) }
        options.htmlProblem = try Pages.problemPage(basePath: address?.basePath ?? "")
        let application = try await buildApplication(
            configuration, options: options, host: host, logger: logger)
        try await run(application, at: configuration.server.listen, drainSeconds: 40) { exit(130) }
        notifier.say("STOPPING=1")
    }

    private static func words() -> [String] {
        (1..<max(1, cprocess_word_count())).compactMap { index in
            cprocess_word(index).map { String(cString: $0) }
        }
    }

    private static func say(_ text: String) { writeLog(Array(text.utf8)) }
}

extension ServeRequest {
    /// Returns an admin token for Git's configured user if a single project is served.
    ///
    /// Otherwise, returns nil. Throws a refusal if the directory contains no project.
    func passingToken(on host: Host) throws -> (token: Token, secret: TokenSecret)? {
        guard case .directory(let path) = subject else { return nil }
        let workspace = try Workspace.open(path, host: host)
        let actor =
            (try? workspace.actor()) ?? Actor(name: "Administrator", email: "admin@localhost")
        return Token.passing(for: actor, on: host)
    }
}

enum Clock {
    /// Returns the current time in Unix milliseconds.
    @Sendable static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// Writes a line of the log with a single call.
@Sendable func writeLog(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
