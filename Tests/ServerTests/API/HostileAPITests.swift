import Foundation
import HTTPTypes
import HummingbirdTesting
import JSON
import Machine
import NIOCore
import TestWorld
import Testing
import Translation

@testable import Server

/// Malicious requests to a whole server, each followed by a normal one that must succeed.
@Suite(.timeLimit(.minutes(10))) struct HostileAPITests {
    private let server: ProjectServer

    init() throws { server = try ProjectServer() }

    private static let proposal = #"{"locale":"de","key":"cart.items","value":"Waren"}"#

    /// Runs `body` as one tester, and then proposes as another.
    private func attack(
        _ body: @Sendable (APIClient) async throws -> Void
    ) async throws {
        try await server.run { client in
            try await body(APIClient(client: client).with(guid: "guid-of-mallory"))
            let next = try await APIClient(client: client).with(guid: "guid-of-ines").post(
                "/proposals",
                #"{"locale":"fr","key":"login.title","section":"auth","value":"Connexion"}"#)
            #expect(next.status == .created, "\(next.text)")
        }
        #expect(server.log.split(separator: "\n").allSatisfy { $0.hasPrefix("{\"time\":") })
    }

    /// Invalid bodies of proposals, by their error.
    private static let bodies: [(String, [UInt8])] = [
        ("not UTF-8", Array("{\"locale\":\"de\",\"key\":\"\u{0}".utf8) + [0xFF, 0xFE]),
        ("cut off", Array(proposal.utf8.dropLast(3))), ("empty", []),
        ("deep", Array(repeating: 0x5B, count: 60_000)),
        ("a huge number", Array(#"{"locale":1e999999}"#.utf8)),
        ("two documents", Array((proposal + proposal).utf8)),
        ("two byte order marks", [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF] + Array(proposal.utf8)),
        ("members without end", Array(("{" + String(repeating: "\"a\":1,", count: 9000)).utf8)),
    ]

    @Test(arguments: bodies.indices) func badBodiesDoNothing(_ index: Int) async throws {
        let (name, bytes) = Self.bodies[index]
        try await attack { api in
            let answer = try await api.client.execute(
                uri: APIClient.base + "/proposals", method: .post,
                headers: api.headers.adding(.contentType, "application/json"),
                body: ByteBuffer(bytes: bytes))
            #expect(answer.status == .badRequest, "\(name): \(answer.text)")
            #expect(try await api.get("/proposals").json == .array([]))
        }
    }

    @Test func oneByteOrderMarkIsPassedOver() async throws {
        try await server.run { client in
            let api = APIClient(client: client).with(guid: "guid-of-mallory")
            let answer = try await api.post("/proposals", "\u{FEFF}" + Self.proposal)
            #expect(answer.status == .created, "\(answer.text)")
        }
    }

    @Test(arguments: ["value", "note"]) func controlCharactersAreRefused(_ member: String)
        async throws
    {
        try await attack { api in
            for text in ["a\\u0000", "\\u0007", "\\u001b[31m"] {
                let other = member == "value" ? "" : #""value":"x","#
                let answer = try await api.post(
                    "/proposals",
                    #"{"locale":"de","key":"cart.items",\#(other)"\#(member)":"\#(text)"}"#)
                #expect(answer.status == .badRequest, "\(text): \(answer.text)")
                #expect(answer.code == "invalid-value", "\(text): \(answer.text)")
            }
            #expect(try await api.get("/proposals").json == .array([]))
        }
    }

    @Test func compressedAndForeignBodiesAreRefused() async throws {
        try await attack { api in
            for coding in ["gzip", "br", "deflate, gzip", "identity, gzip"] {
                let answer = try await api.with("Content-Encoding", coding)
                    .post("/proposals", Self.proposal)
                #expect(answer.status == .unsupportedMediaType, "\(coding): \(answer.text)")
            }
            // Other sites' pages can send forms and plain text without a preflight request.
            for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
                let answer = try await api.with("Content-Type", type)
                    .post("/proposals", Self.proposal)
                #expect(answer.status == .unsupportedMediaType, "\(type): \(answer.text)")
            }
        }
    }

    @Test(arguments: [
        "/api/v1/projects/..%2f..%2fetc%2fpasswd/locales", "/api/v1/projects/%2e%2e/shop/locales",
        "/api/v1/projects/shop%00/locales", "/api/v1/projects/shop/texts/..%2f..%2fen",
        "/api/v1/projects/shop/texts/%5c..%5cen", "/api/v1/projects/shop/texts/de%0d%0aX-Evil:1",
        "/api/v1/projects/shop/proposals/..%2f..%2f..", "/api/v1/projects/SHOP/locales",
        "/api/v1/projects/shop/texts/" + String(repeating: "a-", count: 2000),
    ])
    func pathsLeadNowhereElse(_ path: String) async throws {
        try await attack { api in
            let answer = try await api.get(path)
            #expect(
                [400, 401, 404].contains(answer.status.code), "\(answer.status): \(answer.text)")
            #expect(answer.headers[values: .contentType] == ["application/problem+json"])
            #expect(!answer.headers.contains { $0.name.canonicalName == "x-evil" })
            #expect(!answer.text.contains(server.sandbox.directory))
        }
    }

    /// Scripts, templates and control characters are ordinary texts: they are returned in JSON, and
    /// appear in no header field or log line.
    @Test func scriptsAreTexts() async throws {
        let evil = "<script>alert(1)</script>{{{x}}}\u{1B}[2J\r\nX-Evil: 1"
        try await attack { api in
            let body = JSONValue.members(
                ("locale", .string("de")), ("key", .string("<b>\u{202E}")),
                ("section", .string("default")),
                ("new", .bool(true)), ("value", .string(evil)), ("note", .string(evil)))
            let answer = try await api.post(
                "/proposals", String(decoding: CanonicalJSON.encode(body), as: UTF8.self))
            #expect([201, 400].contains(answer.status.code), "\(answer.text)")
            for path in ["/proposals", "/texts/de", "/strings"] {
                let read = try await api.get(path)
                #expect(read.status == .ok)
                #expect(read.headers[.contentType]?.hasPrefix("application/json") == true)
                #expect(read.headers[.xContentTypeOptions] == "nosniff")
                #expect(!read.text.contains("\u{1B}"))
            }
        }
        #expect(!server.log.contains("<script>"))
    }

    /// An id names a proposal, but grants no rights: neither another guid nor a hash that was read
    /// does.
    @Test func nobodyActsForAnotherGuid() async throws {
        try await attack { api in
            let other = APIClient(client: api.client).with(guid: "guid-of-somebody")
            let made = try await other.post("/proposals", Self.proposal)
            let id = try #require(made.member("proposal")?.stringValue)
            let body = #"{"ids":["\#(id)"]}"#
            let listed = try await api.get("/proposals").text
            #expect(!listed.contains("guid-of-somebody"))
            #expect(try await api.post("/proposals/delete", body).status == .forbidden)
            #expect(
                try await APIClient(client: api.client).post("/proposals/delete", body).status.code
                    < 500)
            #expect(try await api.post("/proposals/accept", body).status.code >= 400)
            let forced = #"{"ids":["\#(id)"],"force":true}"#
            #expect(try await api.post("/proposals/delete", forced).status.code >= 400)
            #expect(try await api.get("/proposals/\(id)").member("state") == .string("open"))
            #expect(try await other.post("/proposals/delete", body).status == .ok)
        }
    }

    /// Header fields that the cache key lacks do not change a response that is cached for others.
    @Test func fieldsThatAreNotKeyedChangeNothing() async throws {
        try await attack { api in
            let usual = try await api.get("/locales")
            for (name, value) in [
                ("X-Forwarded-Host", "evil.example"), ("X-Forwarded-Proto", "gopher"),
                ("X-Original-URL", "/metrics"), ("X-Rewrite-URL", "/metrics"),
                ("X-HTTP-Method-Override", "DELETE"),
                ("Forwarded", "host=evil.example;for=1.2.3.4"),
            ] {
                let answer = try await api.with(name, value).get("/locales")
                #expect(answer.text == usual.text, "\(name)")
                #expect(answer.headers[.eTag] == usual.headers[.eTag])
                #expect(!"\(answer.headers)".contains("evil.example"))
            }
        }
    }
}

extension HTTPFields {
    fileprivate func adding(_ name: HTTPField.Name, _ value: String) -> HTTPFields {
        var copy = self
        copy[name] = value
        return copy
    }
}
