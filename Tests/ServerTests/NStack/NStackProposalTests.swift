import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import JSON
import NIOCore
import Testing

@testable import Server

@Suite struct NStackProposalTests {
    private static let guid = NStackCalls.guid
    private static let other = NStackCalls.other

    @Test func proposesListsAndDeletes() async throws {
        try await ProjectServer().run { client async throws in
            let nstack = NStackCalls(client)
            let made = try await nstack.propose("Einkaufswagen")
            #expect(made.status == .created)
            #expect(made.headers[.dragomanPosition]?.count == 40)
            let data = try #require(made.data)
            let id = try #require(data["id"]?.integerValue)
            #expect((1..<1 << 53).contains(id))
            #expect(data["key"] == "cart.title")
            #expect(data["section"] == "default")
            #expect(data["locale"] == "de")
            #expect(data["value"] == "Einkaufswagen")
            #expect(data["can_delete"] == true)
            let mock = try NStackMock.json("proposals-store")
            #expect(NStackMock.missing(in: made.json, comparedWith: mock) == [])

            let all = try await nstack.get("/proposals")
            #expect(all.status == .ok)
            #expect(all.rows.count == 1)
            #expect(all.rows.first?["can_delete"] == false)
            #expect(all.rows.first?["id"]?.integerValue == id)
            let listMock = try NStackMock.json("proposals-index")
            #expect(NStackMock.missing(in: all.json, comparedWith: listMock) == [])
            // iOS sends it like this.
            let own = try await nstack.get("/proposals?guid=\(Self.guid)?")
            #expect(own.rows.first?["can_delete"] == true)
            let others = try await nstack.get("/proposals?guid=\(Self.other)")
            #expect(others.rows.first?["can_delete"] == false)

            let refused = try await nstack.delete(id, guid: Self.other)
            #expect(refused.status == .unauthorized)
            #expect(refused.message == "Invalid guid")
            #expect(refused.json?.objectValue?["class"] == "InvalidGuid")
            let deleted = try await nstack.delete(id, guid: Self.guid + "?")
            #expect(deleted.status == .ok)
            #expect(
                deleted.text
                    == #"{"message":"Proposal deleted","data":{"message":"Proposal deleted"}}"#
                    + "\n")
            let again = try await nstack.delete(id, guid: Self.guid)
            #expect(again.status == .preconditionFailed)
            #expect(try await nstack.get("/proposals?state=all").rows.isEmpty)
        }
    }

    /// Other tests cover the bodies of all clients; here they are sent.
    @Test(arguments: [
        "value=Tom & Jerry = 100%&key=cart.title&guid=A6F1C9B4-0000-4000-8000-3D2E1F0A9B8C&section=default&platform=mobile&locale=de",
        "key=cart.title&section=default&value=Tom+%26+Jerry+%3D+100%25&locale=de&platform=backend&guid=A6F1C9B4-0000-4000-8000-3D2E1F0A9B8C",
        #"{"key":"cart.title","section":"default","value":"Tom & Jerry = 100%","locale":"de","platform":"web","guid":"A6F1C9B4-0000-4000-8000-3D2E1F0A9B8C"}"#,
    ]) func takesBodiesAsClientsSendThem(body: String) async throws {
        try await ProjectServer().run { client async throws in
            // PHP's content type, which is wrong for two of them.
            let made = try await NStackCalls(client).post(
                body, headers: [.contentType: "application/json"])
            #expect(made.status == .created, "\(made.text)")
            #expect(made.data?["value"] == "Tom & Jerry = 100%")
        }
    }

    @Test(arguments: ["42", "1.5", "true", "[]"]) func aValueIsAText(json: String) async throws {
        try await ProjectServer().run { client async throws in
            let made = try await NStackCalls(client).post(
                #"{"key":"cart.title","section":"default","value":\#(json),"locale":"de","platform":"web","guid":"A6F1C9B4-0000"}"#
            )
            #expect(made.status == .preconditionFailed, "\(made.text)")
            #expect(made.json?.objectValue?["code"] == "412")
            #expect(made.message?.contains("“value”") == true)
        }
    }

    @Test(arguments: ["", "/projects/shop"]) func everyErrorHasTheFormOfNStack(
        place: String
    ) async throws {
        try await ProjectServer().run { client async throws in
            let base = place + "/api/v2/content/localize"
            let method = try await client.execute(uri: base + "/proposals", method: .put)
            #expect(method.status == .methodNotAllowed)
            #expect(method.headers[.allow] == "GET, HEAD, OPTIONS, POST")
            let path = try await client.execute(uri: base + "/nothing/here", method: .get)
            #expect(path.status == .notFound)
            let unsafe = try await client.execute(uri: base + "/a%5C..", method: .get)
            for answer in [method, path, unsafe] {
                #expect(answer.headers[.contentType] == "application/json", "\(answer.text)")
                let code = answer.json?.objectValue?["code"]?.stringValue
                #expect(code == String(answer.status.code))
                #expect(answer.message?.isEmpty == false)
            }
        }
    }

    @Test func isAtAllItsAddresses() async throws {
        let server = try ProjectServer()
        try await server.run(
            "    public = true\n    testers = open\n[nstack \"shop\"]\n    applicationId = abc\n"
        ) { client async throws in
            var nstack = NStackCalls(client)
            for (number, base) in [
                "/api/v2/content/localize", "/api/v2/localize",
                "/projects/shop/api/v2/content/localize", "/projects/shop/api/v2/localize",
            ].enumerated() {
                nstack.base = base
                #expect(try await nstack.propose("Text\(number)").status == .created)
            }
            nstack.headers = [.applicationID: "abc"]
            #expect(try await nstack.get("/proposals").rows.count == 1)
            nstack.base = "/api/v2/localize"
            nstack.headers = [.applicationID: "another"]
            let stranger = try await nstack.get("/proposals")
            #expect(stranger.status == .unauthorized)
        }
    }

    @Test func oneForEachTextAndGuid() async throws {
        try await ProjectServer().run { client async throws in
            let nstack = NStackCalls(client)
            #expect(try await nstack.propose("Korb").status == .created)
            let same = try await nstack.propose("Korb", headers: [.acceptLanguage: "en-GB,de"])
            #expect(same.status == .preconditionFailed)
            #expect(
                same.text
                    == #"{"class":"Duplicate","code":"412","errors":["The same value is already proposed under this guid."],"#
                    + #""message":"The same value is already proposed under this guid.","#
                    + #""localizedMessage":"The same value is already proposed under this guid."}"#
                    + "\n")
            #expect(try await nstack.propose("Korb", guid: Self.other).status == .created)
            let replaced = try await nstack.propose("Tasche")
            #expect(replaced.status == .created)
            let rows = try await nstack.get("/proposals").rows
            #expect(rows.map { $0["value"] } == ["Korb", "Tasche"])
            let unchanged = try await nstack.propose("Warenkorb")
            #expect(unchanged.status == .preconditionFailed)
            #expect(unchanged.json?.objectValue?["class"] == "Unchanged")
            #expect(unchanged.json?.objectValue?["localizedMessage"] == nil)
        }
    }

    @Test func aReplayIsAnsweredAsBefore() async throws {
        try await ProjectServer().run { client async throws in
            let nstack = NStackCalls(client)
            let key: HTTPFields = [.idempotencyKey: "\"one\""]
            let first = try await nstack.propose("Korb", headers: key)
            let second = try await nstack.propose("Korb", headers: key)
            #expect(first.status == .created)
            #expect(second.status == .ok)
            #expect(second.headers[.idempotencyReplayed] == "true")
            #expect(first.text == second.text)
            let another = try await nstack.propose("Tasche", headers: key)
            #expect(another.status == .unprocessableContent)
        }
    }

    @Test(arguments: [
        ("key=cart.title&section=default&locale=de&platform=mobile&guid=12345678", 412, "value"),
        (
            "key=cart.title&section=default&value=&locale=de&platform=mobile&guid=12345678", 412,
            "value"
        ),
        ("key=cart.title&section=default&value=x&locale=de&platform=mobile", 412, "guid"),
        (
            "key=cart.title&section=default&value=x&locale=de&platform=mobile&guid=1234567", 412,
            "guid"
        ),
        (
            "key=cart.title&section=default&value=x&locale=de&platform=tv&guid=12345678", 412,
            "platform"
        ),
        (
            "key=cart.title&section=default&value=x&locale=sv&platform=mobile&guid=12345678", 404,
            "sv"
        ),
        (
            "key=cart.title&section=default&value=x&locale=!!&platform=mobile&guid=12345678", 404,
            "language"
        ),
        (
            "key=cart.title&section=nope&value=x&locale=de&platform=mobile&guid=12345678", 404,
            "nope"
        ),
        (
            "key=cart.nope&section=default&value=x&locale=de&platform=mobile&guid=12345678", 404,
            "cart.nope"
        ),
        ("{\"key\":", 412, "line 1"), ("[]", 412, "object"), ("", 412, "Several"),
        ("key=a&key=b", 412, "more than once"),
    ]) func refusals(body: String, status: Int, word: String) async throws {
        try await ProjectServer().run { client async throws in
            let answer = try await NStackCalls(client).post(body)
            #expect(answer.status.code == status, "\(answer.text)")
            #expect(answer.text.contains(word), "\(answer.text)")
            let error = try #require(answer.json?.objectValue)
            #expect(error["code"]?.stringValue == String(status))
            #expect(error["class"]?.stringValue?.isEmpty == false)
            #expect(error["errors"]?.arrayValue?.isEmpty == false)
            #expect(error["message"]?.stringValue?.isEmpty == false)
            #expect(answer.headers[.contentType] == "application/json")
        }
    }

    @Test func listsEachFieldThatIsMissing() async throws {
        try await ProjectServer().run { client async throws in
            let answer = try await NStackCalls(client).post("key=cart.title")
            let errors = answer.json?.objectValue?["errors"]?.arrayValue ?? []
            #expect(errors.count == 5)
            #expect(errors.first == "The section field is required.")
        }
    }

    @Test func namesWhatMayHaveBeenMeant() async throws {
        try await ProjectServer().run { client async throws in
            let answer = try await NStackCalls(client).propose("Korb", for: "cart.titel")
            #expect(answer.status == .notFound)
            let errors = answer.json?.objectValue?["errors"]?.arrayValue ?? []
            #expect(
                errors.prefix(2)
                    == ["There is no string “cart.titel”.", "Similar: cart.title"])
        }
    }

    @Test func refusesReleasedApps() async throws {
        try await ProjectServer().run { client async throws in
            let nstack = NStackCalls(client)
            let released = try await nstack.propose(
                "Korb", headers: [.nMeta: "ios;production;1.0;12.0;iPhone"])
            #expect(released.status == .forbidden)
            #expect(released.message == "forbidden")
            let staging = try await nstack.propose(
                "Korb", headers: [.nMeta: "ios;staging;1.0;12.0;iPhone"])
            #expect(staging.status == .created)
        }
    }

    @Test func bodiesAreBounded() async throws {
        try await ProjectServer().run { client async throws in
            let nstack = NStackCalls(client)
            let large = try await nstack.propose(String(repeating: "x", count: 65_537))
            #expect(large.status == .contentTooLarge)
            #expect(large.json?.objectValue?["code"] == "413")
            let long = try await nstack.propose(String(repeating: "x", count: 16_385))
            #expect(long.status == .preconditionFailed)
            #expect(long.message == "The value field may have at most 16384 bytes.")
        }
    }

    @Test func aProjectHasItsOwnBound() async throws {
        let limits = "[limits]\n    formBody = 128KiB\n[limits \"shop\"]\n    formBody = 1KiB\n"
        try await ProjectServer().run("    public = true\n    testers = open\n" + limits) {
            client async throws in
            let large = try await NStackCalls(client).propose(String(repeating: "x", count: 1_025))
            #expect(large.status == .contentTooLarge)
        }
    }

    @Test func accepted() async throws {
        let server = try ProjectServer()
        try await server.run { client async throws in
            let nstack = NStackCalls(client)
            #expect(try await nstack.propose("Korb", in: "fr").status == .created)
            try server.cli("accept", "--locale", "fr", "--yes")
            for _ in 0..<100 {
                if try await nstack.get("/proposals?state=accepted").rows.count == 1 { break }
                try await Task.sleep(for: .milliseconds(20))
            }
            let accepted = try await nstack.get("/proposals?state=accepted&guid=\(Self.guid)")
            #expect(accepted.rows.map { $0["value"] } == ["Korb"])
            #expect(accepted.rows.first?["can_delete"] == false)
            #expect(try await nstack.get("/proposals").rows.isEmpty)
            #expect(try await nstack.get("/proposals?state=all").rows.count == 1)
            let index = try await nstack.get("/resources/platforms/mobile")
            let french = try #require(
                index.rows.first { $0["language"]?.objectValue?["locale"] == "fr" })
            let id = try #require(french["id"]?.integerValue)
            let texts = try await nstack.get("/resources/\(id)")
            let section = texts.data?["default"]?.objectValue
            #expect(section?["cart.title"] == "Korb")
        }
    }

    @Test func listsWhatIsAskedFor() async throws {
        try await ProjectServer().run { client async throws in
            let nstack = NStackCalls(client)
            _ = try await nstack.propose("a")
            _ = try await nstack.propose("b", in: "fr")
            _ = try await nstack.propose("c", for: "login.title", section: "auth")
            func values(_ query: String) async throws -> [JSONValue?] {
                try await nstack.get("/proposals" + query).rows.map { $0["value"] }
            }
            #expect(try await values("") == ["a", "b", "c"])
            #expect(try await values("?locale=fr") == ["b"])
            #expect(try await values("?locale=fr_FR") == [])
            #expect(try await values("?locale=!") == [])
            #expect(try await values("?section=auth") == ["c"])
            #expect(try await values("?section=default&key=cart.title&locale=de") == ["a"])
            #expect(try await values("?key=cart.*") == [])
            #expect(try await values("?unknown=1&state=unaccepted?") == ["a", "b", "c"])
            #expect(try await nstack.get("/proposals?state=new").status == .preconditionFailed)
            let name = try #require(HTTPField.Name("guid"))
            let byHeader = try await nstack.get("/proposals", headers: [name: Self.guid])
            #expect(byHeader.rows.allSatisfy { $0["can_delete"] == true })
            let byBody = try await nstack.get("/proposals", body: "guid=\(Self.guid)&state=all")
            #expect(byBody.rows.map { $0["can_delete"] } == [true, true, true])
            let tag = try #require(byBody.headers[.eTag])
            let known = try await nstack.get(
                "/proposals?guid=\(Self.guid)", headers: [.ifNoneMatch: tag])
            #expect(known.status == .notModified)
        }
    }

    @Test func deletesNothingElse() async throws {
        try await ProjectServer().run { client async throws in
            let nstack = NStackCalls(client)
            let made = try await nstack.propose("a")
            let id = try #require(made.data?["id"]?.integerValue)
            #expect(try await nstack.delete(id, guid: nil).status == .preconditionFailed)
            #expect(try await nstack.delete(id + 1, guid: Self.guid).status == .notFound)
            let text = try await client.execute(
                uri: NStackCalls.base + "/proposals/x?guid=\(Self.guid)", method: .delete)
            #expect(text.status == .notFound)
            #expect(try await nstack.get("/proposals").rows.count == 1)
        }
    }
}
