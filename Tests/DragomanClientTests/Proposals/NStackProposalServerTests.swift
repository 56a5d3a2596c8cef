import DragomanClient
import Foundation
import JSON
import TestWorld
import Testing

@Suite(.timeLimit(.minutes(10))) struct NStackProposalServerTests {
    private let server: RudeServer
    private let text = ProposedText.de("ok", "Gut")

    init() throws { server = try RudeServer() }

    private func propose(_ way: String, timeout: Duration = .seconds(30)) async -> ProposalError? {
        do {
            let client = try server.client(way, timeout: timeout)
            _ = try await client.propose(text, guid: "guid", idempotencyKey: "key")
            return nil
        } catch {
            return error as? ProposalError
        }
    }

    // MARK: Requests

    @Test func sendsWhatNStackDefines() async throws {
        let client = try server.client("good")
        let value = "Tom & Jerry = 100% +1;ä👩‍🚀\r\n\u{0}?#/"
        let text = ProposedText(
            identifier: TextIdentifier(section: "defaultSection", key: "ok"), locale: "de",
            value: value)
        let proposal = try await client.propose(text, guid: "g&1", idempotencyKey: "k1")
        #expect(proposal.id == 7 && proposal.canDelete && proposal.identifier == text.identifier)
        let listed = try await client.proposals(.all, guid: "g&1")
        #expect(listed == [proposal])
        try await client.delete(7, guid: "g&1")
        let calls = try server.calls("good")
        #expect(calls.map { $0["method"]?.stringValue } == ["POST", "GET", "DELETE"])
        let path = "/good/api/v2/content/localize/proposals"
        #expect(
            calls.map { $0["path"]?.stringValue } == [
                path, path + "?state=all&guid=g%261", path + "/7?guid=g%261",
            ])
        let body = try #require(calls[0]["body"]?.stringValue)
        var fields: [String: String] = [:]
        for field in body.split(separator: "&") {
            let parts = field.split(separator: "=", omittingEmptySubsequences: false)
            #expect(parts.count == 2)
            fields[String(parts[0])] = String(parts[1]).removingPercentEncoding
        }
        #expect(
            fields == [
                "section": "default", "key": "ok", "value": value, "locale": "de",
                "platform": "mobile", "guid": "g&1",
            ])
        let headers = try #require(calls[0]["headers"]?.objectValue)
        for (name, value) in [
            ("x-application-id", "app"), ("x-rest-api-key", "key"),
            ("n-meta", "ios;staging;1?0??X: y;18;iPhone"), ("accept-language", "de-AT,de;q=0.9"),
            ("idempotency-key", "k1"), ("content-type", "application/x-www-form-urlencoded"),
        ] { #expect(headers[name]?.stringValue == value, "\(name)") }
        #expect(headers["cookie"] == nil)
    }

    // MARK: Answers

    private static let answers: [(way: String, error: ProposalError?)] = [
        ("good", nil), ("gzip", nil), ("500", .unavailable(status: 500, retryAfter: nil)),
        ("503", .unavailable(status: 503, retryAfter: .seconds(7))),
        ("429", .tooManyRequests(retryAfter: .seconds(3600))), ("401", .unauthorized("No.")),
        ("403", .forbidden("No.")), ("404", .notFound("No.")), ("413", .tooLong),
        ("422", .refused(["No."])), ("guid", .invalidGuid), ("Duplicate", .duplicate),
        ("Unchanged", .unchanged), ("AlreadyDecided", .alreadyDecided),
        ("fields", .refused(["a", "b"])), ("proxy", .unexpectedStatus(403)),
        ("445", .unexpectedStatus(445)), ("away", .redirected(to: "http://127.0.0.2")),
        ("around", .unexpectedStatus(302)), ("huge", .answerTooLarge), ("bomb", .answerTooLarge),
        ("another", .malformedAnswer("The response is about a different text.")),
        ("long", .malformedAnswer("A proposal is too long.")),
        ("types", .malformedAnswer("A proposal lacks a member.")),
        ("deletable", .malformedAnswer("The member “can_delete” is not true or false.")),
    ]

    @Test(arguments: answers.indices) func eachAnswerHasItsError(_ index: Int) async {
        let (way, error) = Self.answers[index]
        #expect(await propose(way) == error, "\(way)")
    }

    @Test(arguments: ["portal", "deep", "twice", "bytes", "empty"])
    func whatIsNoAnswerIsMalformed(_ way: String) async {
        guard case .malformedAnswer = await propose(way) else {
            Issue.record("\(way): not malformed")
            return
        }
    }

    @Test func listsAreReadStrictly() async throws {
        for way in ["another", "list", "types"] {
            await #expect(throws: ProposalError.malformedAnswer("The member “data” is not a list."))
            {
                try await server.client(way).proposals(.all, guid: "guid")
            }
        }
        await #expect(throws: ProposalError.self) {
            try await server.client("around").proposals(.all, guid: "guid")
        }
    }

    @Test(arguments: ["silent", "drips"]) func aServerThatStallsIsLeft(_ way: String) async {
        #expect(await propose(way, timeout: .milliseconds(300)) == .timedOut)
    }

    @Test(arguments: ["breaks", "hangsup"]) func aBrokenConnectionIsUncertain(_ way: String) async {
        let error = await propose(way)
        guard case .brokenOff = error else {
            Issue.record("\(way): \(String(describing: error))")
            return
        }
    }

    /// Foundation on Linux crashes if a redirect is answered after its task was cancelled.
    @Test(arguments: ["away", "around"])
    func aRedirectMayComeAtTheDeadline(_ way: String) async throws {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let timeout = Duration.microseconds(200 * number)
                    let client = try? server.client(way, timeout: timeout)
                    _ = try? await client?.proposals(.all, guid: "guid")
                }
                if number >= 8 { await group.next() }
            }
        }
        await #expect(
            throws: way == "away"
                ? ProposalError.redirected(to: "http://127.0.0.2") : .unexpectedStatus(302)
        ) {
            try await server.client(way).proposals(.all, guid: "guid")
        }
    }

    @Test func withoutAServerNothingIsSent() async throws {
        let port = try Loopback.freePort()
        let client = NStackProposalServer(try serverSettings("http://127.0.0.1:\(port)"))
        do {
            _ = try await client.propose(text, guid: "guid", idempotencyKey: "key")
            Issue.record("there is a server")
        } catch .unreachable {
            // Nothing listens there.
        }
    }

    @Test func aCancelledTaskEnds() async throws {
        let client = try server.client("silent")
        let task = Task { [text] in
            try await client.propose(text, guid: "guid", idempotencyKey: "key")
        }
        while try server.calls("silent").isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        await #expect(throws: ProposalError.cancelled) { try await task.value }
        let late = Task { [text] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.propose(text, guid: "guid", idempotencyKey: "key")
        }
        await #expect(throws: ProposalError.cancelled) { try await late.value }
    }

    // MARK: With a store

    @Test func whatWasAcceptedWithoutAnAnswerIsSentOnce() async throws {
        let storage = MemoryStorage()
        let store = ProposalStore(
            settings: .testing, server: try server.client("accepts", timeout: .milliseconds(300)),
            storage: storage)
        #expect(try await store.propose(text) == .kept(.timedOut))
        let next = ProposalStore(
            settings: .testing, server: try server.client("accepts"), storage: storage)
        await next.sendKept()
        await next.sendKept()
        #expect(await next.state == ProposalState())
        #expect(await next.knownProposals().map(\.id) == [.server(7)])
        let calls = try server.calls("accepts")
        #expect(calls.map { $0["method"]?.stringValue } == ["POST", "GET"])
    }

    @Test(arguments: ["portal", "proxy", "huge", "away", "hangsup", "500", "deep"])
    func aServerThatIsNoneLosesNothing(_ way: String) async throws {
        let storage = MemoryStorage()
        let store = ProposalStore(
            settings: .testing, server: try server.client(way), storage: storage)
        guard case .kept = try await store.propose(text) else {
            Issue.record("\(way): not kept")
            return
        }
        await store.sendKept()
        #expect(await store.state.waiting == 1)
        #expect(await store.state.problem != nil)
        let next = ProposalStore(
            settings: .testing, server: try server.client("accepts"), storage: storage)
        await next.sendKept()
        #expect(await next.state == ProposalState())
    }
}
