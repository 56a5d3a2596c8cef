import TestWorld
import Testing
import Texts
import Translation

/// Attacks with idempotency keys: among events with the same key, the smallest id counts.
@Suite struct RepetitionAttackTests {
    private typealias Attack = AttackTests.Attack

    /// Mara has made a proposal with a guid and a key that everyone can read.
    private static func server() throws -> JudgedServer {
        try JudgedServer([
            "propose fr greeting Hei --guid guid-of-mara --idempotency-key k"
        ])
    }

    private static func marasProposal(in server: JudgedServer) throws -> Event {
        let lines = try server.sandbox.git("grep", "-h", "idem", "--", "events/fr", in: "work")
        let line = try #require(lines.split(separator: "\n").first)
        guard case .event(let event) = try Event.read(line: Array(line.utf8)[...]) else {
            throw NoProposal()
        }
        return event
    }

    private struct NoProposal: Error {}

    private static func endorsement(
        of proposal: Event, in server: JudgedServer, later: Int64
    ) throws -> Event {
        try server.event(
            3, .proposalEndorsed(Verdict(proposal: proposal.id, guid: proposal.payload.guid)),
            key: "greeting", later: later
        ) { $0.idempotencyKey = proposal.idempotencyKey }
    }

    @Test(arguments: ["Bonsoir", "Salut"])
    func aCopyOfARepetitionSaysWhatCounts(text: String) throws {
        let server = try Self.server()
        let salut = Payload.translationSet(Value("Salut"))
        let other = Payload.translationSet(Value(text))
        try server.add(
            try server.event(1, salut) { $0.idempotencyKey = "i" },
            try server.event(2, other) { $0.idempotencyKey = "i" },
            try server.event(3, other) { $0.copies = server.id(2) })
        let verdict = try server.push()
        #expect(verdict.errors == (text == "Salut" ? [] : ["copy"]), "\(verdict.text)")
    }

    @Test func aCopyIsComparedWithWhatCountedBeforeThePush() throws {
        let server = try Self.server()
        try server.add(
            try server.event(1, .translationSet(Value("Salut"))) { $0.idempotencyKey = "i" })
        try server.sandbox.git("push", "-q", "../server", "HEAD:translations", in: "work")
        let other = Payload.translationSet(Value("Bonsoir"))
        try server.add(
            try server.event(2, other) { $0.idempotencyKey = "i" },
            try server.event(3, other) { $0.copies = server.id(2) })
        let verdict = try server.push()
        #expect(verdict.errors == ["copy"], "\(verdict.text)")
    }

    @Test func nobodyTakesThePlaceOfSomebodyElsesEvent() throws {
        let server = try Self.server()
        let proposal = try Self.marasProposal(in: server)
        try server.add(try Self.endorsement(of: proposal, in: server, later: -3_600_000))
        let verdict = try server.push()
        #expect(verdict.errors == ["owner"], "\(verdict.text)")
    }

    @Test func aRepetitionOfSomebodyElsesProposalIsTheirs() throws {
        let server = try Self.server()
        let proposal = try Self.marasProposal(in: server)
        let repetition = try Self.endorsement(of: proposal, in: server, later: 3_600_000)
        let deletion = Payload.proposalDeleted(Verdict(proposal: repetition.id))
        try server.add(repetition)
        #expect(try server.push().errors == [])
        try server.add(try server.event(4, deletion, key: "greeting", later: 3_600_001))
        let verdict = try server.push()
        #expect(verdict.errors == ["owner"], "\(verdict.text)")
    }

    /// A copy with the same key and a smaller id must have the same content, because it replaces
    /// the original.
    @Test func nobodySaysOtherwiseWhatTheySaidUnderTheKey() throws {
        let server = try Self.server()
        try server.add(
            try server.event(1, .translationSet(Value("Salut"))) { $0.idempotencyKey = "i" })
        try server.sandbox.git("push", "-q", "../server", "HEAD:translations", in: "work")
        func repeating(_ number: UInt64, _ text: Value) throws -> Event {
            try server.event(number, .translationSet(text), later: -3_600_000) {
                $0.idempotencyKey = "i"
            }
        }
        try server.add(try repeating(5, Value("Salut")))
        #expect(try server.push().errors == [])
        try server.add(try repeating(6, Value("Bonsoir")))
        let verdict = try server.push()
        #expect(verdict.errors == ["owner"], "\(verdict.text)")
    }

    /// A setting with the key of an earlier event counts neither in the fold nor in the hook.
    @Test func whatCountsInThePlaceOfASettingCountsForTheHook() throws {
        let server = try Self.server()
        let nobody = Payload.settingChanged(name: "reviewers", value: nil)
        func marasEvent(_ number: UInt64, _ payload: Payload, key: String?) throws -> Event {
            try server.event(number, payload, by: "mara@example.org", locale: "en", key: key) {
                $0.idempotencyKey = "i"
            }
        }
        try server.add(
            try marasEvent(
                1, .stringDefined(Definition(value: Value("Hello"))), key: "greeting"))
        try server.add(try marasEvent(2, nobody, key: nil))
        try server.sandbox.git("push", "-q", "../server", "HEAD:translations", in: "work")
        let id = try server.proposal()
        try server.add(
            try server.event(
                3, .proposalAccepted(Acceptance(proposal: id, value: Value("Adieu"))),
                later: 1))
        let verdict = try server.push()
        #expect(verdict.errors == ["reviewer"], "\(verdict.text)")
    }
}
