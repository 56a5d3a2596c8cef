import JSON
public import Translation

/// Makes events of all types that refer to each other without any order or sense.
public struct RandomLog {
    /// What was made so far, in that order.
    public private(set) var events: [Event] = []
    /// What the next choices depend on.
    public var random: SplitMix64
    private var time: UInt64 = 1_700_000_000_000

    private static let tags = ["en", "fr", "fr-CA", "de", "en-GB"].compactMap { LanguageTag($0) }
    private static let people = [
        Actor(name: "Ines", email: "ines@example.org"),
        Actor(name: "Tom", email: "tom@example.org"),
    ]
    private static let guids = ["G1", "G2"].map { HashedGuid($0) }
    private static let strings = [
        StringID(section: "default", key: "a"), StringID(section: "default", key: "a\u{0}b"),
        StringID(section: "auth", key: "e\u{301}"), StringID(section: "auth", key: "\u{e9}"),
    ]
    private static let values = ["one", "two words", "", "e\u{301}", "\u{e9}"].map { Value($0) }

    /// Begins without events.
    public init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// Makes one more event; ids are not always later than those before.
    public mutating func next() -> Event {
        time = random.oneIn(5) ? time - 3 : time + UInt64.random(in: 0...2, using: &random)
        let id = EventID(
            milliseconds: time,
            random: (UInt16.random(in: 0...UInt16.max, using: &random), random.next()))
        let locale = random.pick(Self.tags)
        let string = random.pick(Self.strings)
        var event = Event(
            id: id, at: "2026-11-21T09:30:00.123Z",
            actor: random.oneIn(4) ? nil : person(), locale: locale,
            string: string, payload: .localeRemoved)
        event.payload = payload(event)
        switch event.payload {
        case .stringDefined, .stringRemoved:
            if !random.oneIn(10) { event.locale = Self.tags[0] }
        case .localeAdded, .localeRemoved, .settingChanged:
            event.section = nil
            event.key = nil
        case .resourceDefined: event.key = nil
        default: break
        }
        let related = related(to: event)
        if !random.oneIn(4) { event.base = random.any(related)?.id }
        if random.oneIn(3) { event.over = [random.any(related)?.id].compactMap(\.self) }
        if random.oneIn(2) { event.source = reference { $0.locale.rawValue == "en" } }
        if random.oneIn(6) { event.copies = reference { $0.payload.text != nil } }
        if case .proposalMade = event.payload, random.oneIn(3) {
            event.copies = reference { if case .proposalMade = $0.payload { true } else { false } }
        }
        if random.oneIn(10) { event.undoes = [random.any(related)?.id].compactMap(\.self) }
        if random.oneIn(6) { event.idempotencyKey = random.oneIn(2) ? "i" : "j" }
        events.append(event)
        return event
    }

    /// Another event with the id of one that is there.
    public mutating func nextWithKnownID() -> Event? {
        guard let known = random.any(events) else { return nil }
        let other = next()
        let event = Event(
            id: known.id, at: other.at, actor: other.actor, locale: other.locale,
            payload: other.payload, base: other.base, over: other.over, source: other.source,
            copies: other.copies, undoes: other.undoes, idempotencyKey: other.idempotencyKey)
        var copy = event
        copy.section = other.section
        copy.key = other.key
        return copy
    }

    private mutating func related(to event: Event) -> [Event] {
        let same = events.filter {
            $0.locale == event.locale && $0.key?.utf8.count == event.key?.utf8.count
        }
        return same.isEmpty || random.oneIn(10) ? events : same
    }

    private mutating func reference(_ isWanted: (Event) -> Bool) -> EventID? {
        random.any(events.filter(isWanted))?.id
    }

    private mutating func person() -> Actor? { random.pick(Self.people) }

    private mutating func payload(_ event: Event) -> Payload {
        let value = random.pick(Self.values)
        let proposal = proposal(for: event)
        let guid = random.pick(Self.guids)
        let verdict = Verdict(proposal: proposal, guid: random.oneIn(2) ? guid : nil)
        let text = random.any(related(to: event))?.id ?? event.id
        let some = Self.tags.filter { _ in random.oneIn(2) }
        // A tag may stand there twice.
        let fallback = random.oneIn(4) ? some + some.reversed() : some
        switch Int.random(in: 0..<25, using: &random) {
        case 0, 24:
            return .localeAdded(
                LocaleAttributes(fallback: random.oneIn(2) ? fallback : fallback.reversed()))
        case 1: return .localeRemoved
        case 2...5:
            return .stringDefined(
                Definition(
                    value: value, comment: random.oneIn(2) ? "note" : nil,
                    isTranslatable: !random.oneIn(5), order: random.oneIn(2) ? 3 : nil,
                    isMinor: random.oneIn(3)))
        case 6: return .stringRemoved
        case 7...9: return .translationSet(value)
        case 10: return .translationRemoved
        case 11, 12:
            return .proposalAccepted(
                Acceptance(
                    proposal: proposal, value: value, author: person(),
                    also: random.oneIn(3) ? [self.proposal(for: event)] : []))
        case 13:
            return .settingChanged(
                name: random.oneIn(2) ? "x" : "y", value: random.oneIn(3) ? nil : .integer(1))
        case 14: return .resourceDefined(format: "po", path: random.oneIn(2) ? "p" : nil)
        case 15: return .translationReviewed(text: text, reason: nil)
        case 16: return .translationFlagged(text: text, reason: nil)
        case 17...19:
            return .proposalMade(
                ProposedText(value: value, guid: guid, replaces: random.oneIn(3) ? proposal : nil))
        case 20: return .proposalRejected(verdict)
        case 21: return .proposalDeleted(verdict)
        case 22: return random.oneIn(2) ? .proposalReopened(verdict) : .proposalEndorsed(verdict)
        default:
            return random.oneIn(2)
                ? .commentAdded(proposal: random.oneIn(2) ? proposal : nil, text: "hm")
                : .checkSilenced(check: "c", reason: nil)
        }
    }

    private mutating func proposal(for event: Event) -> EventID {
        let made = related(to: event).filter {
            if case .proposalMade = $0.payload { true } else { false }
        }
        return random.any(made)?.id ?? event.id
    }
}

extension SplitMix64 {
    /// Returns true once in `n` times.
    public mutating func oneIn(_ n: Int) -> Bool { chance(1, in: n) }

    /// Returns one of the elements, or `nil` where there is none.
    public mutating func any<Element>(_ elements: [Element]) -> Element? {
        elements.randomElement(using: &self)
    }
}
