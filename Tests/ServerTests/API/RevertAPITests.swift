import Foundation
import HTTPTypes
import Hosting
import HummingbirdTesting
import JSON
import Machine
import TestWorld
import Testing

@testable import Server

/// Reverts, conflicts, settings and syncs.
@Suite struct RevertAPITests {
    private static func ids(_ answer: TestResponse) -> [String] {
        answer.member("events")?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    @Test func eventsAreReverted() async throws {
        let server = try ProjectServer()
        let reviewer = try server.token(.review)
        try await server.run { client in
            let mara = APIClient(client: client).with(token: reviewer)
            func set(_ value: String) async throws -> String {
                let answer = try await mara.send(
                    .put, "/text/de?key=cart.title", #"{"value":"\#(value)"}"#)
                return try #require(Self.ids(answer).first, "\(answer.text)")
            }
            func text() async throws -> JSONValue? {
                try await mara.get("/text/de?key=cart.title").member("value")
            }
            let first = try await set("Korb")
            let dry = try await mara.post("/revert", #"{"ids":["\#(first)"],"dryRun":true}"#)
            #expect(dry.member("wouldWrite") == 1, "\(dry.text)")
            #expect(try await text() == "Korb")
            let reverted = try await mara.post(
                "/revert", #"{"ids":["\#(first)"],"reason":"A mistake"}"#)
            #expect(reverted.status == .ok, "\(reverted.text)")
            #expect(try await text() == "Warenkorb")
            let again = try await mara.post("/revert", #"{"ids":["\#(first)"]}"#)
            #expect(Self.ids(again) == [], "\(again.text)")

            let second = try await set("Tasche")
            _ = try await set("Beutel")
            let blocked = try await mara.post("/revert", #"{"ids":["\#(second)"]}"#)
            #expect(blocked.status == .conflict && blocked.code == "later-edits")
            #expect(blocked.member("hint")?.stringValue?.contains("keepLater") == true)
            let kept = try await mara.post(
                "/revert", #"{"ids":["\#(second)"],"keepLater":true}"#)
            #expect(kept.member("leftOut") == .array([.string(second)]), "\(kept.text)")
            let forced = try await mara.post("/revert", #"{"ids":["\#(second)"],"force":true}"#)
            #expect(forced.status == .ok, "\(forced.text)")
            #expect(try await text() == "Warenkorb")
        }
    }

    @Test func rangesAndQueriesAreReverted() async throws {
        let server = try ProjectServer()
        let reviewer = try server.token(.review)
        try server.sandbox.git("tag", "v1", "translations", in: "shop")
        try server.cli("set", "de", "cart.title", "Korb")
        try server.cli("propose", "fr", "cart.title", "Caddie", "--guid", "guid-one-1")
        try server.cli("propose", "de", "auth:login.title", "Anmelden", "--guid", "guid-one-1")
        try await server.run { client in
            let mara = APIClient(client: client).with(token: reviewer)
            let tester = try await mara.post("/revert", #"{"query":{"guid":"guid-one-1"}}"#)
            #expect(Self.ids(tester).count == 2, "\(tester.text)")
            #expect(try await mara.get("/proposals").json == .array([]))
            let range = try await mara.post("/revert", #"{"range":"v1..","force":true}"#)
            #expect(range.status == .ok, "\(range.text)")
            #expect(try await mara.get("/text/de?key=cart.title").member("value") == "Warenkorb")
            let none = try await mara.post(
                "/revert", #"{"query":{"author":"nobody","since":"7d"}}"#)
            #expect(none.status == .ok && Self.ids(none) == [], "\(none.text)")
        }
    }

    @Test(arguments: [
        ("{}", 400, "contradiction"), (#"{"ids":[]}"#, 400, "contradiction"),
        (#"{"ids":["x"],"range":"a..b"}"#, 400, "contradiction"),
        (#"{"query":{}}"#, 400, "usage"), (#"{"query":{"x":1}}"#, 400, "usage"),
        (#"{"query":{"locale":"sv"}}"#, 404, "unknown-language"),
        (#"{"query":{"type":"nothing"}}"#, 400, "invalid-value"),
        (#"{"query":{"since":"someday"}}"#, 400, "invalid-time"),
        (#"{"range":"v1...v2"}"#, 404, "unknown-revision"),
        (#"{"range":"v1..v9"}"#, 404, "unknown-revision"),
        (#"{"range":"v1"}"#, 400, "invalid-value"),
        (#"{"ids":["01ARZ3NDEKTSV4RRFFQ69G5FAV"]}"#, 404, "unknown-id"),
        (#"{"ids":["x"],"keepLater":true,"force":true}"#, 400, "contradiction"),
        (#"{"ids":"x"}"#, 400, "usage"), (#"["x"]"#, 400, "usage"), ("{", 400, "malformed"),
    ]) func badRevertsAreNamed(body: String, status: Int, code: String) async throws {
        let server = try ProjectServer()
        let reviewer = try server.token(.review)
        try server.sandbox.git("tag", "v1", "translations", in: "shop")
        try await server.run { client in
            let answer = try await APIClient(client: client).with(token: reviewer)
                .post("/revert", body)
            #expect(answer.status.code == status, "\(answer.text)")
            #expect(answer.code == code, "\(answer.text)")
        }
    }

    /// A token for French reverts nothing German, and nothing of the whole project.
    @Test func languagesOfATokenLimitReverts() async throws {
        let server = try ProjectServer()
        let french = try server.token(.review, locales: ["fr"])
        try server.cli("set", "fr", "cart.title", "Caddie")
        try await server.run { client in
            let api = APIClient(client: client).with(token: french)
            for (locale, type, status) in [
                ("fr", "translation.set", 200), ("de", "translation.set", 403),
                ("de", "locale.added", 403),
            ] {
                let answer = try await api.post(
                    "/revert",
                    #"{"query":{"locale":"\#(locale)","type":"\#(type)"},"keepLater":true}"#)
                #expect(answer.status.code == status, "\(locale) \(type): \(answer.text)")
            }
        }
    }

    @Test func conflictsAreSettled() async throws {
        let server = try ProjectServer()
        let sandbox = server.sandbox
        let reviewer = try server.token(.review)
        let translator = try server.token(.translate, email: "t@example.org")
        try sandbox.git("clone", "-q", "-b", "translations", "shop", "other")
        #expect(sandbox.run(["set", "fr", "cart.title", "Caddie"], in: "other").status == 0)
        try server.cli("set", "fr", "cart.title", "Chariot")
        try sandbox.git("pull", "-q", "--no-rebase", "--no-edit", in: "other")
        try sandbox.git("push", "-q", "origin", "HEAD:translations", in: "other")
        try await server.run { client in
            let api = APIClient(client: client)
            let mara = api.with(token: reviewer)
            let row = try #require(
                try await api.get("/conflicts?locale=fr").json?.arrayValue?.first)
            #expect(row["key"] == "cart.title" && row["winner"]?["actor"]?["email"] == nil)
            #expect(try await api.get("/conflicts?locale=de").json == .array([]))
            let loser = try #require(row["loser"]?["id"]?.stringValue)
            let value = row["loser"]?["value"]
            let body = #"{"ids":["\#(loser)"]}"#
            let narrow = try await api.with(token: translator).post("/conflicts/keep", body)
            #expect(narrow.status == .forbidden && narrow.code == "scope")
            let dry = try await mara.post(
                "/conflicts/keep", #"{"ids":["\#(loser)"],"dryRun":true}"#)
            #expect(dry.member("wouldWrite") == 1, "\(dry.text)")
            let kept = try await mara.post("/conflicts/keep", body)
            #expect(kept.status == .ok, "\(kept.text)")
            #expect(try await api.get("/conflicts").json == .array([]))
            #expect(try await api.get("/text/fr?key=cart.title").member("value") == value)
            let again = try await mara.post("/conflicts/keep", body)
            #expect(again.status == .notFound && again.code == "no-conflict", "\(again.text)")
            #expect(try await mara.post("/conflicts/keep", #"{"ids":[]}"#).code == "usage")
            #expect(
                try await mara.post("/conflicts/keep", #"{"ids":["0000ZZZZ"]}"#).code
                    == "unknown-id")
        }
    }

    @Test func settingsAreChangedByMaintainers() async throws {
        let server = try ProjectServer()
        let mara = try server.token(.admin)
        let otto = try server.token(.admin, email: "otto@example.org")
        let reviewer = try server.token(.review)
        try server.cli("config", "maintainers", #"["mara@example.org"]"#, "--force")
        try await server.run { client in
            let api = APIClient(client: client).with(token: mara)
            func put(_ name: String, _ body: String) async throws -> TestResponse {
                try await api.send(.put, "/settings/\(name)", body)
            }
            let changed = try await put("frozen", #"{"value":["FR_ca"]}"#)
            #expect(changed.status == .ok && Self.ids(changed).count == 1, "\(changed.text)")
            #expect(try await api.get("/settings").json?["frozen"] == .array(["fr-CA"]))
            #expect(Self.ids(try await put("frozen", #"{"value":["fr-CA"]}"#)) == [])
            #expect(try await put("frozen", #"{"value":null}"#).status == .ok)
            #expect(try await api.get("/settings").json?["frozen"] == .array([]))
            let lockedOut = try await put("maintainers", #"{"value":["otto@example.org"]}"#)
            #expect(lockedOut.status == .conflict && lockedOut.code == "locked-out")
            for (name, body, code) in [
                ("frozn", #"{"value":[]}"#, "unknown-setting"),
                ("frozen", #"{"value":"fr"}"#, "invalid-value"),
                ("frozen", #"{"value":["not a tag"]}"#, "invalid-language"),
                ("frozen", "{}", "usage"), ("frozen", #"{"value":[],"x":1}"#, "usage"),
                ("channel.beta", #"{"value":{"commit":"x","sequence":1}}"#, "unknown-setting"),
            ] {
                let answer = try await put(name, body)
                #expect(answer.code == code, "\(name) \(body): \(answer.text)")
                if name == "frozn" {
                    #expect(answer.member("nearest")?.arrayValue?.first == "frozen")
                }
            }
            // Reverting a setting is changing it.
            let id = try #require(Self.ids(try await put("strict", #"{"value":true}"#)).first)
            let narrow = try await APIClient(client: client).with(token: reviewer)
                .post("/revert", #"{"ids":["\#(id)"]}"#)
            #expect(narrow.status == .forbidden && narrow.code == "scope", "\(narrow.text)")
            #expect(try await api.post("/revert", #"{"ids":["\#(id)"]}"#).status == .ok)
            let other = try await APIClient(client: client).with(token: otto)
                .send(.put, "/settings/frozen", #"{"value":[]}"#)
            #expect(other.status == .forbidden && other.code == "not-maintainer")
        }
    }

    @Test func aSyncExchangesEventsWithTheRemote() async throws {
        let server = try ProjectServer()
        let sandbox = server.sandbox
        let mara = try server.token(.admin)
        try await server.run { client in
            let api = APIClient(client: client).with(token: mara)
            let none = try await api.send(.post, "/sync", nil)
            #expect(none.status == .notFound && none.code == "unknown-remote", "\(none.text)")
            try sandbox.git("clone", "-q", "--bare", "shop", "remote.git")
            try sandbox.git("clone", "-q", "-b", "translations", "remote.git", "other")
            #expect(sandbox.run(["set", "fr", "cart.title", "Caddie"], in: "other").status == 0)
            try sandbox.git("push", "-q", in: "other")
            try sandbox.git(
                "remote", "add", "origin", sandbox.directory + "/remote.git", in: "shop")
            try server.cli("set", "de", "cart.title", "Korb")
            let synced = try await api.send(.post, "/sync", nil)
            #expect(synced.status == .ok, "\(synced.text)")
            #expect(synced.member("received")?["events"] == 1)
            #expect(synced.member("sent")?["events"] == 1)
            #expect(synced.member("conflicts") == 0)
            #expect(synced.position == synced.member("commit")?.stringValue)
            #expect(try await api.get("/text/fr?key=cart.title").member("value") == "Caddie")
            let author = try sandbox.git("log", "-1", "--format=%ae", "translations", in: "shop")
            #expect(author == "dragoman@example.org\n")
            let unknown = try await api.send(.post, "/sync?remote=upstream", nil)
            #expect(unknown.status == .notFound && unknown.code == "unknown-remote")
            try Files.remove(sandbox.directory + "/remote.git")
            let gone = try await api.send(.post, "/sync", nil)
            #expect(gone.status.code == 502 && gone.code == "remote-missing", "\(gone.text)")
        }
    }
}
