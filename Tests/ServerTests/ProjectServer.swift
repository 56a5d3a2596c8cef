import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import JSON
import Logging
import Synchronization
import TestWorld
import Testing
import Texts
import Translation
import Workspace

@testable import Server

/// A server of one project, `shop`, in a sandbox whose command line uses the same repository.
///
/// Tokens are in the sandbox's state directory. The sandbox supplies the time and random bits.
final class ProjectServer: Sendable {
    let sandbox: Sandbox
    private let lines = Mutex<[UInt8]>([])

    /// Creates the project, with an English source, German, French and Canadian French, and three
    /// strings.
    init(seed: UInt64 = 1) throws {
        sandbox = try Sandbox(seed: seed)
        try cli("init", "\(sandbox.directory)/shop")
        try cli("locale", "add", "de", "fr", "fr-CA")
        try cli("string", "add", "cart.title", "Your cart")
        try cli(
            "string", "add", "cart.items", "--plural", "one={{count}} item", "--plural",
            "other={{count}} items")
        try cli("string", "add", "-s", "auth", "login.title", "Sign in")
        try cli("set", "de", "cart.title", "Warenkorb")
        try cli("set", "fr", "cart.title", "Panier")
    }

    /// Runs the command line in the project and requires that it succeeds.
    @discardableResult
    func cli(_ words: String..., expecting status: Int32 = 0) throws -> String {
        let directory = words.first == "init" ? "" : "shop"
        let result = sandbox.run(words, in: directory)
        try #require(result.status == status, "\(words): \(result.errors)")
        return result.output
    }

    /// The log of the server.
    var log: String { String(decoding: lines.withLock { $0 }, as: UTF8.self) }

    var stateDirectory: String { sandbox.directory + "/state" }

    /// Adds a token, and returns it.
    func token(
        _ scope: Scope, app: Bool = false, locales: [String] = [],
        email: String = "mara@example.org"
    ) throws -> String {
        let file = TokenFile(directory: stateDirectory)
        let request =
            app
            ? try TokenRequest(app: "Shop for iOS", scope: scope)
            : try TokenRequest(
                person: "Mara", email: email, scope: scope,
                locales: locales.compactMap { LanguageTag($0) })
        return try file.add(request, on: sandbox.host()).secret.text
    }

    /// Runs `body` with a client of the server, without sockets, once the project is open.
    ///
    /// `configuration` is the rest of the file after the `[project]` section with its path. By
    /// default, everyone may read and testers may propose.
    func run(
        _ configuration: String = "    public = true\n    testers = open\n",
        options change: (inout ServerOptions) -> Void = { _ in },
        _ body: @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let application = try await application(configuration, options: change)
        try await application.test(.router) { client async throws in
            try await Self.waitUntilReady(client)
            try await body(client)
        }
    }

    /// The application that ``run(_:_:)`` runs.
    func application(
        _ text: String, options change: (inout ServerOptions) -> Void = { _ in }
    ) async throws -> some ApplicationProtocol {
        try sandbox.write(
            """
            [server]
                listen = 127.0.0.1:0
                url = http://localhost:8080
                state = \(stateDirectory)
                identity = Dragoman <dragoman@example.org>
            [project "shop"]
                path = \(sandbox.directory)/shop
            \(text)
            """, to: "server.conf")
        let host = sandbox.host()
        let path = sandbox.directory + "/server.conf"
        let configuration = try ServerConfiguration.read(file: path, on: host)
        var options = ServerOptions(
            version: "1.2.3", reread: { try ServerConfiguration.read(file: path, on: host) },
            uptime: { .zero })
        change(&options)
        return try await buildApplication(
            configuration, options: options, host: host,
            logger: Logger(label: "test") { _ in
                LineLogHandler(form: .json, now: { Sandbox.start }) { [self] line in
                    lines.withLock { $0 += line }
                }
            })
    }

    static func waitUntilReady(_ client: any TestClientProtocol) async throws {
        for _ in 0..<6_000 {
            let answer = try await client.execute(uri: "/health/ready", method: .get)
            if answer.status == .ok { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("The server did not become ready.")
    }
}

extension HTTPFields {
    /// Returns the header of a request with a token.
    static func bearer(_ token: String) -> HTTPFields { [.authorization: "Bearer \(token)"] }
}
