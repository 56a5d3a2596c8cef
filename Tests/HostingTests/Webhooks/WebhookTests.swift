import Foundation
import JSON
import TestWorld
import Testing
import Translation

@testable import Hosting

/// The delivery of events to webhooks: nothing is lost, and everything is in order.
@Suite struct WebhookTests {
    private let scene: WebhookScene

    init() throws { scene = try WebhookScene() }

    private func advance(seconds: Int64) {
        scene.project.sandbox.advanceClock(milliseconds: seconds * 1000)
    }

    @Test func aNewWebhookBeginsNow() async throws {
        let tip = try scene.tip()
        let webhooks = try scene.webhooks()
        await webhooks.deliverOnce()
        #expect(scene.messages().isEmpty && scene.news() == [.started(after: tip)])
        #expect(try scene.file.read() == WebhookState(after: tip))
        await webhooks.deliverOnce()
        #expect(scene.messages().isEmpty)
        try scene.set("Titre")
        await webhooks.deliverOnce()
        let message = try #require(scene.messages().first)
        let body = try #require(try JSONValue.parse(message.body).objectValue)
        #expect(body["type"]?.stringValue == "translation.set")
        let data = try #require(body["data"]?.objectValue)
        #expect(data["project"]?.stringValue == "app")
        let newTip = try scene.tip()
        #expect(data["position"]?.stringValue == newTip)
        let event = try #require(data["event"]?.objectValue)
        #expect(body["timestamp"]?.stringValue == event["at"]?.stringValue)
        #expect(event["id"]?.stringValue == message.id)
        #expect(CanonicalJSON.encode(.object(body)) == message.body)
        #expect(try scene.file.read() == WebhookState(after: scene.tip()))
    }

    @Test func everythingArrivesOnceAndInOrder() async throws {
        let webhooks = try scene.webhooks()
        await webhooks.deliverOnce()
        for text in ["1", "2", "3"] { try scene.set(text) }
        await webhooks.deliverOnce()
        #expect(try scene.texts() == ["1", "2", "3"])
        // A server that is started again goes on.
        try scene.set("4")
        let again = try scene.webhooks()
        await again.deliverOnce()
        #expect(try scene.texts() == ["4"])
    }

    /// An event with a smaller id than the delivered ones arrives from a clone.
    @Test func eventsOfOthersThatAreOlderAreNotSkipped() async throws {
        let webhooks = try scene.webhooks()
        await webhooks.deliverOnce()
        let sandbox = scene.project.sandbox
        try sandbox.git("clone", "-q", "app", "clone")
        try scene.set("old", in: "clone")
        advance(seconds: 60)
        try scene.set("new")
        await webhooks.deliverOnce()
        #expect(try scene.texts() == ["new"])
        try scene.set("newer")
        // The webhook stops between two events of its target, and the older event arrives.
        scene.answer(.failed("no"))
        await webhooks.deliverOnce()
        #expect(try scene.texts() == ["newer"])
        let sync = sandbox.run(["sync"], in: "clone")
        try #require(sync.status == 0, "\(sync.errors)")
        advance(seconds: 10)
        await webhooks.deliverOnce()
        #expect(try scene.texts() == ["newer", "old"])
    }

    @Test func aFailedEventIsSentAgain() async throws {
        let webhooks = try scene.webhooks()
        await webhooks.deliverOnce()
        _ = scene.news()
        for text in ["1", "2"] { try scene.set(text) }
        scene.answer(.failed("The receiver answered 500."))
        await webhooks.deliverOnce()
        #expect(try scene.texts() == ["1"])
        let next = try #require(try scene.file.read()?.next)
        #expect(scene.news() == [.failed("The receiver answered 500.", failures: 1, next: next)])
        // Neither a new event nor a restart makes the pause shorter.
        try scene.set("3")
        await webhooks.deliverOnce()
        await (try scene.webhooks()).deliverOnce()
        #expect(scene.messages().isEmpty)
        advance(seconds: 6)
        await webhooks.deliverOnce()
        #expect(try scene.texts() == ["1", "2", "3"])
        #expect(try scene.file.read() == WebhookState(after: scene.tip()))
    }

