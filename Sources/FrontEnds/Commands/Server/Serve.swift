import ArgumentParser
import Glibc
import Hosting
import Languages
import Machine
import Translation
import Workspace

/// `dragoman serve`.
struct Serve: Verb {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve projects over HTTP to apps and their testers.",
        usage: """
            dragoman serve [<directory>] [--listen <address>]
            dragoman serve --config <file> [--check-config]
            """,
        discussion: """
            Without a configuration file, serves the project of one directory on this machine. \
            Everyone can read it, and testers can propose with a guid. Prints the addresses for \
            the app, and an admin token that is valid until the server stops.

            With --config or DRAGOMAN_SERVER_CONFIG, serves the projects of a configuration file, \
            whose keys are listed in docs/server/running.md. SIGHUP reloads it, and SIGTERM shuts \
            the server down gracefully.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The directory of a project (default: the current one).")
    var directory: String?

    @Option(help: ArgumentHelp("The configuration file.", valueName: "file"))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "The address to listen on: 127.0.0.1:8080, [::1]:8080 or unix:/path.",
            valueName: "address"))
    var listen: String?

    @Option(
        help: ArgumentHelp(
            "The state directory, which contains the tokens.", valueName: "directory"))
    var state: String?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Override a value of the configuration, such as limits.testerRate=100/min. Can be repeated.",
            valueName: "name=value"))
    var settings: [String] = []

    @Flag(
        help:
            "Print the configuration and the origin of each value, check the files it refers to, and exit."
    )
    var checkConfig = false

    func validate() throws {
        guard config == nil || directory == nil else {
            throw ValidationError("Specify a directory or --config, not both.")
        }
        for setting in settings where !setting.contains("=") {
            throw ValidationError("--set expects NAME=VALUE, not “\(Visible.escaping(setting))”.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        let request = self.request(in: session)
        let configuration = try request.configuration(on: session.host)
        for notice in configuration.notices {
            session.terminal.writeError("warning: \(Visible.escaping(notice))\n")
        }
        guard !checkConfig else {
            session.terminal.write(configuration.lines.map { $0 + "\n" }.joined())
            let problems = configuration.problems(on: session.host)
            // The last problem is thrown and reported like any other refusal.
            for problem in problems.dropLast() {
                session.terminal.writeError("refused: \(Visible.escaping(problem.message))\n")
            }
            if let last = problems.last { throw last }
            return .done
        }
        // Problems with the directory are reported by this program, not by the server.
        if case .directory(let path) = request.subject {
            _ = try Workspace.open(path, host: session.host)
        }
        try become(request)
    }

    private func request(in session: Session) -> ServeRequest {
        let flags =
            [("server.listen", listen, "--listen"), ("server.state", state, "--state")].compactMap {
                flag in
                flag.1.map { ConfigurationOverride(flag.0, $0, flag: flag.2) }
            }
        let others = settings.map { setting in
            let parts = setting.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false
            ).map(String.init)
            return ConfigurationOverride(parts[0], parts[1], flag: "--set")
        }
        let file =
            config ?? (directory == nil ? session.host.variable("DRAGOMAN_SERVER_CONFIG") : nil)
        let subject: ServeRequest.Subject =
            if let file {
                .file(session.path(file, global))
            } else {
                .directory(
                    Self.plain(
                        directory.map { session.path($0, global) } ?? session.directory(global)))
            }
        return ServeRequest(subject, settings: flags + others)
    }

    /// Returns the path without `.` and empty components.
    ///
    /// The last component identifies the project in URLs.
    private static func plain(_ path: String) -> String {
        "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    /// Replaces this process with the server, which is a separate program.
    ///
    /// The protocol conformances in the server's libraries would slow down the start of every verb.
    private func become(_ request: ServeRequest) throws -> Never {
        try Self.become(serverWith: request.words)
    }

    /// Replaces this process with the server program and its arguments.
    static func become(serverWith arguments: [String]) throws -> Never {
        let program = try CompanionProgram.path(of: "dragoman-server", purpose: "serves projects")
        let words = [program] + arguments
        let pointers = words.map { strdup($0) } + [nil]
        execv(program, pointers)
        throw Refusal(
            .file, "Cannot start the program \(program): \(String(cString: strerror(errno))).",
            hint: "Use `make install` to install this version of the server.")
    }
}
