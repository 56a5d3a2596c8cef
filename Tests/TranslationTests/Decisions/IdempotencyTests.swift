import Checks
import JSON
import TestKit
import Testing
import Texts
import Translation

/// A request with the same key is executed once, however often and wherever it is repeated.
@Suite struct IdempotencyTests {
    private static let given: [Event] = [
        .language(1), .source(2, .defined("Log in")), .source(3, .defined("OK"), string: .button),
        .fact(4, .made("Connexion"), source: 2),
        .fact(5, .made("Se connecter", .second), source: 2),
    ]

    private static func decide(
        _ command: Command, _ events: [Event], key: String = "k", by actor: Actor? = .ravi,
        guid: HashedGuid? = .second, seed: Int = 1
    ) throws -> Decision {
        // This is not a cryptographic hash: bytes are summed with their positions, spread over 32.
        let idempotency = try Idempotency(key: key) { bytes in
            var state = SplitMix64(
                seed: bytes.reduce(UInt64(bytes.count)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
            return (0..<32).map { _ in UInt8(truncatingIfNeeded: state.next()) }
        }
        let context = DecisionContext(
            actor: actor, guid: guid, at: "2026-11-21T09:30:00.123Z", idempotency: idempotency,
            pluralCategories: { _ in PluralCategories(cardinal: ["other"], ordinal: ["other"]) },
            width: { $0.unicodeScalars.count }, checks: { _ in Checks.common })
        let state = EventLogState(project: .app, events: events)
        var clock = EventClock(
            last: state.allEvents.last?.id, now: 1000, random: SplitMix64(seed: UInt64(seed)))
        return try Translation.decide(command, state: state, context: context, clock: &clock)
    }

    /// Requests that would be refused, or be executed twice, without a key.
    static let requests: [(name: String, command: Command, events: Int)] = [
        ("propose", .propose("fr", .title, ProposeOptions(value: Value("Entrer"))), 1),
        ("set", .setText("fr", .title, Value("Entrer")), 1),
        ("accept", .accept([.number(4)], AcceptOptions()), 1),
        ("accept, others rejected", .accept([.number(4)], AcceptOptions(rejectsOthers: true)), 2),
        ("reject", .reject([.number(4), .number(5)], code: nil, reason: "No."), 2),
        ("delete", .deleteProposals([.number(5)], byPerson: false), 1),
        ("comment", .comment(.proposal(.number(4)), "Hm."), 1),
        ("endorse", .endorse([.number(4)], reason: nil), 1),
        (
            "add",
            .addString(StringID(section: "default", key: "new"), Definition(value: Value("New"))), 1
        ),
        ("rename", .renameString(.title, to: StringID(section: "default", key: "new")), 4),
        (
            "add languages",
            .addLocales([("da" as LanguageTag, LocaleAttributes(fallback: ["en"]))]), 1
        ),
        ("setting", .changeSetting(name: "self-review", value: .bool(false)), 1),
        (
            "import",
            .importFiles([
                FileImport(
                    locale: "fr",
                    entries: [
                        .init(string: .title, value: Value("Entrer")),
                        .init(string: .button, value: Value("Oui")),
                        .init(
                            string: StringID(section: "default", key: "none"), value: Value("Rien")),
                    ])
            ]), 2
        ),
    ]

    @Test(arguments: requests.map(\.name))
    func theSameAgain(_ name: String) throws {
        let request = try #require(Self.requests.first { $0.name == name })
        let first = try Self.decide(request.command, Self.given)
        #expect(first.events.count == request.events)
        #expect(first.repeated.isEmpty)
        let keys = first.events.map(\.idempotencyKey)
        #expect(Set(keys).count == request.events, "no event swallows another")
        let second = try Self.decide(request.command, Self.given + first.events)
        #expect(second.events.isEmpty)
        #expect(second.repeated.map(\.id) == first.events.map(\.id))
        #expect(second.tally == first.tally)
        // Another clone has other ids but the same keys, so that one of each pair counts.
        let elsewhere = try Self.decide(request.command, Self.given, seed: 2)
        #expect(elsewhere.events.map(\.idempotencyKey) == keys)
        #expect(elsewhere.events.map(\.id) != first.events.map(\.id))
        let merged = Self.given + elsewhere.events + first.events
        let third = try Self.decide(request.command, merged)
        #expect(
            third.repeated.map(\.id)
                == zip(first.events, elsewhere.events).map { min($0.id, $1.id) }.sorted())
    }

    @Test func anotherWishUnderTheKey() throws {
        let first = try Self.decide(.setText("fr", .title, Value("Entrer")), Self.given)
        let error = try #require(throws: Refusal.self) {
            try Self.decide(.setText("fr", .title, Value("Sortir")), Self.given + first.events)
        }
        #expect(error.code == .idempotency)
        #expect(error.message.contains(first.events[0].id.description))
        // A key belongs to the person who used it.
        let ines = try Self.decide(
            .setText("fr", .title, Value("Sortir")), Self.given + first.events, by: .ines, guid: nil
        )
        #expect(ines.events.count == 1)
        // Keys with a common prefix are different.
        let longer = try Self.decide(
            .setText("fr", .title, Value("Sortir")), Self.given + first.events, key: "k/x")
        #expect(longer.events.count == 1)
    }

