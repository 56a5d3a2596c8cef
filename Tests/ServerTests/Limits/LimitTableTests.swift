import HTTPTypes
import Hosting
import HummingbirdTesting
import JSON
import NIOCore
import Synchronization
import TestWorld
import Testing
import Texts
import Translation

@testable import Server
@testable import ServerPages

/// The table of routes and limits: the rights of each token at each route of a server.
@Suite struct LimitTableTests {
    /// A token with one limit.
    private struct Limited {
        let name: String
        let token: String?
        /// The highest scope, or nil for none in this project.
        let scope: Scope?
        /// Whether the token is limited to French, which no route's request is about.
        var isFrench = false
        /// Whether it may read the server as a whole.
        var isForAll = true
    }

    @Test func limitsHoldAtEveryDoor() async throws {
        let server = try ProjectServer()
        let guid = "guid-of-the-owner"
        let proposal = try server.cli("propose", "de", "cart.title", "Korb", "--guid", guid)
            .filter { !$0.isWhitespace }
        let tokens = try Self.tokens(server)
        let reader = try server.token(.read, email: "number@example.org")
        let ids = Mutex<[String]>([])
        try await server.run(
            """
                testers = app
            [i18next "shop"]
                add = token
            [limits "shop"]
                testerRate = 1000/s
                addressReadRate = 1000/s
                addressWriteRate = 1000/s

            """,
            options: { options in
                options.furtherRoutes = { foundation in
                    let pages = try Pages.routes(on: foundation)
                    ids.withLock { $0 = Self.routes(pages, foundation).map(\.id) }
                    return pages
                }
            }
        ) { client in
            var nstack = NStackCalls(client)
            nstack.headers = .bearer(reader)
            let number = try await nstack.get("/proposals").rows.first?["id"]?.integerValue
            let doors = Door.all(
                proposal: proposal, number: try #require(number), guid: guid)
            for limited in tokens {
                for door in doors { try await Self.check(door, limited, client) }
            }
            // A route that is missing in the table fails here.
            #expect(ids.withLock { $0.sorted() } == doors.map(\.id).sorted())
        }
    }

    private static func tokens(_ server: ProjectServer) throws -> [Limited] {
        let file = TokenFile(directory: server.stateDirectory)
        let other = try TokenRequest(
            person: "Olga", email: "olga@example.org", scope: .admin, projects: ["other"])
        let french = LanguageTag("fr").map { [$0] } ?? []
        let app = try TokenRequest(app: "French", scope: .propose, locales: french)
        func add(_ request: TokenRequest) throws -> String {
            try file.add(request, on: server.sandbox.host()).secret.text
        }
        return [
            Limited(name: "nobody", token: nil, scope: nil, isForAll: false),
            Limited(
                name: "another project", token: try add(other), scope: nil, isForAll: false),
            Limited(
                name: "French", token: try server.token(.admin, locales: ["fr"]), scope: .admin,
                isFrench: true),
            Limited(name: "a French app", token: try add(app), scope: .propose, isFrench: true),
            Limited(
                name: "an app that reads", token: try server.token(.read, app: true), scope: .read),
            Limited(
                name: "an app", token: try server.token(.propose, app: true), scope: .propose),
            Limited(
                name: "a reader", token: try server.token(.read, email: "r@example.org"),
                scope: .read),
        ]
    }

    /// All routes of a server with pages.
    private static func routes(_ pages: [Route], _ foundation: ServerFoundation) -> [Route] {
        let metrics = MetricsRegistry()
        guard let settings = try? TestServer.configuration() else { return [] }
        let parts = ServerParts(
            routes: [], authenticator: TestServer.authenticator, metrics: metrics)
        return OperationRoutes(configuration: settings, parts: parts, lifecycle: Lifecycle())
            .all(
                beside: ProjectRoutes.all(
                    foundation.directory, FeedStreams(metrics: metrics),
                    BundleStore(stateDirectory: "/nonexistent", capacity: 1 << 20),
                    Replicator(foundation.projects, host: foundation.host) { _, _ in },
                    version: "1.2.3") + pages)
    }

    private static func check(
        _ door: Door, _ limited: Limited, _ client: any TestClientProtocol
    ) async throws {
        // A client behind a proxy is not on the same machine.
        var headers: HTTPFields = [.xForwardedFor: "192.0.2.1", .accept: "application/json"]
        headers[.contentType] = door.body == nil ? nil : door.type
        headers[.authorization] = limited.token.map { "Bearer \($0)" }
        if door.method == .post, !door.id.hasPrefix("pages.") {
            headers[.dragomanGuid] = door.guid ?? "guid-at-\(door.id)"
        }
        let answer = try await client.execute(
            uri: door.path, method: door.method, headers: headers,
            body: door.body.map { ByteBuffer(string: $0) })
        let isRefused = answer.status == .forbidden
        let label = "\(limited.name) at \(door.id): \(answer.status) \(answer.text)"
        if limited.scope == nil {
            #expect(!answer.text.contains("Warenkorb"), "\(label)")
            // A response reveals the project's name only if the address contains it.
            if !door.path.contains("shop"), door.id != "openapi" {
                #expect(!answer.text.contains("shop"), "\(label)")
            }
        }
        guard let scope = door.scope else {
            // An invitation is only accepted from its own page, whatever the token.
            #expect(isRefused == (door.id == "pages.invitation.post"), "\(label)")
            return
        }
        guard limited.token != nil else {
            let isSentToSignIn = door.id.hasPrefix("pages.") && answer.status == .seeOther
            #expect(answer.status == .unauthorized || isSentToSignIn, "\(label)")
            return
        }
        let isAllowed: Bool
        switch door.kind {
        case .server: isAllowed = true
        case .reads: isAllowed = limited.scope.map { $0 >= scope } ?? false
        case .writes: isAllowed = limited.scope.map { $0 >= scope && !limited.isFrench } ?? false
        case .wholeServer:
            isAllowed = limited.isForAll && limited.scope.map { $0 >= scope } ?? false
        }
        if isAllowed {
            #expect(!isRefused && answer.status != .unauthorized, "\(label)")
        } else {
            #expect(isRefused, "\(label)")
        }
    }
}
