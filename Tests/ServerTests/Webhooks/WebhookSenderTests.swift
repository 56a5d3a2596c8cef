import Foundation
import Hummingbird
import HummingbirdTesting
import JSON
import Machine
import TestWorld
import Testing

@testable import Hosting
@testable import Server

/// Sending messages to honest and dishonest receivers.
@Suite struct WebhookSenderTests {
    private static let message = WebhookMessage(id: "id-1", body: Array(#"{"a":1}"#.utf8))

    private func settings(_ url: String, allow: [String] = []) throws -> WebhookSettings {
        var settings = WebhookSettings(name: "ci")
        settings.url = url
        settings.secrets = [try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))]
        settings.allowed = allow.compactMap { AddressRange($0) }
        return settings
    }

    private func send(
        to receiver: Receiver, timeout: Duration = .seconds(60)
    ) async throws -> WebhookAnswer {
        defer { receiver.close() }
        return await Self.send(
            to: try settings("http://127.0.0.1:\(receiver.port)/hook?a=b"),
            with: WebhookSender(version: "1.2.3", timeout: timeout))
    }

    private static func send(
        to settings: WebhookSettings, with sender: WebhookSender = WebhookSender(version: "1")
    ) async -> WebhookAnswer {
        let answer = await sender.send(message, to: settings, at: 1_614_265_330_000)
        await sender.shutdown()
        return answer
    }

