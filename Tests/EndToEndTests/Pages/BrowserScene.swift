import Foundation
import TestWorld
import Testing

/// A project, `shop`, on the built server, and scripts that test its pages with Chromium.
struct BrowserScene {
    let sandbox: Sandbox
    private let server: ProductServer
    /// The port of an app that may use the in-context editor, and that the scripts serve.
    private let appPort: UInt16
    private let tokens: String

    private static let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Browser").path
    private static let environment = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent(".build/venv").path
    private static var python: String { environment + "/bin/python" }

    /// The reason why no browser can run, or `nil`.
    static var obstacle: String? {
        for (package, file) in [
            ("chromium", "/usr/bin/chromium"), ("chromium-driver", "/usr/bin/chromedriver"),
        ] where !FileManager.default.isExecutableFile(atPath: file) {
            return "\(package) is not installed: .ci/deps does it"
        }
        let packages =
            (try? String(contentsOfFile: environment + "/installed", encoding: .utf8)) ?? ""
        return packages.contains("selenium")
            ? nil : "selenium is not installed in .build/venv: .ci/deps does it"
    }

    /// Creates a project with command lines, each prefixed with the name of its user, and serves
    /// it.
    ///
    /// Lines of `git` make tags. `files` are written beside the project, for imports.
    init(_ lines: [String], files: [String: String]) throws {
        sandbox = try Sandbox()
        for (name, contents) in files { try sandbox.write(contents, to: name) }
        #expect(sandbox.run(["init", "shop"]).status == 0)
        for line in lines {
            let words = Transcript.words(line)
            let name = words[0]
            let environment = [
                "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": "\(name.lowercased())@example.org",
                "DRAGOMAN_GUID": "guid-of-\(name.lowercased())",
            ]
            let result =
                try words[1] == "git"
                ? sandbox.execute(
                    "/usr/bin/env", Array(words.dropFirst()), in: "shop", environment: environment)
                : sandbox.run(Array(words.dropFirst()), in: "shop", environment: environment)
            try #require(result.status == 0, "\(line): \(result)")
        }
        let state = sandbox.directory + "/state"
        var tokens: [String] = []
        for (scope, name) in [
            ("admin", "Ada"), ("review", "Rosa"), ("review", "Paul"), ("translate", "Tove"),
        ] {
            let result = sandbox.run([
                "token", "add", "--state", state, "--scope", scope, "--name", name, "--email",
                "\(name.lowercased())@example.org",
            ])
            let token = result.output.split(whereSeparator: \.isWhitespace)
                .first { $0.hasPrefix("dgp_") }
            tokens.append("\"\(name)\":\"\(try #require(token, "\(result)"))\"")
        }
        self.tokens = "{\(tokens.joined(separator: ","))}"
        appPort = try Loopback.freePort()
        server = try ProductServer(
            try Products.dragoman,
            [
                "\(sandbox.directory)/shop", "--listen", "127.0.0.1:0", "--state", state,
                "--set", "project.shop.inContext=http://127.0.0.1:\(appPort)",
            ],
            in: sandbox)
        try server.waitUntilReady()
    }

    /// Runs a scenario of the scripts and records its findings as test failures.
    func run(_ scenario: String) throws {
        var environment = sandbox.hermeticEnvironment
        environment["ADDRESS"] = "http://127.0.0.1:\(server.port)"
        environment["APP_PORT"] = "\(appPort)"
        environment["TOKENS"] = tokens
        environment["DRAGOMAN"] = try Products.dragoman
        environment["PROJECT"] = sandbox.directory + "/shop"
        environment["TMPDIR"] = sandbox.directory
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        if Endurance.isLong { environment["DRAGOMAN_TORTURE"] = "1" }
        let script = try ServerProcess.start(
            [Self.python, Self.scripts, scenario], log: sandbox.directory + "/\(scenario).log",
            environment: environment)
        let status = script.end()
        let said = script.said
        for line in said.split(separator: "\n") where !line.hasPrefix("FAILED: ") {
            print("\(scenario): \(line)")
        }
        #expect(status == 0, "\(said)")
    }
}
