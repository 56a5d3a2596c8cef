import Foundation
import Synchronization
import TestWorld
import Testing

/// Debian's haproxy with the files in `docs/server/fleet`, in front of two built servers and a hub.
@Suite(
    .enabled(if: Fleet.obstacle == nil, "\(Fleet.obstacle ?? "")"), .timeLimit(.minutes(10)),
    .serialized)
struct FleetTests {
    private static let proposals = "/api/v1/projects/shop/proposals"

    @Test func everyAddressReachesTheNodeOfItsProject() throws {
        let fleet = try Fleet()
        let resources = "/api/v2/content/localize/resources/platforms/mobile"
        for (project, node) in [("shop", "a"), ("kiosk", "b")] {
            for path in [
                "/projects/PROJECT", "/projects/PROJECT/languages/fr?state=all",
                "/projects/PROJECT/info/refs?service=git-upload-pack",
                "/projects/PROJECT.git/info/refs?service=git-upload-pack",
                "/projects/PROJECT/locales/fr/default.json", "/projects/PROJECT" + resources,
                "/projects/PROJECT/bundles/production/manifest.json", "/api/v1/projects/PROJECT",
                "/api/v1/projects/PROJECT/locales?limit=1",
            ] {
                let path = path.replacing("PROJECT", with: project)
                #expect(try fleet.node(answering: path) == node, "\(path)")
            }
            let application = ["X-Application-Id": "app-of-\(project)"]
            #expect(try fleet.node(answering: resources, headers: application) == node)
            try fleet.sandbox.git(
                "clone", "-q", fleet.address + "/projects/\(project).git", "copy-\(project)")
        }
        #expect(try fleet.node(answering: "/projects/k%69osk") == "b")
        // The default project.
        #expect(try fleet.node(answering: "/locales/fr/default.json") == "a")
        #expect(try fleet.node(answering: resources) == "a")
        // Addresses that belong to no project.
        for path in ["/", "/api/openapi.json", "/projects/unknown", "/invitations/x", "/account"] {
            #expect(try fleet.node(answering: path) == "a", "\(path)")
        }
        // The nodes share the tokens.
        for project in ["shop", "kiosk"] {
            let answer = try fleet.exchange(
                "POST", "/api/v1/projects/\(project)/sync",
                headers: ["Authorization": "Bearer \(fleet.admin)"])
            #expect(answer.status == 200, "\(project): \(answer)")
        }
    }

    /// The nodes trust what haproxy states about clients, so it must not pass on their own claims.
    @Test func clientsCannotStateAnAddress() throws {
        let fleet = try Fleet()
        for field in [
            "X-Forwarded-For: 203.0.113.7", "Forwarded: for=203.0.113.7",
            "Forwarded: for=203.0.113.7\r\nForwarded: for=203.0.113.8",
        ] {
            let id = UUID().uuidString
            let client = try LoopbackClient(port: fleet.port)
            try client.send(
                "GET /projects/shop HTTP/1.1\r\nHost: localhost\r\n"
                    + "X-Request-Id: \(id)\r\n\(field)\r\n\r\n")
            #expect(try client.receive().status == 200)
            let line = try fleet.line(containing: id).line
            #expect(line.contains(#""address":"127.0.0."#), "\(field): \(line)")
        }
    }

    @Test func whoSignsInOnOneNodeIsSignedInOnAll() throws {
        let fleet = try Fleet()
        let signedIn = try fleet.signIn()
        #expect(signedIn.status == 303)
        let cookie = try #require(signedIn.headers["set-cookie"]).prefix { $0 != ";" }
        for project in ["shop", "kiosk"] {
            let path = "/projects/\(project)"
            let page = try fleet.exchange("GET", path, headers: ["Cookie": String(cookie)])
            #expect(page.body.contains("Mara"), "\(project)")
            #expect(try !fleet.exchange("GET", path).body.contains("Mara"), "\(project)")
        }
    }

    @Test func aProjectMovesWhileClientsPropose() throws {
        let fleet = try Fleet()
        let result = Mutex<Result<Sandbox.Result, any Error>?>(nil)
        var load = Load()
        for _ in 0..<10 { try load.propose(through: fleet) }
        let mover = Thread {
            let moved = Result { try fleet.move("shop", "b") }
            result.withLock { $0 = moved }
        }
        mover.start()
        while result.withLock({ $0 }) == nil { try load.propose(through: fleet) }
        let moved = try #require(result.withLock { $0 }).get()
        #expect(moved.status == 0 && moved.output == "shop is now on b\n", "\(moved)")
        for _ in 0..<10 { try load.propose(through: fleet) }
        // Both nodes took some. No client need have come during the short pause of the writes.
        for node in ["a", "b"] {
            // Nothing else in this test creates anything.
            #expect(try fleet.log(of: node).contains(#""status":201"#), "\(node)")
        }
        #expect(try fleet.node(answering: "/projects/shop") == "b")
        #expect(try fleet.node(answering: "/projects/kiosk") == "b")
        #expect(try fleet.sandbox.read("fleet/projects.map").contains("\nshop b\n"))
        for node in ["b", "a", "b"] { try fleet.sync("shop", on: node) }
        for node in ["a", "b"] {
            #expect(try fleet.texts(of: "shop", on: node) == load.acknowledged.sorted(), "\(node)")
        }
        // haproxy starts with the same nodes.
        try fleet.restartProxy()
        #expect(try fleet.node(answering: "/projects/shop") == "b")
        let again = try fleet.move("shop", "b")
        #expect(again.errors == "move: shop is already on b\n")
    }