    @Test func aMessageIsSignedAndComplete() async throws {
        let receiver = try await Receiver.start(.bytes("HTTP/1.1 204 No Content\r\n\r\n"))
        #expect(try await send(to: receiver) == .delivered)
        let request = try #require(receiver.requests.first)
        #expect(receiver.requests.count == 1)
        #expect(request.hasPrefix("POST /hook?a=b HTTP/1.1\r\n"))
        #expect(request.hasSuffix("\r\n\r\n{\"a\":1}"))
        let signature = try #require(
            Self.message.headers(at: 1_614_265_330, secrets: settings("x").secrets)
                .first { $0.name == "webhook-signature" }?.value)
        for line in [
            "webhook-id: id-1", "webhook-timestamp: 1614265330",
            "webhook-signature: \(signature)", "content-type: application/json",
            "user-agent: Dragoman/1.2.3", "content-length: 7",
        ] {
            #expect(request.lowercased().contains("\r\n\(line.lowercased())\r\n"), "\(request)")
        }
    }

    /// The beginning of a sentence, and the pause that the receiver asks for.
    @Test(
        arguments: [
            ("500 X\r\nContent-Length: 0", "The receiver answered 500.", nil),
            ("404 X\r\nContent-Length: 0", "The receiver answered 404.", nil),
            ("503 X\r\nRetry-After: 7\r\nContent-Length: 0", "The receiver answered 503.", 7_000),
            (
                "429 X\r\nRetry-After: 99999999\r\nContent-Length: 0", "The receiver answered 429.",
                86_400_000
            ),
            ("503 X\r\nRetry-After: -1\r\nContent-Length: 0", "The receiver answered 503.", nil),
            ("503 X\r\nRetry-After: Mon\r\nContent-Length: 0", "The receiver answered 503.", nil),
            (
                "302 X\r\nLocation: /elsewhere\r\nContent-Length: 0",
                "The receiver answered 302; redirects", nil
            ),
            (
                "307 X\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0",
                "The receiver answered 307; redirects", nil
            ),
            // A status alone shows nothing: the answer must be complete.
            (
                "200 X\r\nContent-Length: 100\r\n\r\nhalf",
                "The receiver cannot be reached, or broke off", nil
            ),
            (
                "200 X\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhalf",
                "The receiver cannot be reached, or broke off", nil
            ),
            (
                "200 X\r\nContent-Length: 99999999", "The receiver's answer is larger than 64 KiB.",
                nil
            ),
            ("200 X", "", nil),
        ] as [(String, String, Int64?)])
    func answersAreJudged(head: String, reason: String, pause: Int64?) async throws {
        let answer = try await send(to: Receiver.start(.bytes("HTTP/1.1 \(head)\r\n\r\n")))
        guard !reason.isEmpty else { return #expect(answer == .delivered) }
        guard case .failed(let sentence, let wanted) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(sentence.hasPrefix(reason), "\(sentence)")
        #expect(wanted == pause)
    }

    @Test func aReceiverMayBeGone() async throws {
        let receiver = try await Receiver.start(
            .bytes("HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n"))
        #expect(try await send(to: receiver) == .gone)
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"])
    func aReceiverThatStallsIsLeft(beginning: String) async throws {
        let answer = try await send(
            to: Receiver.start(.silent(beginning)), timeout: .milliseconds(300))
        guard case .failed = answer else { throw Unexpected(answer: answer) }
    }

    @Test func anEndlessAnswerEnds() async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(
            try await send(to: Receiver.start(.endless(head)))
                == .failed("The receiver's answer is larger than 64 KiB."))
        let endlessHead = "HTTP/1.1 200 OK\r\nX: "
        let answer = try await send(to: Receiver.start(.endless(endlessHead)))
        guard case .failed = answer else { throw Unexpected(answer: answer) }
    }

    @Test func aClosedPortIsAFailure() async throws {
        let receiver = try await Receiver.start(.bytes(""))
        let port = receiver.port
        receiver.close()
        let answer = await Self.send(to: try settings("http://127.0.0.1:\(port)/"))
        guard case .failed = answer else { throw Unexpected(answer: answer) }
    }

    @Test func aStoppedServerCountsNoFailure() async throws {
        let receiver = try await Receiver.start(.silent(""))
        defer { receiver.close() }
        let settings = try settings("http://127.0.0.1:\(receiver.port)/")
        let task = Task {
            await Self.send(to: settings)
        }
        while receiver.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    // MARK: Addresses

    @Test(arguments: [
        ("10.1.2.3", true), ("127.0.0.1", true), ("169.254.169.254", true), ("172.31.0.1", true),
        ("192.168.1.1", true), ("100.64.0.1", true), ("0.0.0.0", true), ("::1", true),
        ("fe80::1", true), ("fd00::1", true), ("::ffff:10.0.0.1", true), ("64:ff9b::a00:1", true),
        ("224.0.0.1", true), ("255.255.255.255", true), ("8.8.8.8", false), ("172.32.0.1", false),
        ("2001:4860:4860::8888", false), ("::", true), ("::10.0.0.1", true), ("192.0.2.1", true),
        ("::ffff:8.8.8.8", false), ("::ffff:100.64.0.1", true), ("64:ff9b:1::a00:1", true),
        ("2002:a00:1::", true), ("2001:0:a00:1::", true), ("fec0::1", true), ("ff02::1", true),
        ("2001:db8::1", true), ("100.63.255.255", false), ("100.128.0.1", false),
    ]) func internalAddressesAreKnown(text: String, isInternal: Bool) throws {
        #expect(ReceiverAddress.isInternal(try #require(InternetAddress(text))) == isInternal)
    }

    @Test(
        arguments: [
            (["8.8.8.8"], [], true), (["10.0.0.1"], [], false),
            (["10.0.0.1"], ["10.0.0.0/8"], true),
            (["8.8.8.8", "10.0.0.1"], [], false), (["8.8.8.8", "::1"], ["10.0.0.0/8"], false),
            ([], [], false),
        ] as [([String], [String], Bool)])
    func namesAreChecked(addresses: [String], allow: [String], isAllowed: Bool) async throws {
        let settings = try settings("https://ci.example.org:8443/hook", allow: allow)
        do throws(ReceiverAddress.Fault) {
            let address = try await ReceiverAddress(
                of: settings, resolve: { $0 == "ci.example.org" ? addresses : [] })
            #expect(isAllowed && address.pinned == ["ci.example.org": addresses[0]])
        } catch {
            #expect(!isAllowed)
        }
    }

    @Test(arguments: [
        ("https://ci.example.org/x", "ci.example.org"), ("http://a.b:80?x", "a.b"),
        ("http://[fd00::1]:80/", "fd00::1"), ("http://10.0.0.1/", "10.0.0.1"),
    ]) func theHostIsFound(url: String, host: String) {
        #expect(ReceiverAddress.host(of: url) == host)
    }

    /// The name leads to the loopback, and the connection goes where the check looked.
    @Test func aNameMustBeAllowed() async throws {
        let receiver = try await Receiver.start(.bytes("HTTP/1.1 204 No Content\r\n\r\n"))
        defer { receiver.close() }
        let url = "http://localhost:\(receiver.port)/"
        let refused = await Self.send(to: try settings(url))
        guard case .failed(let reason, _) = refused else { throw Unexpected(answer: refused) }
        #expect(reason.contains("not public") && receiver.requests.isEmpty)
    }

    /// A message that follows another one may use its connection, unless the address changes.
    @Test func severalMessagesAreSent() async throws {
        let receiver = try await Receiver.start(.silent("HTTP/1.1 204 No Content\r\n\r\n"))
        defer { receiver.close() }
        let sender = WebhookSender(version: "1", timeout: .seconds(60))
        let settings = try settings(
            "http://localhost:\(receiver.port)/", allow: ["127.0.0.0/8", "::1/128"])
        for count in 1...3 {
            #expect(await sender.send(Self.message, to: settings, at: 0) == .delivered)
            #expect(receiver.requests.count == count)
        }
        await sender.shutdown()
    }

    /// A name server that does not answer.
    @Test func theSearchForAnAddressEndsInTime() async throws {
        let isOver = DispatchSemaphore(value: 0)
        defer { isOver.signal() }
        let sender = WebhookSender(version: "1", timeout: .milliseconds(200)) { _ in
            isOver.wait()
            return []
        }
        let answer = await Self.send(to: try settings("https://ci.example.org/"), with: sender)
        #expect(answer == .failed("The receiver did not answer completely in time."))
    }

    @Test(
        arguments: [
            ("0", 0), ("7", 7_000), ("99999999", 86_400_000), ("-1", nil), ("", nil), ("x", nil),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 37_000), ("Sun, 06 Nov 1994 08:48:37 GMT", 0),
            ("Wed, 06 Nov 2030 08:49:37 GMT", 86_400_000), ("Sun, 06 Nov 1994 08:49:37", nil),
            ("Sun, 06 Now 1994 08:49:37 GMT", nil), ("Sun, 99 Nov 1994 08:49:37 GMT", nil),
        ] as [(String, Int64?)])
    func pausesAreRead(text: String, pause: Int64?) throws {
        let now = try #require(Timestamp.milliseconds("1994-11-06T08:49:00Z"))
        #expect(WebhookSender.retryPause(text, at: now) == pause)
    }

    private struct Unexpected: Error {
        let answer: WebhookAnswer
    }

    // MARK: A server

    @Test(.timeLimit(.minutes(5))) func aServerDeliversWhatItWrites() async throws {
        let receiver = try await Receiver.start(.bytes("HTTP/1.1 204 No Content\r\n\r\n"))
        defer { receiver.close() }
        let server = try ProjectServer()
        let section = """
                testers = open
                public = true
            [webhook "ci"]
                project = shop
                url = http://127.0.0.1:\(receiver.port)/
                secret = whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
                types = proposal.made
            """
        try await server.run(section) { client async throws in
            let file = WebhookFile("ci", in: server.stateDirectory)
            while try file.read() == nil { try await Task.sleep(for: .milliseconds(20)) }
            let made = try await APIClient(client: client).with(guid: "tester-one").post(
                "/proposals", #"{"locale":"de","key":"cart.title","value":"Korb"}"#)
            #expect(made.status == .created)
            while receiver.requests.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
            let body = try #require(receiver.requests[0].components(separatedBy: "\r\n\r\n").last)
            let message = try #require(try JSONValue.parse(Array(body.utf8)).objectValue)
            #expect(message["type"]?.stringValue == "proposal.made")
            let id = try #require(made.member("proposal")?.stringValue)
            #expect(receiver.requests[0].contains("webhook-id: \(id)\r\n"))
            for _ in 0..<500 {
                let metrics = try await client.execute(uri: "/metrics", method: .get).text
                if metrics.contains("dragoman_webhook_delivered_total{webhook=\"ci\"} 1") { return }
                try await Task.sleep(for: .milliseconds(20))
            }
            Issue.record("The metrics do not count the event.")
        }
        #expect(server.log.contains("The webhook is new."))
    }
}
