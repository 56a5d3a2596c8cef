import Foundation
import HTTPTypes
import Hosting
import HummingbirdTesting
import JSON
import TestWorld
import Testing

@testable import Server

@Suite struct WritingAPITests {
    private static let proposal = #"{"locale":"de","key":"cart.title","value":"Korb"}"#

    /// A tester proposes, a reviewer accepts on the command line, and the app gets the text.
    @Test func aProposalBecomesATextByTheCommandLine() async throws {
        let server = try ProjectServer()
        try await server.run { client in
            let api = APIClient(client: client)
            let made = try await api.with(guid: "tester-one").post("/proposals", Self.proposal)
            #expect(made.status == .created, "\(made.text)")
            let id = try #require(made.member("proposal")?.stringValue)
            #expect(made.headers[.location]?.hasSuffix("/proposals/\(id)") == true)
            try server.cli("accept", id)
            var value: JSONValue?
            for _ in 0..<100 where value != "Korb" {
                value = try await api.get("/text/de?key=cart.title").member("value")
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(value == "Korb")
        }
    }

    @Test func oneProposalForEachGuidAndText() async throws {
        let server = try ProjectServer()
        try await server.run { client in
            let tester = APIClient(client: client).with(guid: "tester-one")
            _ = try await tester.post("/proposals", Self.proposal)
            let same = try await tester.post("/proposals", Self.proposal)
            #expect(same.status == .conflict && same.code == "duplicate")
            let another = try await tester.post(
                "/proposals", #"{"locale":"de","key":"cart.title","value":"Wagen"}"#)
            #expect(another.status == .created)
            let other = try await APIClient(client: client).with(guid: "tester-two")
                .post("/proposals", Self.proposal)
            #expect(other.status == .created)
            let listed = try await tester.get("/proposals")
            let rows = try #require(listed.json?.arrayValue)
            #expect(rows.map { $0["value"] } == ["Wagen", "Korb"])
            #expect(rows.map { $0["canDelete"] } == [true, false])
            #expect(rows[0]["guid"] == "tester-one" && rows[1]["guid"] == nil)
        }
    }

    @Test func aRepeatedRequestIsCarriedOutOnce() async throws {
        let server = try ProjectServer()
        try await server.run { client in
            let tester = APIClient(client: client).with(guid: "tester-one")
                .with("Idempotency-Key", "\"wish-1\"")
            let first = try await tester.post("/proposals", Self.proposal)
            let again = try await tester.post("/proposals", Self.proposal)
            #expect(first.status == .created && again.status == .ok)
            #expect(first.member("events") == again.member("events"))
            #expect(HTTPField.Name("Idempotency-Replayed").flatMap { again.headers[$0] } == "true")
            let other = try await tester.post(
                "/proposals", #"{"locale":"fr","key":"cart.title","value":"Chariot"}"#)
            #expect(other.status.code == 422 && other.code == "idempotency")
            let bad = try await tester.with("Idempotency-Key", "a b").post(
                "/proposals", Self.proposal)
            #expect(bad.status == .badRequest)
        }
    }

    @Test func decisionsByIds() async throws {
        let server = try ProjectServer()
        let reviewer = try server.token(.review)
        try await server.run { client in
            let api = APIClient(client: client)
            let tester = api.with(guid: "tester-one")
            let mara = api.with(token: reviewer)
            func propose(_ value: String, _ locale: String = "de") async throws -> String {
                let made = try await tester.post(
                    "/proposals", #"{"locale":"\#(locale)","key":"cart.title","value":"\#(value)"}"#
                )
                return try #require(made.member("proposal")?.stringValue, "\(made.text)")
            }
            let first = try await propose("Korb")
            let dry = try await mara.post(
                "/proposals/accept", #"{"ids":["\#(first)"],"dryRun":true}"#)
            #expect(dry.member("wouldWrite") == 1)
            let edited = try await mara.post(
                "/proposals/accept", #"{"ids":["\#(first)"],"value":"Körbchen"}"#)
            #expect(edited.status == .ok, "\(edited.text)")
            #expect(try await api.get("/text/de?key=cart.title").member("value") == "Körbchen")
            let twice = try await mara.post(
                "/proposals/reject", #"{"ids":["\#(first)"],"code":"style"}"#)
            #expect(twice.status == .conflict && twice.code == "already-decided")

            let second = try await propose("Chariot", "fr")
            let bare = try await mara.post("/proposals/reject", #"{"ids":["\#(second)"]}"#)
            #expect(bare.status == .badRequest)
            let rejected = try await mara.post(
                "/proposals/reject", #"{"ids":["\#(second)"],"reason":"Panier is right."}"#)
            #expect(rejected.status == .ok, "\(rejected.text)")
            let story = try await tester.get("/proposals/\(second)")
            #expect(story.member("state") == "rejected")

            let third = try await propose("Caddie", "fr")
            let foreign = try await api.with(guid: "tester-two").post(
                "/proposals/delete", #"{"ids":["\#(third)"]}"#)
            #expect(foreign.status == .forbidden && foreign.code == "not-owner")
            let endorsed = try await api.with(guid: "tester-two").post(
                "/proposals/endorse", #"{"ids":["\#(third)"]}"#)
            #expect(endorsed.status == .ok, "\(endorsed.text)")
            let own = try await tester.post("/proposals/delete", #"{"ids":["\#(third)"]}"#)
            #expect(own.status == .ok, "\(own.text)")
        }
    }

    @Test func decisionsByQueryLeaveOutWhatIsRefused() async throws {
        let server = try ProjectServer()
        let reviewer = try server.token(.review)
        try server.cli("propose", "de", "cart.title", "Korb", "--guid", "guid-one-1")
        try server.cli("propose", "fr", "cart.title", "Chariot", "--guid", "guid-one-1")
        try server.cli("propose", "fr", "cart.title", "Caddie", "--guid", "guid-two-2")
        try await server.run { client in
            let mara = APIClient(client: client).with(token: reviewer)
            let answer = try await mara.post("/proposals/accept", #"{"query":{}}"#)
            #expect(answer.status == .ok, "\(answer.text)")
            #expect(answer.member("events")?.arrayValue?.count == 1)
            #expect(answer.member("leftOut")?.arrayValue?.count == 2)
            let rest = try await mara.post(
                "/proposals/delete", #"{"query":{"locale":"fr"},"force":true}"#)
            #expect(rest.member("events")?.arrayValue?.count == 2)
        }
    }

    @Test func nobodyAcceptsWhatHeDidNotSee() async throws {
        let server = try ProjectServer()
        let reviewer = try server.token(.review)
        let id = try server.cli("propose", "de", "cart.title", "Korb", "--guid", "guid-one-1")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try await server.run { client in
            let mara = APIClient(client: client).with(token: reviewer)
            let seen = try #require(try await mara.get("/proposals/\(id)").headers[.eTag])
            // A remark changes nothing that the decision depends on.
            let remark = try await mara.post("/comments", #"{"proposal":"\#(id)","text":"Nice"}"#)
            #expect(remark.status == .ok, "\(remark.text)")
            #expect(try await mara.get("/proposals/\(id)").headers[.eTag] == seen)
            let changed = try await mara.send(
                .put, "/text/de?key=cart.title", #"{"value":"Wagen"}"#)
            #expect(changed.status == .ok, "\(changed.text)")
            let late = try await mara.with("If-Match", seen).post(
                "/proposals/accept", #"{"ids":["\#(id)"],"force":true}"#)
            #expect(late.status == .preconditionFailed && late.code == "changed")
            #expect(late.member("current")?["value"] == "Wagen")
            let now = try #require(try await mara.get("/proposals/\(id)").headers[.eTag])
            let done = try await mara.with("If-Match", now).post(
                "/proposals/accept", #"{"ids":["\#(id)"],"force":true}"#)
            #expect(done.status == .ok, "\(done.text)")
        }
    }

    @Test func textsAndStringsAreChanged() async throws {
        let server = try ProjectServer()
        let admin = try server.token(.admin)
        try await server.run { client in
            let api = APIClient(client: client).with(token: admin)
            let added = try await api.post(
                "/strings",
                #"{"section":"auth","key":"logout","value":"Sign out","comment":"A button","maxLength":{"n":12,"unit":"grapheme"}}"#
            )
            #expect(added.status == .created, "\(added.text)")
            #expect(
                try await api.send(
                    .put, "/text/de?section=auth&key=logout", #"{"value":"Abmelden"}"#
                )
                .status == .ok)
            let flagged = try await api.post(
                "/text/de/marks?section=auth&key=logout", #"{"mark":"flag","reason":"Formal?"}"#)
            #expect(flagged.status == .ok, "\(flagged.text)")
            let vouched = try await api.post(
                "/text/de/marks?section=auth&key=logout", #"{"mark":"vouch"}"#)
            #expect(vouched.status == .ok, "\(vouched.text)")
            let edited = try await api.send(
                .patch, "/string?section=auth&key=logout", #"{"value":"Log out"}"#)
            #expect(edited.status == .ok, "\(edited.text)")
            #expect(
                try await api.get("/text/de?section=auth&key=logout").member("stale") == true)
            let renamed = try await api.post(
                "/string/rename", #"{"section":"auth","key":"logout","newKey":"signout"}"#)
            #expect(renamed.status == .ok, "\(renamed.text)")
            #expect(
                try await api.get("/text/de?section=auth&key=signout").member("value") == "Abmelden"
            )
            #expect(
                try await api.send(.delete, "/text/de?section=auth&key=signout", nil).status == .ok)
            #expect(
                try await api.send(.delete, "/string?section=auth&key=signout", nil).status == .ok)
            let locale = try await api.post("/locales", #"{"locale":"pt_BR","planned":true}"#)
            #expect(locale.status == .ok, "\(locale.text)")
            #expect(try await api.get("/locales").text.contains(#""locale":"pt-BR""#))
            #expect(try await api.send(.delete, "/locales/pt-BR", nil).status == .ok)
        }
    }

    @Test(arguments: [
        ("[]", 400, "usage"), ("{", 400, "malformed"), ("{\"locale\":\"de\"}", 400, "usage"),
        (#"{"locale":"de","key":"cart.title","value":5}"#, 400, "invalid-value"),
        (#"{"locale":"de","key":"cart.title","value":"Warenkorb"}"#, 409, "unchanged"),
        (#"{"locale":"de","key":"cart.title","value":"x","colour":"red"}"#, 400, "usage"),
        (#"{"locale":"sv","key":"cart.title","value":"x"}"#, 404, "unknown-language"),
        (#"{"locale":"de","key":"nothing","value":"x"}"#, 404, "unknown-key"),
        (#"{"locale":"de","key":"cart.title","value":"x","origin":"odd"}"#, 400, "invalid-value"),
        (#"{"locale":"de","key":"cart.title","value":"\ud800"}"#, 400, "malformed"),
        ("{\"locale\":\"de\",\"key\":\"cart.title\",\"value\":\"a\u{0}b\"}", 400, "malformed"),
        (#"{"locale":"de","key":"cart.title","key":"cart.title","value":"x"}"#, 400, "malformed"),
    ]) func badProposalsAreRefused(body: String, status: Int, code: String) async throws {
        let server = try ProjectServer()
        try await server.run { client in
            let api = APIClient(client: client).with(guid: "tester-one")
            let answer = try await api.post("/proposals", body)
            #expect(answer.status.code == status, "\(answer.text)")
            #expect(answer.code == code)
            #expect(try await api.get("/proposals").json == .array([]))
        }
    }

    @Test func sizesHaveLimits() async throws {
        let server = try ProjectServer()
        try await server.run { client in
            let api = APIClient(client: client).with(guid: "tester-one")
            let long = String(repeating: "x", count: (16 << 10) + 1)
            let text = try await api.post(
                "/proposals", #"{"locale":"de","key":"cart.title","value":"\#(long)"}"#)
            #expect(text.status == .badRequest && text.code == "invalid-value")
            let key = try await api.post(
                "/proposals", #"{"locale":"de","key":"\#(long.prefix(1025))","value":"x"}"#)
            #expect(key.status == .badRequest)
            let body = try await api.post(
                "/proposals", #"{"note":"\#(String(repeating: "x", count: 70_000))"}"#)
            #expect(body.status == .contentTooLarge)
        }
    }
}
