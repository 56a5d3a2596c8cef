import HTTPTypes
import Hosting
import HummingbirdTesting
import JSON
import Testing

@testable import Server

/// HTTP's preconditions on texts, strings and proposals (RFC 9110, section 13.1).
@Suite struct PreconditionAPITests {
    private static let text = "/text/de?section=auth&key=logout"
    private static let string = "/string?section=auth&key=logout"

    /// Runs `body` on a server with a string that has no German text.
    private func withString(_ body: @Sendable (APIClient) async throws -> Void) async throws {
        let server = try ProjectServer()
        let admin = try server.token(.admin)
        try await server.run { client in
            let api = APIClient(client: client).with(token: admin)
            let added = try await api.post(
                "/strings", #"{"section":"auth","key":"logout","value":"Sign out"}"#)
            #expect(added.status == .created, "\(added.text)")
            try await body(api)
        }
    }

    @Test func theFirstTextIsSetOnce() async throws {
        try await withString { api in
            let none = api.with("If-None-Match", "*")
            #expect(try await none.send(.put, Self.text, #"{"value":"A"}"#).status == .ok)
            let second = try await none.send(.put, Self.text, #"{"value":"B"}"#)
            #expect(second.status == .preconditionFailed && second.code == "changed")
            #expect(second.member("current")?["value"] == "A")
            #expect(try await api.get(Self.text).member("value") == "A")
        }
    }

    @Test func aTextMustExistForAnyTag() async throws {
        try await withString { api in
            let present = api.with("If-Match", "*")
            let first = try await present.send(.put, Self.text, #"{"value":"A"}"#)
            #expect(first.status == .preconditionFailed && first.code == "changed")
            #expect(try await present.send(.delete, Self.text, nil).status == .preconditionFailed)
            #expect(try await api.get(Self.text).status == .notFound)
            #expect(try await api.send(.put, Self.text, #"{"value":"A"}"#).status == .ok)
            #expect(try await present.send(.put, Self.text, #"{"value":"B"}"#).status == .ok)
            #expect(try await present.send(.delete, Self.text, nil).status == .ok)
            #expect(
                try await present.send(.put, Self.text, #"{"value":"C"}"#).status
                    == .preconditionFailed)
        }
    }

    @Test func aMissingTextHasATag() async throws {
        try await withString { api in
            let missing = try await api.get(Self.text)
            let tag = try #require(missing.headers[.eTag])
            #expect(missing.status == .notFound && missing.code == "no-text")
            // `*` only matches an existing text, so nothing can be unmodified.
            #expect(try await api.with("If-None-Match", "*").get(Self.text).status == .notFound)
            let seen = api.with("If-Match", tag)
            #expect(try await seen.send(.put, Self.text, #"{"value":"A"}"#).status == .ok)
            #expect(
                try await seen.send(.put, Self.text, #"{"value":"B"}"#).status
                    == .preconditionFailed)
            #expect(try await api.get(Self.text).headers[.eTag] != tag)
        }
    }

    @Test func tagsMayBeListedExcludedAndCompressed() async throws {
        try await withString { api in
            #expect(try await api.send(.put, Self.text, #"{"value":"A"}"#).status == .ok)
            let tag = try #require(try await api.get(Self.text).headers[.eTag])
            let excluded = api.with("If-None-Match", "W/\(tag)")
            #expect(
                try await excluded.send(.put, Self.text, #"{"value":"B"}"#).status
                    == .preconditionFailed)
            for wrong in [#""u-0""#, "W/\(tag)", "nonsense"] {
                let other = try await api.with("If-Match", wrong).send(
                    .put, Self.text, #"{"value":"B"}"#)
                #expect(other.status == .preconditionFailed && other.code == "changed")
            }
            let packed = tag.dropLast() + "-gz\""
            let listed = api.with("If-Match", "\"u-0\", \(packed)")
            #expect(try await listed.send(.put, Self.text, #"{"value":"B"}"#).status == .ok)
        }
    }

    @Test func stringsAndMarksTakeConditions() async throws {
        try await withString { api in
            let tag = try #require(try await api.get(Self.string).headers[.eTag])
            let old = api.with("If-Match", tag)
            #expect(try await old.send(.patch, Self.string, #"{"value":"Log out"}"#).status == .ok)
            let rename = #"{"section":"auth","key":"logout","newKey":"signout"}"#
            let renamed = try await old.post("/string/rename", rename)
            #expect(renamed.status == .preconditionFailed && renamed.code == "changed")
            #expect(
                try await old.send(.delete, Self.string, nil).status == .preconditionFailed)
            let marked = try await api.with("If-Match", "*").post(
                "/text/de/marks?section=auth&key=logout", #"{"mark":"flag"}"#)
            #expect(marked.status == .preconditionFailed && marked.code == "changed")
            let unknown = try await api.with("If-Match", "*").send(
                .put, "/text/de?section=auth&key=none", #"{"value":"A"}"#)
            #expect(unknown.status == .notFound && unknown.code == "unknown-key")
        }
    }

    @Test func conditionsAreForOneProposal() async throws {
        let server = try ProjectServer()
        let reviewer = try server.token(.review)
        try server.cli("propose", "de", "cart.title", "Korb", "--guid", "guid-one-1")
        try await server.run { client in
            let mara = APIClient(client: client).with(token: reviewer)
            let id = try #require(
                try await mara.get("/proposals").json?.arrayValue?.first?["id"]?.stringValue)
            let query = try await mara.with("If-Match", "*").post(
                "/proposals/accept", #"{"query":{}}"#)
            #expect(query.status == .badRequest && query.code == "contradiction")
            let exists = try await mara.with("If-None-Match", "*").post(
                "/proposals/accept", #"{"ids":["\#(id)"]}"#)
            #expect(exists.status == .preconditionFailed)
            let accepted = try await mara.with("If-Match", "*").post(
                "/proposals/accept", #"{"ids":["\#(id)"]}"#)
            #expect(accepted.status == .ok, "\(accepted.text)")
        }
    }
}