    @Test func aWebhookThatOftenFailsIsTurnedOff() async throws {
        let webhooks = try scene.webhooks()
        await webhooks.deliverOnce()
        for text in ["1", "2"] { try scene.set(text) }
        for _ in 0...WebhookState.pauses.count {
            scene.answer(.failed("no"))
            await webhooks.deliverOnce()
            #expect(try scene.texts() == ["1"])
            advance(seconds: 2 * 86_400)
        }
        #expect(scene.news().last == .off("no"))
        #expect(try scene.file.read()?.off == "no")
        try scene.set("3")
        await webhooks.deliverOnce()
        #expect(scene.messages().isEmpty)
        let state = try scene.configuration().replay(
            "ci", after: nil, stateDirectory: scene.state, on: scene.project.sandbox.host())
        #expect(state.off == nil)
        await webhooks.deliverOnce()
        #expect(try scene.texts() == ["1", "2", "3"])
    }

    @Test func aReceiverThatIsGoneIsNotAskedAgain() async throws {
        let webhooks = try scene.webhooks()
        await webhooks.deliverOnce()
        try scene.set("1")
        scene.answer(.gone)
        await webhooks.deliverOnce()
        #expect(try scene.texts() == ["1"])
        advance(seconds: 30 * 86_400)
        await webhooks.deliverOnce()
        #expect(scene.messages().isEmpty)
        #expect(try scene.file.read()?.off?.contains("410") == true)
    }

    /// The receiver has the event, but the server dies before it stores that.
    @Test func aCrashSendsAgainAndSkipsNothing() async throws {
        let webhooks = try scene.webhooks()
        await webhooks.deliverOnce()
        for text in ["1", "2"] { try scene.set(text) }
        scene.answer(.delivered, .cancelled)
        await webhooks.deliverOnce()
        #expect(try scene.texts() == ["1", "2"])
        let after = try #require(try scene.file.read())
        let tip = try scene.tip()
        #expect(after.delivered != nil && after.target == tip)
        await (try scene.webhooks()).deliverOnce()
        #expect(try scene.texts() == ["2"])
        #expect(try scene.file.read() == WebhookState(after: scene.tip()))
    }

    /// The disk is full, for example, after the receiver has the event.
    @Test func anUnstoredDeliveryIsNotRepeated() async throws {
        let webhooks = try scene.webhooks()
        await webhooks.deliverOnce()
        _ = scene.news()
        for text in ["1", "2"] { try scene.set(text) }
        // The name of the temporary file is in use.
        let obstacle = scene.state + "/webhooks/ci.json.new"
        scene.whenSending {
            try? FileManager.default.createDirectory(
                atPath: obstacle, withIntermediateDirectories: true)
        }
        for _ in 0..<100 {
            await webhooks.deliverOnce()
            advance(seconds: 1)
        }
        #expect(try scene.texts() == ["1"])
        let trouble = scene.news()
        #expect(trouble.count == 1, "It is reported once.")
        guard case .trouble? = trouble.first else { throw NotRefused() }
        scene.whenSending {}
        try FileManager.default.removeItem(atPath: obstacle)
        advance(seconds: 60)
        await webhooks.deliverOnce()
        #expect(try scene.texts() == ["2"])
        #expect(try scene.file.read() == WebhookState(after: scene.tip()))
    }

