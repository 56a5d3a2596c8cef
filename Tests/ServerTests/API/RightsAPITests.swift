import Foundation
import HTTPTypes
import Hosting
import HTTPTypes
import HummingbirdTesting
import JSON
import TestWorld
import Testing

@testable import Server

@Suite struct RightsAPITests {
    private static let proposal = #"{"locale":"de","key":"cart.title","value":"Korb"}"#

    @Test func aPrivateProjectIsForTokens() async throws {
        let server = try ProjectServer()
        let reader = try server.token(.read)
        try await server.run("    testers = app\n") { client in
            let api = APIClient(client: client)
            #expect(try await api.get("/status").status == .unauthorized)
            #expect(try await api.with(token: "dgp_wrong").get("/status").status == .unauthorized)
            #expect(try await api.with(token: reader).get("/status").status == .ok)
            #expect(try await api.get("/api/v1/projects").json == .array([]))
            let named = try await api.with(token: reader).get("/api/v1/projects")
            #expect(named.json?.arrayValue?.count == 1)
        }
    }

    @Test func testersAreLetInAsTheProjectSays() async throws {
        for (setting, anonymous, app) in [("off", 403, 403), ("app", 401, 201), ("open", 201, 201)]
        {
            let server = try ProjectServer()
            let token = try server.token(.propose, app: true)
            try await server.run("    public = true\n    testers = \(setting)\n") { client in
                let api = APIClient(client: client)
                let open = try await api.with(guid: "tester-one").post("/proposals", Self.proposal)
                #expect(open.status.code == anonymous, "\(setting): \(open.text)")
                let behind = try await api.with(token: token).with(guid: "tester-two").post(
                    "/proposals", Self.proposal)
                #expect(behind.status.code == app, "\(setting): \(behind.text)")
                let bare = try await api.with(token: token).post("/proposals", Self.proposal)
                #expect(bare.status.code == (setting == "off" ? 403 : 400))
            }
        }
    }

