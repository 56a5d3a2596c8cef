import Dispatch
import Foundation
import HTTPTypes
import Hosting
import HummingbirdTesting
import JSON
import Synchronization
import TestWorld
import Testing

@testable import Server

@Suite struct ReadingAPITests {
    /// The API returns the same JSON as the command line, in the same members and order.
    @Test func answersAreThoseOfTheCommandLine() async throws {
        let server = try ProjectServer()
        try server.cli("propose", "fr", "cart.title", "Chariot", "--guid", "guid-of-a-tester")
        let pairs: [(path: String, words: [String])] = [
            ("/locales", ["locale", "list"]), ("/status", ["status"]),
            ("/status?locale=fr&locale=de", ["status", "fr", "de"]),
            ("/strings", ["list", "en"]), ("/texts/fr", ["list", "fr"]),
            ("/texts/fr?state=missing,proposed", ["list", "fr", "--state", "missing,proposed"]),
            ("/texts/de?section=auth", ["list", "de", "-s", "auth"]),
            (
                "/texts/de?key=cart.*&search=items",
                ["list", "de", "--key", "cart.*", "--search", "items"]
            ),
            ("/text/de?key=cart.title", ["get", "de", "cart.title"]),
            ("/text/fr-CA?key=cart.title&fallback", ["get", "fr-CA", "cart.title", "--fallback"]),
            ("/text/en?key=cart.items&count=1", ["get", "en", "cart.items", "--count", "1"]),
        ]
        let printed = try pairs.map { pair in
            try JSONValue.parse(
                Array(
                    server.sandbox.run(pair.words + ["--format", "json"], in: "shop").output.utf8))
        }
        let proposals = server.sandbox.run(["proposals", "--format", "json"], in: "shop").output
        let mara = try server.token(.read)
        try await server.run { client in
            let api = APIClient(client: client).with(token: mara)
            for (pair, value) in zip(pairs, printed) {
                let answer = try await api.get(pair.path)
                #expect(answer.status == .ok, "\(pair.path): \(answer.text)")
                #expect(answer.json == value, "\(pair.path)")
            }
            let listed = try await api.get("/proposals")
            #expect(try JSONValue.parse(Array(proposals.utf8)) == listed.json)
        }
    }

    /// Counts of findings are included once they are known; a response without them is not cached.
    @Test func findingsAreCountedIfAsked() async throws {
        let server = try ProjectServer()
        try server.cli("string", "add", "hello", "Hello {{name}}")
        try server.cli("set", "fr", "hello", "Bonjour")
        let token = try server.token(.read)
        try await server.run { client in
            let api = APIClient(client: client).with(token: token)
            for path in ["/status", "/locales"] {
                #expect(try await api.get(path).json?.arrayValue?.last?["findings"] == nil)
                var rows: [JSONValue] = []
                for _ in 0..<1_000 {
                    let answer = try await api.get("\(path)?findings=true")
                    rows = try #require(answer.json?.arrayValue, "\(answer.text)")
                    let isCounted = rows.last?["findings"] != nil
                    #expect((answer.headers[.eTag] != nil) == isCounted)
                    if isCounted { break }
                    try await Task.sleep(for: .milliseconds(10))
                }
                #expect(rows.first?["findings"] == nil)
                let french = try #require(rows.first { $0["locale"]?.stringValue == "fr" })
                #expect(french["findings"]?["errors"]?.integerValue == 1)
                #expect(french["findings"]?["checks"]?["placeholders"]?.integerValue == 1)
                #expect(rows.last?["findings"]?["strings"]?.integerValue == 0)
            }
        }
    }

    @Test func pagesSkipNothing() async throws {
        let server = try ProjectServer()
        for number in 0..<7 { try server.cli("string", "add", "many.\(number)", "Text \(number)") }
        try await server.run { client in
            let api = APIClient(client: client)
            let all = try #require(try await api.get("/strings").json?.arrayValue)
            var seen: [JSONValue] = []
            var path: String? = "/strings?limit=3"
            while let next = path {
                let answer = try await api.get(next)
                seen += try #require(answer.json?.arrayValue, "\(answer.text)")
                path = answer.next
            }
            #expect(seen == all)
        }
    }

    @Test func pagesOfProposalsGoOnWhereTheyEnded() async throws {
        let server = try ProjectServer()
        for number in 0..<5 {
            try server.cli(
                "propose", "de", "cart.title", "Korb \(number)", "--guid", "guid-\(number)-long")
        }
        try await server.run { client in
            let api = APIClient(client: client)
            let first = try await api.get("/proposals?limit=2")
            // Proposals that are made meanwhile come at the end.
            try server.cli("propose", "de", "cart.title", "Korb 9", "--guid", "guid-9-long")
            var values: [String] =
                first.json?.arrayValue?.compactMap { $0["value"]?.stringValue } ?? []
            var path = first.next
            while let next = path {
                let answer = try await api.get(next)
                values += answer.json?.arrayValue?.compactMap { $0["value"]?.stringValue } ?? []
                path = answer.next
            }
            #expect(values.prefix(5) == ["Korb 0", "Korb 1", "Korb 2", "Korb 3", "Korb 4"])
        }
    }