    @Test func theStateIsReportedAfterARestartAndAReplay() async throws {
        let webhooks = try scene.webhooks()
        await webhooks.deliverOnce()
        for text in ["1", "2"] { try scene.set(text) }
        scene.answer(.delivered, .gone)
        _ = scene.allReports()
        await webhooks.deliverOnce()
        let reports = scene.allReports()
        #expect(reports.first == .read(isOff: false))
        #expect(
            reports.filter { if case .pending = $0 { true } else { false } }
                == [.pending(2), .pending(1)])
        guard case .off? = reports.last else { throw NotRefused() }
        let again = try scene.webhooks()
        await again.deliverOnce()
        #expect(scene.allReports() == [.read(isOff: true)])
        _ = try scene.configuration().replay(
            "ci", after: nil, stateDirectory: scene.state, on: scene.project.sandbox.host())
        scene.answer(.failed("no"))
        await again.deliverOnce()
        #expect(scene.allReports().prefix(2) == [.read(isOff: false), .pending(1)])
    }

    @Test func eventsAreSentAgainFromAPosition() async throws {
        let start = try scene.tip()
        let webhooks = try scene.webhooks()
        await webhooks.deliverOnce()
        for text in ["1", "2"] { try scene.set(text) }
        await webhooks.deliverOnce()
        #expect(try scene.texts() == ["1", "2"])
        let configuration = try scene.configuration()
        let host = scene.project.sandbox.host()
        _ = try configuration.replay("ci", after: start, stateDirectory: scene.state, on: host)
        await webhooks.deliverOnce()
        #expect(try scene.texts() == ["1", "2"])
        for wrong in ["HEAD", "0123456789012345678901234567890123456789", "abc"] {
            let refused = try refusal {
                try configuration.replay("ci", after: wrong, stateDirectory: scene.state, on: host)
            }
            #expect(refused.code == .unknownRevision)
        }
        let unknown = try refusal {
            try configuration.replay("cj", after: nil, stateDirectory: scene.state, on: host)
        }
        #expect(unknown.nearest == ["ci"])
    }

    /// An operator changes the position while an event is on its way.
    @Test func theOperatorsPositionHolds() async throws {
        let start = try scene.tip()
        await (try scene.webhooks()).deliverOnce()
        let state = try #require(try scene.file.read())
        try scene.file.write(WebhookState(after: "elsewhere"))
        #expect(try !scene.file.replace(state, with: WebhookState(after: start)))
        #expect(try scene.file.read()?.after == "elsewhere")
        #expect(try scene.file.replace(WebhookState(after: "elsewhere"), with: state))
    }

    @Test func onlyWantedEventsAreSent() async throws {
        let webhooks = try scene.webhooks("types = proposal.made\n    locales = fr")
        await webhooks.deliverOnce()
        try scene.set("1")
        let sandbox = scene.project.sandbox
        sandbox.run(["propose", "fr", "title", "2"], in: "app")
        sandbox.run(["locale", "add", "de"], in: "app")
        sandbox.run(["propose", "de", "title", "3"], in: "app")
        await webhooks.deliverOnce()
        #expect(try scene.texts() == ["2"])
        #expect(try scene.file.read() == WebhookState(after: scene.tip()))
    }

    @Test func newsComeFromTheServersOwnWriterToo() async throws {
        let news = WebhookNews()
        let webhooks = try scene.webhooks(news: news)
        await webhooks.deliverOnce()
        try scene.set("1")
        news.note("app")
        news.note("other")
        await webhooks.deliverOnce()
        #expect(try scene.texts() == ["1"])
    }

    @Test func aPositionThatIsGoneTurnsTheWebhookOff() async throws {
        let webhooks = try scene.webhooks()
        await webhooks.deliverOnce()
        let gone = "0123456789012345678901234567890123456789"
        try scene.file.write(WebhookState(after: gone))
        try scene.set("1")
        _ = scene.news()
        await webhooks.deliverOnce()
        #expect(scene.messages().isEmpty)
        #expect(scene.news() == [.off("The log no longer contains the webhook's position.")])
    }

    @Test func aDamagedStateIsNeitherUsedNorReplaced() async throws {
        let webhooks = try scene.webhooks()
        await webhooks.deliverOnce()
        _ = scene.news()
        let path = "state/webhooks/ci.json"
        for damaged in ["", "{", "{}", #"{"after":"x","delivered":1}"#, #"{"after":1}"#] {
            try scene.project.sandbox.write(damaged, to: path)
            try scene.set("text \(damaged.count)")
            await webhooks.deliverOnce()
            #expect(scene.messages().isEmpty)
        }
        let trouble = scene.news()
        #expect(trouble.count == 1, "It is reported once.")
        guard case .trouble(let reason)? = trouble.first else { throw NotRefused() }
        #expect(reason.hasSuffix("webhooks/ci.json is damaged."))
    }

    @Test func aProjectThatVanishesDoesNotDisturb() async throws {
        let webhooks = try scene.webhooks()
        await webhooks.deliverOnce()
        _ = scene.news()
        let path = scene.project.path
        try FileManager.default.moveItem(atPath: path, toPath: path + "-away")
        await webhooks.deliverOnce()
        try FileManager.default.moveItem(atPath: path + "-away", toPath: path)
        try scene.set("1")
        await webhooks.deliverOnce()
        #expect(try scene.texts() == ["1"])
    }

    @Test func statesAreStored() throws {
        var state = WebhookState(after: "a")
        for change in 0..<4 {
            if change == 1 { state.target = "b" }
            if change == 2 { state.delivered = EventID.highest(at: 1_000) }
            if change == 3 { state.fail("no", at: 1_000, variation: 0.5) }
            try scene.file.write(state)
            #expect(try scene.file.read() == state)
        }
        state.turnOff("A reason")
        try scene.file.write(state)
        #expect(try scene.file.read() == state)
    }

    @Test func pausesGrow() {
        var state = WebhookState(after: "a")
        state.fail("no", at: 0, variation: 0)
        #expect(state.next == 4_500)
        state = WebhookState(after: "a")
        state.fail("no", at: 0, variation: 1)
        #expect(state.next == 5_500)
        state = WebhookState(after: "a")
        state.fail("no", at: 0, variation: 0.5, retryAfter: 60_000)
        #expect(state.next == 60_000)
        state.fail("no", at: 0, variation: 0.5, retryAfter: .max)
        #expect(state.next == 86_400_000)
        var pauses: [Int64] = []
        state = WebhookState(after: "a")
        while state.off == nil {
            state.fail("no", at: 0, variation: 0.5)
            if let next = state.next { pauses.append(next / 1000) }
        }
        #expect(pauses == [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400])
        #expect(state.next == nil)
    }
}