    @Test func scopesOnlyNarrow() async throws {
        let server = try ProjectServer()
        let tokens = try Scope.allCases.map {
            ($0, try server.token($0, email: "\($0)@example.org"))
        }
        let id = try server.cli("propose", "de", "cart.title", "Korb", "--guid", "guid-one-1")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let calls: [(HTTPRequest.Method, String, String, Scope)] = [
            (.put, "/text/fr?key=cart.title", #"{"value":"Caddie"}"#, .translate),
            (.post, "/comments", #"{"proposal":"\#(id)","text":"Good"}"#, .propose),
            (.post, "/proposals/accept", #"{"ids":["\#(id)"],"dryRun":true}"#, .review),
            (.post, "/text/fr/marks?key=cart.title", #"{"mark":"vouch"}"#, .review),
            (.post, "/locales", #"{"locale":"nl"}"#, .admin),
        ]
        try await server.run { client in
            for (scope, token) in tokens {
                for (method, path, body, needed) in calls {
                    let answer = try await APIClient(client: client).with(token: token)
                        .send(method, path, body)
                    if scope < needed {
                        #expect(
                            answer.status == .forbidden && answer.code == "scope",
                            "\(scope) \(path)")
                    } else {
                        #expect(answer.status != .forbidden, "\(scope) \(path): \(answer.text)")
                    }
                }
            }
        }
    }

    /// Even if testers need no token, a token limits its sender to its scopes.
    @Test(arguments: ["app", "open"]) func scopesOfAppsCount(testers: String) async throws {
        let server = try ProjectServer()
        let reader = try server.token(.read, app: true)
        try await server.run("    public = true\n    testers = \(testers)\n") { client in
            let api = APIClient(client: client).with(token: reader).with(guid: "tester-one")
            for (path, body) in [
                ("/proposals", Self.proposal), ("/proposals/endorse", #"{"ids":["X"]}"#),
                ("/proposals/delete", #"{"query":{}}"#),
                ("/comments", #"{"locale":"de","key":"cart.title","text":"Hm."}"#),
            ] {
                let answer = try await api.post(path, body)
                #expect(answer.status == .forbidden && answer.code == "scope", "\(path)")
            }
            var nstack = NStackCalls(client)
            nstack.headers = [.restAPIKey: reader]
            #expect(try await nstack.propose("Korb").status == .forbidden)
            #expect(try await nstack.delete(1, guid: NStackCalls.guid).status == .forbidden)
            #expect(try await nstack.get("/proposals").rows.isEmpty)
        }
    }

    @Test func aCommentOfAnAppHasAGuid() async throws {
        let server = try ProjectServer()
        let app = try server.token(.propose, app: true)
        let person = try server.token(.propose)
        let body = #"{"locale":"de","key":"cart.title","text":"Too long?"}"#
        try await server.run { client in
            let api = APIClient(client: client)
            let bare = try await api.with(token: app).post("/comments", body)
            #expect(bare.status == .badRequest && bare.code == "no-guid", "\(bare.text)")
            let made = try await api.with(token: app).with(guid: "tester-one").post(
                "/comments", body)
            #expect(made.status == .ok, "\(made.text)")
            let named = try await api.with(token: person).post("/comments", body)
            #expect(named.status == .ok, "\(named.text)")
            let feed = try await api.with(token: person).get("/events?type=comment.added")
            let events = feed.member("events")?.arrayValue ?? []
            #expect(events.map { $0["guid"] != nil } == [true, false])
            #expect(events.map { $0["actor"] != nil } == [false, true])
        }
    }

    @Test func rolesOfTheProjectCount() async throws {
        let server = try ProjectServer()
        try server.cli("config", "reviewers", #"{"de":["nora@example.org"]}"#, "--force")
        let id = try server.cli("propose", "de", "cart.title", "Korb", "--guid", "guid-one-1")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let mara = try server.token(.admin)
        let nora = try server.token(.review, email: "nora@example.org")
        try await server.run { client in
            let api = APIClient(client: client)
            let body = #"{"ids":["\#(id)"]}"#
            let refused = try await api.with(token: mara).post("/proposals/accept", body)
            #expect(refused.status == .forbidden && refused.code == "not-reviewer")
            #expect(try await api.with(token: nora).post("/proposals/accept", body).status == .ok)
            let events = try await api.with(token: nora).get("/events?type=proposal.accepted")
            let actor = events.member("events")?.arrayValue?.first?["actor"]
            #expect(actor?["email"] == "nora@example.org")
        }
        // The server makes the commit, which names the proposer.
        let commit = try server.sandbox.git(
            "log", "-1", "--format=%an %ae%n%B", "translations", in: "shop")
        #expect(commit.hasPrefix("Dragoman dragoman@example.org\n"), "\(commit)")
    }

    @Test func languagesOfATokenLimitWhatIsChanged() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin, locales: ["fr"])
        try await server.run { client in
            let api = APIClient(client: client).with(token: token)
            #expect(
                try await api.send(.put, "/text/fr?key=cart.title", #"{"value":"Caddie"}"#).status
                    == .ok)
            let german = try await api.send(.put, "/text/de?key=cart.title", #"{"value":"Korb"}"#)
            #expect(german.status == .forbidden && german.code == "scope")
            let settings = try await api.post("/locales", #"{"locale":"nl"}"#)
            #expect(settings.status == .forbidden && settings.code == "scope")
        }
    }

    @Test func pagesElsewhereMayNotWrite() async throws {
        let server = try ProjectServer()
        try await server.run(
            "    public = true\n    testers = open\n    cors = https://shop.example.org\n"
        ) { client in
            let api = APIClient(client: client).with(guid: "tester-one")
            let foreign = try await api.with("Origin", "https://evil.example").post(
                "/proposals", Self.proposal)
            #expect(foreign.status == .forbidden && foreign.code == "origin")
            let own = try await api.with("Origin", "https://shop.example.org").post(
                "/proposals", Self.proposal)
            #expect(own.status == .created, "\(own.text)")
            #expect(own.headers[.accessControlAllowOrigin] == "https://shop.example.org")
        }
    }

    @Test func testersHaveRatesAndCaps() async throws {
        let server = try ProjectServer()
        try await server.run(
            """
                public = true
                testers = open
            [limits "shop"]
                testerRate = 3/min
                openProposals = 2

            """
        ) { client in
            let api = APIClient(client: client)
            func propose(_ key: String, _ guid: String) async throws -> TestResponse {
                try await api.with(guid: guid).post(
                    "/proposals", #"{"locale":"de","key":"\#(key)","value":"Text","new":true}"#)
            }
            for key in ["a", "b"] {
                #expect(try await propose(key, "tester-one").status == .created)
            }
            let full = try await propose("c", "tester-one")
            #expect(full.status == .tooManyRequests && full.code == "too-many", "\(full.text)")
            #expect(full.text.contains("open proposals"))
            let fast = try await propose("d", "tester-one")
            #expect(fast.status == .tooManyRequests)
            #expect(HTTPField.Name("RateLimit-Policy").flatMap { fast.headers[$0] } != nil)
            #expect(try await propose("e", "tester-two").status == .created)
        }
    }

    @Test func secretsAreInNoLog() async throws {
        let server = try ProjectServer()
        let token = try server.token(.propose)
        try await server.run { client in
            let api = APIClient(client: client)
            _ = try await api.with(guid: "secret-guid-123").post("/proposals", Self.proposal)
            _ = try await api.with(token: token).get("/status")
            _ = try await api.with(token: token + "x").get("/status")
        }
        #expect(!server.log.contains("secret-guid-123"))
        #expect(!server.log.contains(token))
        #expect(!server.log.contains("Korb"))
        #expect(server.log.contains("\"category\":\"audit\""))
    }
}
