import JSON
import Texts
import Translation

/// A program that creates events from bytes: each byte is a choice, so mutating a byte changes one
/// choice.
struct EventScript {
    private let bytes: [UInt8]
    private var next = 0
    private var made: [Event] = []
    /// The maximum number of events that a program creates.
    private static let most = 48

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private static let tags = ["en", "fr", "fr-CA"].compactMap { LanguageTag($0) }
    private static let values: [Value] = [
        Value("one"), Value(""), Value("e\u{301}"), Value("\u{E9}"),
        .list([Value("a"), Value("b")]),
    ]
    private static let people = [
        Actor(name: "Ines", email: "ines@example.org"),
        Actor(name: "Tom", email: "tom@example.org"),
    ]
    private static let keys = ["a", "b", "e\u{301}"]
    private static let words = ["x", "y"]

    /// Runs the program.
    func events() -> [Event] {
        var script = self
        while script.next < bytes.count, script.made.count < Self.most { script.step() }
        return script.made
    }

    private mutating func choose(_ count: Int) -> Int {
        defer { next += 1 }
        return next < bytes.count ? Int(bytes[next]) % count : 0
    }

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[choose(choices.count)]
    }

    private mutating func known() -> EventID? {
        guard !made.isEmpty else { return nil }
        let index = choose(made.count + 1)
        // One of the choices is an event that never arrives.
        return index < made.count ? made[made.count - 1 - index].id : Self.id(9999)
    }

    private static func id(_ number: Int) -> EventID {
        EventID(milliseconds: 1_700_000_000_000 + UInt64(number), random: (0, 0))
    }

    private mutating func step() {
        let isAgain = choose(16) == 15
        let id = (isAgain ? known() : nil) ?? Self.id((made.count * 7) % 61 * 64 + made.count)
        let payload = payload()
        var event = Event(
            id: id, at: "2026-11-21T09:30:00.000Z", actor: pick(Self.people + [nil]),
            locale: pick(Self.tags), string: StringID(section: "default", key: pick(Self.keys)),
            payload: payload)
        switch choose(8) {
        case 0, 1, 2: event.base = known()
        case 3:
            event.base = known()
            event.over = sorted([known(), known()])
        case 4: event.copies = known()
        case 5: event.undoes = sorted([known()])
        case 6: event.source = known()
        default: event.idempotencyKey = pick(["i", "j"])
        }
        if choose(4) == 3 { event.source = known() }
        made.append(event)
    }

    private func sorted(_ ids: [EventID?]) -> [EventID] {
        Set(ids.compactMap(\.self)).sorted()
    }

    private mutating func payload() -> Payload {
        let kind = choose(18)
        let id = known() ?? Self.id(0)
        switch kind {
        case 0:
            return .localeAdded(
                LocaleAttributes(
                    name: pick([nil, "L"]), fallback: [pick(Self.tags)], isPlanned: choose(2) == 1))
        case 1: return .localeRemoved
        case 2, 3:
            var definition = Definition(value: pick(Self.values))
            definition.comment = pick([nil, "c"])
            definition.isMinor = choose(2) == 1
            return .stringDefined(definition)
        case 4: return .stringRemoved
        case 5, 6: return .translationSet(pick(Self.values))
        case 7: return .translationRemoved
        case 8:
            return .proposalAccepted(
                Acceptance(
                    proposal: id, value: pick(Self.values), author: pick(Self.people + [nil]),
                    also: choose(3) == 0 ? sorted([known()]) : []))
        case 9: return .settingChanged(name: pick(Self.words), value: pick([nil, true, 1, "s"]))
        case 10:
            return .resourceDefined(
                FileResource(
                    format: pick([nil, "f"]), path: pick([nil, "p"]), pattern: pick([nil, "q"]),
                    skeleton: pick([nil, "s"]), kept: pick([nil, "k"])))
        case 17:
            return .fileRead(
                FileStatements(
                    format: pick(["f", "g"]), marks: [(pick(Self.words), pick(["m", "n", ""]))]))
        case 11: return .translationReviewed(text: id, reason: nil)
        case 12: return .translationFlagged(text: id, reason: pick([nil, "r"]))
        case 13:
            return .proposalMade(
                ProposedText(
                    value: pick(Self.values), guid: HashedGuid(pick(Self.words)),
                    replaces: choose(2) == 1 ? known() : nil, note: nil, origin: .human,
                    isNew: false))
        case 14:
            let verdict = Verdict(
                proposal: id, code: nil, reason: nil,
                guid: pick([nil, HashedGuid("x"), HashedGuid("y")]))
            switch choose(4) {
            case 0: return .proposalRejected(verdict)
            case 1: return .proposalDeleted(verdict)
            case 2: return .proposalReopened(verdict)
            default: return .proposalEndorsed(verdict)
            }
        case 15: return .commentAdded(proposal: choose(2) == 1 ? id : nil, text: "t")
        default: return .checkSilenced(check: pick(Self.words), reason: nil)
        }
    }
}