/// Messages by Standard Webhooks 1.0.
@Suite struct WebhookMessageTests {
    /// The example of the specification's authors.
    @Test func theSignatureIsTheStandards() throws {
        let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let other = try #require(
            WebhookSecret("whsec_" + Base64.encode([UInt8](repeating: 7, count: 64))))
        let message = WebhookMessage(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: Array(#"{"test": 2432232314}"#.utf8))
        let headers = message.headers(at: 1_614_265_330, secrets: [secret, other])
        let values = Dictionary(uniqueKeysWithValues: headers.map { ($0.name, $0.value) })
        let signatures = try #require(values["webhook-signature"]).split(separator: " ")
        #expect(signatures.first == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        #expect(signatures.count == 2 && signatures.allSatisfy { $0.hasPrefix("v1,") })
        #expect(values["webhook-id"] == message.id)
        #expect(values["webhook-timestamp"] == "1614265330")
    }

    @Test(arguments: [
        "", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS",
        "whsec_AAAA", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa!w",
        "whsec_" + Base64.encode([UInt8](repeating: 7, count: 65)),
        "whsec_" + Base64.encode([UInt8](repeating: 7, count: 23)),
    ]) func isNoSecret(text: String) { #expect(WebhookSecret(text) == nil) }

    @Test(arguments: 0..<70) func base64IsReversible(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
        #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }
}
