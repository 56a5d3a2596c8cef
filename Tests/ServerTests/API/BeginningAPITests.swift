import Hummingbird
import HummingbirdTesting
import JSON
import TestWorld
import Testing

/// A log that begins anew while its server runs.
@Suite struct BeginningAPITests {
    private static let settings = "    testers = open\n    public = true"

    @Test func theServerContinues() async throws {
        let server = try ProjectServer()
        let old = try server.tip()
        try await server.run(Self.settings) { client async throws in
            let tester = APIClient(client: client).with(guid: "tester-one")
            func propose(_ text: String) async throws -> String {
                let made = try await tester.post(
                    "/proposals", #"{"locale":"de","key":"cart.title","value":"\#(text)"}"#)
                #expect(made.status == .created, "\(made)")
                return try #require(made.member("proposal")?.stringValue)
            }
            let first = try await propose("Korb")
            let before = try server.tip()
            try server.cli("begin-anew", "--yes")
            let tip = try server.tip()
            #expect(tip != before)
            // The client of the first proposal still knows only its position.
            for position in [tip, before] {
                let answer = try await tester.get("/status?position=\(position)")
                #expect(answer.status == .ok && answer.position == tip, "\(answer)")
            }
            let second = try await propose("Wagen")
            for id in [first, second] {
                #expect(try await tester.get("/proposals/\(id)").status == .ok)
            }
            // As long as the old commits exist, clients read the difference.
            let news = try await tester.get("/events?after=\(before)")
            #expect(news.status == .ok && news.text.contains(second), "\(news)")
            #expect(!news.text.contains("\"Korb\""))
            // The new beginning, and the second proposal.
            let count = try server.sandbox.git("rev-list", "--count", "translations", in: "shop")
            #expect(count == "2\n")
        }
        try server.sandbox.git("reflog", "expire", "--expire=now", "--all", in: "shop")
        try server.sandbox.git("gc", "-q", "--prune=now", in: "shop")
        try await server.run(Self.settings) { client async throws in
            let gone = try await APIClient(client: client).get("/events?after=\(old)")
            #expect(gone.status == .gone && gone.code == "unknown-position", "\(gone)")
        }
    }
}

extension ProjectServer {
    fileprivate func tip() throws -> String {
        String(try sandbox.git("rev-parse", "translations", in: "shop").prefix(40))
    }
}
