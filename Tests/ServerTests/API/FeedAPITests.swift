import Foundation
import HummingbirdTesting
import JSON
import TestWorld
import Testing

@testable import Server

@Suite struct FeedAPITests {
    private func ids(_ answer: TestResponse) -> [String] {
        answer.member("events")?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
    }

    @Test func aReaderMissesNothing() async throws {
        let server = try ProjectServer()
        try await server.run { client in
            let api = APIClient(client: client)
            let all = try await api.get("/events?limit=1000")
            #expect(all.member("more") == false)
            let position = try #require(all.member("position")?.stringValue)
            #expect(try await self.ids(api.get("/events?after=\(position)")).isEmpty)
            try server.cli("set", "de", "cart.title", "Wagen")
            try server.cli("set", "fr", "cart.title", "Caddie")
            let tip = try server.sandbox.git("rev-parse", "translations", in: "shop")
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let news = try await api.get("/events?after=\(position)&position=\(tip)")
            #expect(self.ids(news).count == 2)
            #expect(news.member("position")?.stringValue == tip)
            let french = try await api.get(
                "/events?after=\(position)&locale=fr&type=translation.set")
            #expect(self.ids(french).count == 1)
        }
    }

    @Test(arguments: [1, 2, 3]) func pagesAreOneAnswer(limit: Int) async throws {
        let server = try ProjectServer()
        try await server.run { client in
            let api = APIClient(client: client)
            let first = try #require(
                try server.sandbox.git("rev-list", "--max-parents=0", "translations", in: "shop")
                    .split(separator: "\n").first)
            let whole = try await self.ids(api.get("/events?after=\(first)&limit=1000"))
            #expect(whole.count > 3)
            for start in ["/events?limit=\(limit)", "/events?after=\(first)&limit=\(limit)"] {
                var seen: [String] = []
                var positions: Set<JSONValue> = []
                var path: String? = start
                while let next = path {
                    let answer = try await api.get(next)
                    seen += self.ids(answer)
                    if let position = answer.member("position") { positions.insert(position) }
                    path = answer.next
                }
                #expect(seen == whole, "\(start)")
                #expect(positions.count == 1)
            }
        }
    }

    /// A sync adds events with older ids, which a reader that continues after the last id would
    /// miss.
    @Test func lateEventsWithOlderIdsAreSeen() async throws {
        let server = try ProjectServer()
        try server.sandbox.git("clone", "-q", "shop", "clone")
        server.sandbox.run(["set", "de", "auth:login.title", "Anmelden"], in: "clone")
        try server.cli("set", "fr", "cart.title", "Caddie")
        try await server.run { client in
            let api = APIClient(client: client)
            let before = try await api.get("/events?limit=1000")
            let position = try #require(before.member("position")?.stringValue)
            let result = server.sandbox.run(["sync"], in: "clone")
            #expect(result.status == 0, "\(result.errors)")
            let tip = try server.sandbox.git("rev-parse", "translations", in: "shop")
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let news = try await api.get("/events?after=\(position)&position=\(tip)")
            #expect(self.ids(news).count == 1)
            #expect(self.ids(news)[0] < self.ids(before).last ?? "")
        }
    }
}
