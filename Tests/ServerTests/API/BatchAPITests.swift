import Foundation
import HTTPTypes
import Hosting
import HummingbirdTesting
import JSON
import TestWorld
import Testing

@testable import Server

/// Several writes in one request.
@Suite struct BatchAPITests {
    private static func results(_ answer: TestResponse) -> [JSONValue] {
        answer.member("results")?.arrayValue ?? []
    }

    private static func code(_ result: JSONValue) -> String? {
        result["error"]?["code"]?.stringValue
    }

    private func commits(_ server: ProjectServer) throws -> Int {
        try server.sandbox.git("rev-list", "translations", in: "shop").split(separator: "\n").count
    }

    @Test func allPartsAreInOneCommit() async throws {
        let server = try ProjectServer()
        let admin = try server.token(.admin)
        let id = try server.cli("propose", "fr", "cart.title", "Chariot", "--guid", "guid-one-1")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let before = try commits(server)
        try await server.run { client in
            let api = APIClient(client: client).with(token: admin)
            let answer = try await api.post(
                "/batch",
                """
                [{"verb":"define","section":"auth","key":"logout","value":"Sign out"},
                 {"verb":"set","locale":"de","section":"auth","key":"logout","value":"Abmelden"},
                 {"verb":"propose","locale":"de","key":"cart.title","value":"Korb","note":"Short"},
                 {"verb":"accept","ids":["\(id)"]},
                 {"verb":"comment","locale":"de","key":"cart.title","text":"Hm."},
                 {"verb":"flag","locale":"de","key":"cart.title","reason":"Check it"},
                 {"verb":"edit","key":"cart.title","comment":"On top"},
                 {"verb":"unset","locale":"fr","key":"cart.title"}]
                """)
            #expect(answer.status == .ok, "\(answer.text)")
            let results = Self.results(answer)
            #expect(results.count == 8)
            #expect(results.allSatisfy { $0["events"]?.arrayValue?.count == 1 }, "\(answer.text)")
            #expect(results[2]["proposal"] == results[2]["events"]?.arrayValue?.first)
            #expect(answer.position == answer.member("commit")?.stringValue)
            #expect(
                try await api.get("/text/de?section=auth&key=logout").member("value") == "Abmelden")
            #expect(try await api.get("/text/fr?key=cart.title").code == "no-text")
        }
        #expect(try commits(server) == before + 1)
    }

    @Test func eachPartStandsByItself() async throws {
        let server = try ProjectServer()
        let translator = try server.token(.translate)
        let parts = """
            [{"verb":"set","locale":"de","key":"cart.title","value":"Korb","idempotencyKey":"k1"},
             {"verb":"set","locale":"de","key":"cart.titel","value":"x"},
             {"verb":"set","locale":"sv","key":"cart.title","value":"x"},
             {"verb":"set","locale":"de","key":"cart.title"},
             {"verb":"define","key":"new","value":"New"},
             {"verb":"accept","ids":["0000ZZZZ"]},
             {"verb":"rename","key":"cart.title"},
             {"verb":"set","locale":"de","key":"cart.title","value":"x","colour":1},
             {"verb":"set","locale":"de","key":"cart.title","value":"x","ifNoneMatch":"*"},
             {"verb":"set","locale":"fr","section":"auth","key":"login.title","value":"x","ifMatch":"*"},
             {"verb":"set","locale":"fr","section":"auth","key":"login.title","value":"Connexion"},
             7]
            """
        try await server.run { client in
            let api = APIClient(client: client).with(token: translator)
            let answer = try await api.post("/batch", parts)
            let results = Self.results(answer)
            #expect(
                results.map(Self.code) == [
                    nil, "unknown-key", "unknown-language", "usage", "scope", "scope",
                    "invalid-value", "usage", "changed", "changed", nil, "usage",
                ], "\(answer.text)")
            #expect(results[1]["error"]?["nearest"]?.arrayValue?.first == "cart.title")
            #expect(results[1]["error"]?["status"] == 404)
            #expect(results[8]["error"]?["current"]?["value"] == "Korb")
            // Nothing is done twice.
            let again = try await api.post("/batch", parts)
            #expect(Self.results(again).first?["repeated"] == true, "\(again.text)")
            #expect(Self.results(again).first?["events"] == results.first?["events"])
        }
    }

    /// Parts that were made offline are decided on the state that their sender saw.
    @Test func aPartHasAConditionOfItsOwn() async throws {
        let server = try ProjectServer()
        let reviewer = try server.token(.review)
        let id = try server.cli("propose", "de", "cart.title", "Korb", "--guid", "guid-one-1")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try await server.run { client in
            let api = APIClient(client: client).with(token: reviewer)
            let tag = try #require(try await api.get("/proposals/\(id)").headers[.eTag])
                .replacingOccurrences(of: "\"", with: "\\\"")
            let body = #"[{"verb":"accept","ids":["\#(id)"],"ifMatch":"\#(tag)"}]"#
            _ = try await api.send(.put, "/text/de?key=cart.title", #"{"value":"Wagen"}"#)
            let late = try await api.post("/batch", body)
            #expect(Self.results(late).map(Self.code) == ["changed"], "\(late.text)")
            let bad = try await api.post(
                "/batch", #"[{"verb":"accept","ids":["\#(id)"],"ifMatch":"W/\"x\""}]"#)
            #expect(Self.results(bad).map(Self.code) == ["changed"], "\(bad.text)")
        }
    }

    @Test func testersProposeInBatches() async throws {
        let server = try ProjectServer()
        let parts = (0..<5).map {
            #"{"verb":"propose","locale":"de","key":"k\#($0)","value":"v","new":true}"#
        }
        let body =
            "[\(parts.joined(separator: ",")), "
            + #"{"verb":"set","locale":"de","key":"cart.title","value":"x"}]"#
        try await server.run(
            """
                public = true
                testers = open
            [limits "shop"]
                openProposals = 3

            """
        ) { client in
            let tester = APIClient(client: client).with(guid: "tester-one")
            let answer = try await tester.post("/batch", body)
            #expect(
                Self.results(answer).map(Self.code) == [
                    nil, nil, nil, "too-many", "too-many", "unauthenticated",
                ], "\(answer.text)")
            #expect(try await tester.get("/proposals").json?.arrayValue?.count == 3)
        }
    }

    /// A batch must not be a way around the rate limit of testers.
    @Test func eachPartOfATesterCounts() async throws {
        let server = try ProjectServer()
        let part = #"{"verb":"propose","locale":"de","key":"cart.title","value":"a"}"#
        let body = "[\(Array(repeating: part, count: 6).joined(separator: ","))]"
        try await server.run(
            """
                public = true
                testers = open
            [limits "shop"]
                testerRate = 4/min

            """
        ) { client in
            let answer = try await APIClient(client: client).with(guid: "tester-one")
                .post("/batch", body)
            let codes = Self.results(answer).map(Self.code)
            #expect(codes.first == .some(nil) && codes.last == "too-many", "\(answer.text)")
        }
    }

    @Test(arguments: [
        ("{}", 400, "usage"), ("[", 400, "malformed"),
        ("[\(Array(repeating: "{}", count: 257).joined(separator: ","))]", 400, "usage"),
    ]) func badBatchesAreRefused(body: String, status: Int, code: String) async throws {
        let server = try ProjectServer()
        let admin = try server.token(.admin)
        try await server.run { client in
            let api = APIClient(client: client).with(token: admin)
            let answer = try await api.post("/batch", body)
            #expect(answer.status.code == status, "\(answer.text)")
            #expect(answer.code == code, "\(answer.text)")
        }
    }

    @Test func aBatchThatIsTooLargeIsRefused() async throws {
        let server = try ProjectServer()
        let admin = try server.token(.admin)
        try await server.run { client in
            let answer = try await APIClient(client: client).with(token: admin)
                .post("/batch", String(repeating: " ", count: 1 << 20 | 1))
            #expect(answer.status == .contentTooLarge && answer.code == "too-large")
        }
    }

    /// A condition that has nothing to hold for must not be dropped.
    @Test func conditionsRequireOneThing() async throws {
        let server = try ProjectServer()
        let admin = try server.token(.admin)
        let ids = try ["Korb", "Tasche"].map {
            try server.cli("propose", "de", "cart.title", $0, "--guid", "guid-of-\($0)")
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let before = try commits(server)
        try await server.run { client in
            let api = APIClient(client: client).with(token: admin)
            let tag = try #require(try await api.get("/proposals/\(ids[0])").headers[.eTag])
                .replacingOccurrences(of: "\"", with: "\\\"")
            let answer = try await api.post(
                "/batch",
                """
                [{"verb":"reject","ids":["\(ids[0])","\(ids[1])"],"reason":"No.",
                  "ifMatch":"\(tag)"},
                 {"verb":"propose","locale":"de","key":"cart.title","value":"x","ifNoneMatch":"*"},
                 {"verb":"define","key":"new","value":"New","ifMatch":"*"}]
                """)
            #expect(
                Self.results(answer).map(Self.code)
                    == ["contradiction", "contradiction", "contradiction"], "\(answer.text)")
        }
        #expect(try commits(server) == before)
    }

    @Test func keysAndConditionsAreOfParts() async throws {
        let server = try ProjectServer()
        let admin = try server.token(.admin)
        let before = try commits(server)
        try await server.run { client in
            let api = APIClient(client: client).with(token: admin)
            for (name, value) in [("Idempotency-Key", "k"), ("If-Match", "*")] {
                let answer = try await api.with(name, value).post("/batch", "[]")
                #expect(answer.status == .badRequest && answer.code == "contradiction")
            }
            let empty = try await api.post("/batch", "[]")
            #expect(empty.status == .ok && Self.results(empty) == [], "\(empty.text)")
        }
        #expect(try commits(server) == before)
    }
}