    /// A hub that cannot be reached stops a move, and the old node continues.
    @Test func aMoveThatFailsChangesNothing() throws {
        let fleet = try Fleet()
        fleet.stopHub()
        let moved = try fleet.move("shop", "b")
        #expect(moved.status == 1)
        #expect(moved.errors.hasSuffix("move: a could not sync with the hub\n"), "\(moved)")
        // The node's answer states the reason.
        #expect(moved.errors.contains(#""code":"unreachable""#), "\(moved)")
        let map = try fleet.sandbox.read("fleet/projects.map")
        #expect(map.contains("\nshop a\n"))
        #expect(try fleet.node(answering: "/projects/shop") == "a")
        var load = Load()
        try load.propose(through: fleet)
        #expect(load.refusals == 0)
    }

    @Test func onlyOneMoveRunsAtATime() throws {
        let fleet = try Fleet()
        let lock = open(
            fleet.sandbox.directory + "/fleet/move.lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
        #expect(try fleet.move("shop", "b").errors == "move: another move is running\n")
        close(lock)
        #expect(try fleet.move("shop", "b").status == 0)
    }

    /// One node takes over a new beginning, and the other one is forgotten until later.
    @Test func aNodeThatIsLeftBehindBringsNothingBack() throws {
        let fleet = try Fleet()
        var load = Load()
        for _ in 0..<3 { try load.propose(through: fleet) }
        for node in ["a", "b"] { try fleet.sync("shop", on: node) }
        try fleet.beginAnew("shop")
        // Only the node has this one.
        try load.propose(through: fleet)
        try fleet.takeOverBeginning(of: "shop", on: "a")
        try load.propose(through: fleet)
        try fleet.sync("shop", on: "a")
        let refused = try fleet.answer(toSyncOf: "shop", on: "b")
        #expect(refused.status >= 400, "\(refused)")
        #expect(
            refused.body.contains("began anew, but this clone still has the old history"),
            "\(refused)")
        let commits = try fleet.sandbox.git(
            "rev-list", "--count", "translations", in: "hub/shop.git")
        #expect(commits == "3\n")
        #expect(try fleet.texts(of: "shop", on: "a") == load.acknowledged.sorted())
        // The old clone still has what it had.
        #expect(try fleet.texts(of: "shop", on: "b") == load.acknowledged.dropLast(2).sorted())
        try fleet.takeOverBeginning(of: "shop", on: "b")
        #expect(try fleet.texts(of: "shop", on: "b") == load.acknowledged.sorted())
    }

    /// The other node has what the stopped one had sent, and the stopped one later gets the rest.
    @Test func anotherNodeTakesOver() throws {
        let fleet = try Fleet()
        var load = Load()
        for _ in 0..<5 { try load.propose(through: fleet) }
        fleet.stop("a")
        for _ in 0..<5 { try load.propose(through: fleet) }
        #expect(try fleet.node(answering: "/projects/shop") == "b")
        try fleet.start("a")
        while try fleet.node(answering: "/projects/shop") == "b" { try Task.checkCancellation() }
        try load.propose(through: fleet)
        for node in ["a", "b"] {
            while try fleet.texts(of: "shop", on: node) != load.acknowledged.sorted() {
                try Task.checkCancellation()
                usleep(50_000)
            }
        }
        fleet.stop("a")
        let moved = try fleet.move("--dead", "shop", "b")
        #expect(moved.status == 0, "\(moved)")
        #expect(try fleet.node(answering: "/projects/shop") == "b")
        // Nobody is left.
        fleet.stop("b")
        var refused = try fleet.exchange("GET", Self.proposals)
        while refused.status != 503 {
            try Task.checkCancellation()
            refused = try fleet.exchange("GET", Self.proposals)
        }
        #expect(refused.headers["retry-after"] == "2")
        #expect(refused.headers["content-type"] == "application/problem+json")
        #expect(refused.body.contains(#""code":"unavailable""#))
    }
}

/// Clients that propose one text after the other, and repeat a request that got 503.
private struct Load {
    /// The texts of the proposals that a server has acknowledged.
    private(set) var acknowledged: [String] = []
    /// The number of responses with 503.
    private(set) var refusals = 0

    mutating func propose(through fleet: Fleet) throws {
        let text = "Texte \(acknowledged.count)"
        let headers = [
            "Authorization": "Bearer \(fleet.app)",
            "Idempotency-Key": "load-\(acknowledged.count)",
            "Dragoman-Guid": "guid-of-tester-\(acknowledged.count)",
        ]
        while true {
            let answer = try fleet.exchange(
                "POST", "/api/v1/projects/shop/proposals", headers: headers,
                body: ServingScene.proposal(text))
            if answer.status == 201 { break }
            try #require(answer.status == 503, "\(answer)")
            #expect(answer.headers["retry-after"] != nil)
            refusals += 1
            try Task.checkCancellation()
            usleep(50_000)
        }
        acknowledged.append(text)
        usleep(10_000)
    }
}