    @Test func whatIsUnchangedIsAnswered304() async throws {
        let server = try ProjectServer()
        try await server.run { client in
            let api = APIClient(client: client)
            let first = try await api.get("/status")
            let tag = try #require(first.headers[.eTag])
            #expect(tag.hasPrefix("W/"))
            let again = try await api.with("If-None-Match", tag).get("/status")
            #expect(again.status == .notModified)
            #expect(again.position == first.position)
            _ = try await api.with(guid: "tester-one").post(
                "/proposals", #"{"locale":"de","key":"cart.title","value":"Korb"}"#)
            #expect(try await api.with("If-None-Match", tag).get("/status").status == .ok)
        }
    }

    /// While all readers are busy, a response that needs a query cannot be sent.
    @Test func whatIsUnchangedNeedsNoQuery() async throws {
        let server = try ProjectServer()
        let projects = Mutex<OpenProjects?>(nil)
        try await server.run(options: { options in
            options.furtherRoutes = { foundation in
                projects.withLock { $0 = foundation.projects }
                return []
            }
        }) { client in
            let api = APIClient(client: client)
            var tags: [String: String] = [:]
            for path in ["", "/status", "/locales", "/strings?limit=1", "/texts/de"] {
                let answer = try await api.get(path)
                let tag = try #require(answer.headers[.eTag], "\(path)")
                tags[path] = tag
            }
            let host = try #require(projects.withLock { $0 }).project(named: "shop")
            let gate = DispatchSemaphore(value: 0)
            let (entered, enter) = AsyncStream.makeStream(of: Void.self)
            let readers = (0..<ServerCapacity.readers).map { _ in
                Task {
                    try await host.read { _ in
                        enter.yield()
                        gate.wait()
                    }
                }
            }
            var count = 0
            for await _ in entered {
                count += 1
                if count == readers.count { break }
            }
            for (path, tag) in tags {
                for type in ["*/*", "application/json"] {
                    let again = try await api.with("If-None-Match", tag).with("Accept", type)
                        .get(path)
                    #expect(again.status == .notModified, "\(path) \(type): \(again.text)")
                }
            }
            for _ in readers { gate.signal() }
            for reader in readers { try await reader.value }
        }
    }

    @Test func pastStatesCanBeRead() async throws {
        let server = try ProjectServer()
        let before = try server.sandbox.git("rev-parse", "translations", in: "shop")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try server.cli("set", "de", "cart.title", "Einkaufswagen")
        try await server.run { client in
            let api = APIClient(client: client)
            let past = try await api.get("/text/de?key=cart.title&rev=\(before)")
            #expect(past.member("value") == "Warenkorb")
            #expect(past.headers[.cacheControl]?.contains("immutable") == true)
            #expect(try await api.get("/text/de?key=cart.title").member("value") == "Einkaufswagen")
            #expect(try await api.get("/status?rev=nothing").code == "unknown-revision")
            #expect(try await api.get("/status?rev=a&at=2026-01-01").code == "contradiction")
        }
    }

    @Test func oneMayAskForStatesThatAreNotOlder() async throws {
        let server = try ProjectServer()
        try await server.run { client in
            let api = APIClient(client: client)
            // The command line writes, and the next request asks for that position.
            try server.cli("set", "de", "cart.title", "Wagen")
            let tip = try server.sandbox.git("rev-parse", "translations", in: "shop")
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let answer = try await api.with("Dragoman-Position", tip).get("/text/de?key=cart.title")
            #expect(answer.member("value") == "Wagen")
            #expect(answer.position == tip)
            let unknown = String(repeating: "0", count: 40)
            let behind = try await api.get("/status?position=\(unknown)")
            #expect(behind.status == .serviceUnavailable && behind.code == "behind")
            #expect(try await api.get("/status?position=x").status == .badRequest)
        }
    }

    @Test func addressesOfPeopleAreForPeople() async throws {
        let server = try ProjectServer()
        let mara = try server.token(.read)
        try await server.run { client in
            let api = APIClient(client: client)
            for path in ["/string?key=cart.title", "/events"] {
                #expect(try await !api.get(path).text.contains("@example.org"), "\(path)")
                let known = try await api.with(token: mara).get(path)
                #expect(known.text.contains("ines@example.org"), "\(path)")
            }
        }
    }

    /// A person with a third member, and an object of a file format that looks like a person.
    @Test func noAnswerToOthersHasTheAddressOfAPerson() async throws {
        let server = try ProjectServer()
        let id = try server.cli("propose", "de", "cart.title", "Korb", "--guid", "guid-one-1")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try server.cli("accept", id)
        let before = try server.sandbox.git("rev-parse", "translations", in: "shop")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try server.sandbox.git("clone", "-q", "-b", "translations", "shop", "tree")
        try server.sandbox.write(
            #"{"v":1,"id":"01M8000000000000000000000Z","type":"translation.set","#
                + #""at":"2026-11-21T09:30:00.000Z","#
                + #""actor":{"name":"Ines","email":"ines@example.org","team":"fr"},"#
                + #""locale":"fr","section":"default","key":"cart.title","value":"Caddie","#
                + #""meta":{"xliff":{"name":"Hotel","email":"info@hotel.example"}}}"# + "\n",
            to: "tree/events/fr/x.jsonl")
        try server.sandbox.git("add", "events/fr/x.jsonl", in: "tree")
        try server.sandbox.git("commit", "-qm", "Translate", in: "tree")
        try server.sandbox.git("push", "-q", "origin", "HEAD:translations", in: "tree")
        let mara = try server.token(.read)
        let app = try server.token(.read, app: true)
        try await server.run { client in
            let api = APIClient(client: client)
            for path in [
                "/string?key=cart.title", "/events", "/events?after=\(before)", "/strings",
                "/texts/fr", "/text/fr?key=cart.title", "/locales", "/status", "/proposals/\(id)",
                "/proposals?state=accepted", "/proposals?state=accepted&rev=\(before)",
            ] {
                for sender in [api, api.with(token: app)] {
                    let answer = try await sender.get(path)
                    #expect(answer.status == .ok, "\(path): \(answer.text)")
                    #expect(!answer.text.contains("@example.org"), "\(path)")
                    if path.hasPrefix("/events") {
                        #expect(answer.text.contains("info@hotel.example"), "\(path)")
                    }
                }
                guard path.contains("string?") || path.contains("events") else { continue }
                let known = try await api.with(token: mara).get(path)
                #expect(known.text.contains("ines@example.org"), "\(path)")
            }
        }
    }

    @Test func aStringHasItsTextsAndNeighbours() async throws {
        let server = try ProjectServer()
        try await server.run { client in
            let answer = try await APIClient(client: client).get("/string?key=cart.title")
            let locales = answer.member("texts")?.arrayValue?.compactMap {
                $0["locale"]?.stringValue
            }
            #expect(locales == ["en", "de", "fr"])
            #expect(answer.member("before")?.arrayValue?.first?["key"] == "cart.items")
            #expect(answer.headers[.eTag]?.hasPrefix("\"u-") == true)
        }
    }

    @Test(arguments: [
        ("/texts/sv", 404, "unknown-language"), ("/texts/not%20a%20tag", 400, "invalid-language"),
        ("/text/de?key=cart.titel", 404, "unknown-key"),
        ("/text/de?key=cart.items", 404, "no-text"), ("/text/de", 400, "usage"),
        ("/text/de?key=a&key=b", 400, "usage"), ("/strings?colour=red", 400, "usage"),
        ("/strings?limit=0", 400, "invalid-value"), ("/strings?limit=1001", 400, "invalid-value"),
        ("/strings?cursor=%00", 400, "usage"), ("/strings?cursor=!", 400, "invalid-value"),
        ("/proposals?cursor=WyJhIiwxLCJiIl0", 400, "invalid-value"),
        ("/proposals?state=maybe", 400, "invalid-value"),
        ("/texts/de?state=odd", 400, "invalid-value"),
        ("/proposals/01ARZ3NDEKTSV4RRFFQ69G5FAV", 404, "unknown-proposal"),
        ("/events?after=zz", 400, "invalid-value"),
        ("/events?after=0000000000000000000000000000000000000000", 410, "unknown-position"),
        ("/text/de?key=cart.items&count=many", 400, "invalid-value"),
        ("/text/de?key=x&negotiate=odd", 400, "invalid-value"), ("/nothing", 404, "unknown-path"),
    ]) func whatCannotBeAnsweredIsNamed(path: String, status: Int, code: String) async throws {
        let server = try ProjectServer()
        try await server.run { client in
            let answer = try await APIClient(client: client).get(path)
            #expect(answer.status.code == status, "\(answer.text)")
            #expect(answer.code == code)
            if code == "unknown-key" {
                #expect(answer.member("nearest")?.arrayValue?.first == "cart.title")
            }
        }
    }
}