    @Test(arguments: ["", "a b", "é", "a\n", String(repeating: "x", count: 129)])
    func noKey(_ key: String) {
        #expect(throws: Refusal.self) { try Idempotency(key: key) { $0 } }
    }

    @Test func textsForARenamedKey() throws {
        let new = StringID(section: "default", key: "new")
        let renamed = try DecisionCase.decide(
            .renameString(.title, to: new), EventLogState(project: .app, events: Self.given)
        ).events
        let late: [Event] = [
            .fact(7, .set("Entrer"), by: .ravi, source: 2),
            .fact(8, .made("Ouvrir", HashedGuid("third")), source: 2),
        ]
        let events = Self.given + renamed + late
        let state = EventLogState(project: .app, events: events)
        let waiting = try LateWork(of: .title, for: new, in: "fr", state: state)
        #expect(waiting.text?.id == .number(7))
        #expect(waiting.proposals.map(\.id) == [.number(8)])
        #expect(!waiting.isContested)
        let carried = try DecisionCase.decide(.carryOver(.title, to: new, isForced: false), state)
        #expect(
            carried.events.map { DecisionCase.words(of: $0, new: []) }.map {
                $0.split(separator: " ").first.map(String.init)
            } == ["translation.set", "proposal.made"])
        let after = EventLogState(project: .app, events: events + carried.events)
        #expect(after.unit("fr", new).text?.value == Value("Entrer"))
        #expect(after.unit("fr", new).text?.author == .ravi)
        #expect(try LateWork(of: .title, for: new, in: "fr", state: after).isEmpty)
        let again = try DecisionCase.decide(.carryOver(.title, to: new, isForced: false), after)
        #expect(again.events.isEmpty)
    }

    @Test func aTextThatTheNewKeyGot() throws {
        let new = StringID(section: "default", key: "new")
        let renamed = try DecisionCase.decide(
            .renameString(.title, to: new), EventLogState(project: .app, events: Self.given)
        ).events
        var events = Self.given + renamed
        events += try DecisionCase.decide(
            .setText("fr", new, Value("Autre")), EventLogState(project: .app, events: events)
        ).events
        events.append(.fact(7, .set("Entrer"), source: 2))
        let state = EventLogState(project: .app, events: events)
        let kept = try DecisionCase.decide(.carryOver(.title, to: new, isForced: false), state)
        #expect(kept.events.isEmpty)
        #expect(kept.leftOut.map(\.refusal.code) == [.laterEdits])
        let forced = try DecisionCase.decide(.carryOver(.title, to: new, isForced: true), state)
        let after = EventLogState(project: .app, events: events + forced.events)
        #expect(after.unit("fr", new).text?.value == Value("Entrer"))
        #expect(throws: Refusal.self) {
            try DecisionCase.decide(
                .carryOver(.button, to: new, isForced: false),
                EventLogState(project: .app, events: events))
        }
    }
}
