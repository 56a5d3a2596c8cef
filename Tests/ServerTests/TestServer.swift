import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import JSON
import Logging
import Machine
import Synchronization
import TestKit
import struct Machine.Host

@testable import Server

/// A server with its own clock, whose log and metrics a test can read.
final class TestServer: Sendable {
    static let start: Int64 = 1_795_253_400_000

    private let whenListening: @Sendable (Int?) async -> Void
    private let time = Mutex(start)
    private let lines = Mutex<[UInt8]>([])
    let metrics = MetricsRegistry()

    init(whenListening: @escaping @Sendable (Int?) async -> Void = { _ in }) {
        self.whenListening = whenListening
    }

    var host: Host {
        let bits = Mutex(SplitMix64(seed: 1))
        return Host(
            currentDirectory: "/", environment: [:], now: { [self] in time.withLock { $0 } },
            random: RandomBits { bits.withLock { $0.next() } })
    }

    func advance(seconds: Int) { time.withLock { $0 += Int64(seconds) * 1000 } }

    var log: String { String(decoding: lines.withLock { $0 }, as: UTF8.self) }

    var logger: Logger {
        Logger(label: "test") { _ in
            LineLogHandler(form: .json, now: { Self.start }) { [self] line in
                lines.withLock { $0 += line }
            }
        }
    }

    static func configuration(
        _ change: (inout HTTPSettings) throws -> Void = { _ in }
    ) throws -> HTTPSettings {
        var configuration = HTTPSettings(
            listen: .internet(host: "127.0.0.1", port: 0),
            links: try Links("http://localhost:8080"),
            version: "1.2.3")
        try change(&configuration)
        return configuration
    }

    /// The tokens have the names of their scopes.
    static let authenticator = Authenticator(
        principal: { credentials, _ in
            switch credentials {
            case .token(let text):
                Scope(rawValue: text).map {
                    Principal(
                        kind: .person(name: "Mara", email: "mara@example.org"),
                        tokenID: "id-\(text)", scope: $0)
                }
            case .appKey("app-key", _): Principal(kind: .app, tokenID: "id-app", scope: .read)
            case .session("good"):
                Principal(
                    kind: .person(name: "Mara", email: "m@example.org"), tokenID: "id-s",
                    scope: .admin)
            default: nil
            }
        },
        scope: { principal, project in
            project == "open" && principal.kind == .anonymous
                ? .read : principal.scope(in: project)
        })

    func application(
        _ routes: [Route], unreadiness: [String] = [],
        _ change: (inout HTTPSettings) throws -> Void = { _ in }
    ) async throws -> some ApplicationProtocol {
        try await buildApplication(
            try Self.configuration(change), host: host,
            parts: ServerParts(
                routes: routes, authenticator: Self.authenticator,
                unreadiness: { unreadiness }, metrics: metrics, whenListening: whenListening,
                uptime: { .zero }),
            logger: logger)
    }
}

extension Route {
    /// A route for tests.
    static func test(
        _ method: HTTPRequest.Method = .get, _ path: PathTemplate, family: Family = .api,
        access: Access = .everybody, parameters: [Parameter] = [], body: Body? = nil,
        crossOrigin: CrossOrigin = .configured, problemForm: ProblemForm? = nil,
        handler: @escaping Handler
    ) -> Route {
        Route(
            id: "\(method.rawValue) \(path)", method, path, "A test.", family: family,
            access: access, parameters: parameters, body: body, answers: [.init(204, "Done.")],
            crossOrigin: crossOrigin, problemForm: problemForm, handler: handler)
    }

    /// A route that answers 204.
    static func test(
        _ method: HTTPRequest.Method = .get, _ path: PathTemplate, family: Family = .api,
        access: Access = .everybody, parameters: [Parameter] = [],
        crossOrigin: CrossOrigin = .configured
    ) -> Route {
        test(
            method, path, family: family, access: access, parameters: parameters,
            crossOrigin: crossOrigin
        ) { _ in Response(status: .noContent) }
    }
}

extension TestResponse {
    var json: JSONValue? { try? JSONValue.parse(Array(body.readableBytesView)) }
    var text: String { String(buffer: body) }
    var code: String? { json?.objectValue?["code"]?.stringValue }
}
