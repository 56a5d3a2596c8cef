import JSON
package import TestKit
import Texts
package import Translation

/// Creates events of all types that refer to each other at random.
///
/// Events refer to earlier and later ones, to themselves, and to ids that never appear, so every
/// kind of reference has cycles and gaps.
package struct RandomLog {
    /// The events created so far, in order.
    package private(set) var events: [Event] = []
    /// The generator of the next choices.
    package var random: SplitMix64
    private var time: UInt64 = 1_700_000_000_000
    /// Ids that were referred to before the creation of their events; some are never created.
    private var promises: [Promise] = []
    private let world: RandomWorld

    /// A promised event, which belongs to the same string as the event that refers to it.
    private struct Promise {
        let id: EventID
        let promiser: EventID
        let locale: LanguageTag
        let section: String?
        let key: String?
    }

    /// Creates a log without events.
    package init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        world = RandomWorld(&random)
    }

    /// Creates the next event; its id may be earlier than the ids of previous events.
    package mutating func next() -> Event {
        var event = Event(
            id: nextID(), at: "2026-11-21T09:30:00.123Z",
            actor: random.oneIn(4) ? nil : random.pick(world.people),
            locale: random.pick(world.tags), string: random.pick(world.strings),
            payload: .localeRemoved)
        let promiser = random.oneIn(world.isKnotty ? 2 : 4) ? keepPromise(&event) : nil
        event.payload = payload(event)
        place(&event)
        let related = related(to: event)
        if !random.oneIn(4) { event.base = base(of: event, related) }
        if random.oneIn(3) {
            event.over = (0..<random.number(in: 1...2)).compactMap { _ in
                named(by: event, among: related)
            }
        }
        if random.oneIn(2) {
            event.source = named(by: event, among: definitions(of: event))
        }
        if random.oneIn(world.isKnotty ? 2 : 4) {
            event.copies = named(by: event, among: copied(by: event, related))
        }
        if random.oneIn(6) { event.undoes = undone(by: event, related) }
        if let promiser, world.isKnotty { answer(promiser, &event) }
        if random.oneIn(5) { event.idempotencyKey = random.pick(world.keys) }
        if random.oneIn(12) { event.meta = RandomLogContent.meta }
        events.append(event)
        return event
    }

    /// Returns another event with the id of an existing one.
    package mutating func nextWithKnownID() -> Event? {
        guard let known = random.any(events) else { return nil }
        var event = next()
        event.id = known.id
        return event
    }

    // MARK: Ids

    private mutating func nextID() -> EventID {
        time = random.oneIn(5) ? time - 3 : time + UInt64.random(in: 0...2, using: &random)
        return EventID(milliseconds: time, random: randomBits())
    }

    /// Turns an event into a promised one for the promised string, and returns the event that
    /// refers to it.
    private mutating func keepPromise(_ event: inout Event) -> EventID? {
        guard let index = promises.indices.randomElement(using: &random) else { return nil }
        let promise = promises.remove(at: index)
        event.id = promise.id
        event.locale = promise.locale
        event.section = promise.section
        event.key = promise.key ?? event.key
        return promise.promiser
    }

    /// Makes an event refer back to the event that refers to it.
    private mutating func answer(_ promiser: EventID, _ event: inout Event) {
        switch random.number(in: 0...4) {
        case 0: event.base = promiser
        case 1: event.undoes = [promiser]
        case 2, 3: event.copies = promiser
        default: break
        }
    }

    private mutating func randomBits() -> (UInt16, UInt64) {
        (UInt16.random(in: 0...UInt16.max, using: &random), random.next())
    }

    /// Returns a reference for an event: mostly to one of the given events, sometimes to itself, to
    /// an id that never appears, or to a later event.
    private mutating func named(by event: Event, among events: [Event]) -> EventID? {
        if random.oneIn(30) { return event.id }
        if random.oneIn(15) { return RandomLogContent.missing }
        if random.oneIn(world.isKnotty ? 4 : 10) {
            if random.oneIn(2), let promise = random.any(promises) { return promise.id }
            let id = EventID(
                milliseconds: time + UInt64.random(in: 0...9, using: &random), random: randomBits())
            promises.append(
                Promise(
                    id: id, promiser: event.id, locale: event.locale, section: event.section,
                    key: event.key))
            return id
        }
        return random.any(events)?.id
    }

    private mutating func related(to event: Event) -> [Event] {
        let same = events.filter {
            $0.locale == event.locale && $0.key?.utf8.count == event.key?.utf8.count
        }
        return same.isEmpty || random.oneIn(10) ? events : same
    }

    /// Returns a base, often another text, so that chains form.
    ///
    /// For a quarter of the definitions, the base is an id that never appears.
    private mutating func base(of event: Event, _ related: [Event]) -> EventID? {
        let isDefinition = event.payload.typeName == "string.defined"
        if isDefinition, random.oneIn(4) { return RandomLogContent.missing }
        let texts = related.filter { $0.payload.text != nil }
        return named(by: event, among: random.oneIn(2) && !texts.isEmpty ? texts : related)
    }

    /// Returns definitions, mostly of the event's string.
    private mutating func definitions(of event: Event) -> [Event] {
        let source = events.filter { $0.locale == world.tags[0] }
        let own = source.filter {
            $0.payload.text != nil && $0.key?.utf8.count == event.key?.utf8.count
        }
        return random.oneIn(6) || own.isEmpty ? source : own
    }

    private mutating func copied(by event: Event, _ related: [Event]) -> [Event] {
        if event.payload.typeName == "proposal.made", !random.oneIn(3) {
            return events.filter { $0.payload.typeName == "proposal.made" }
        }
        // The reference is to the same unit, or to any unit, even in another language or string.
        let isNear = !world.isKnotty && random.oneIn(2)
        let texts = (isNear ? related : events).filter { $0.payload.text != nil }
        return random.oneIn(8) ? events : texts
    }

    private mutating func undone(by event: Event, _ related: [Event]) -> [EventID] {
        let undoings = related.filter { !$0.undoes.isEmpty }
        let candidates = random.oneIn(2) && !undoings.isEmpty ? undoings : related
        return (0..<random.number(in: 1...2)).compactMap { _ in named(by: event, among: candidates)
        }
    }

    // MARK: Contents

    /// Sets the fields that determine an event's place, sometimes as if the event had another type.
    private mutating func place(_ event: inout Event) {
        switch event.payload {
        case .stringDefined, .stringRemoved:
            if !random.oneIn(10) { event.locale = world.tags[0] }
        case .localeAdded, .localeRemoved, .settingChanged, .unrecognized:
            guard !random.oneIn(8) else { return }
            event.section = nil
            event.key = nil
        case .resourceDefined, .fileRead:
            event.key = nil
        default: break
        }
        if random.oneIn(10) { event.section = nil }
    }

    private mutating func payload(_ event: Event) -> Payload {
        let value = random.pick(RandomLogContent.values)
        let proposal = proposal(for: event)
        let guid = random.pick(RandomLogContent.guids)
        let verdict = Verdict(proposal: proposal, guid: random.oneIn(2) ? guid : nil)
        let text = judged(by: event)
        switch random.oneIn(8) ? random.number(in: 0...27) : random.pick(world.types) {
        case 0, 24: return .localeAdded(languageAttributes())
        case 1: return .localeRemoved
        case 2...5: return .stringDefined(definition(value))
        case 6: return .stringRemoved
        case 7...9: return .translationSet(value)
        case 10: return .translationRemoved
        case 11, 12: return .proposalAccepted(acceptance(of: proposal, value, event))
        case 13, 25:
            return .settingChanged(
                name: random.pick(["x", "x", "y", ""]),
                value: random.oneIn(4) ? nil : random.pick(RandomLogContent.settings))
        case 14 where random.oneIn(3):
            return .fileRead(
                FileStatements(
                    format: random.pick(["po", ""]),
                    marks: random.pick([
                        [], [("a", "1"), ("", "2")], [("a", "")], [("é", "3"), ("e\u{301}", "4")],
                    ])))
        case 14:
            return .resourceDefined(
                FileResource(
                    format: random.pick(["po", "po", "", nil]),
                    path: random.oneIn(2) ? "p" : nil,
                    pattern: random.pick([nil, nil, "{locale}.po"]),
                    skeleton: random.pick([nil, nil, "# a", ""])))
        case 15: return .translationReviewed(text: text, reason: nil)
        case 16: return .translationFlagged(text: text, reason: nil)
        case 17...19:
            return .proposalMade(
                ProposedText(
                    value: value, guid: guid, replaces: random.oneIn(3) ? proposal : nil,
                    origin: random.pick([.human, .memory, .other("muse")])))
        case 20: return .proposalRejected(verdict)
        case 21: return .proposalDeleted(verdict)
        case 22, 26:
            return random.oneIn(3) ? .proposalReopened(verdict) : .proposalEndorsed(verdict)
        case 27: return .unrecognized(type: random.pick(["tea.served", "locale.renamed", ""]))
        default:
            return random.oneIn(2)
                ? .commentAdded(proposal: random.oneIn(2) ? proposal : nil, text: "hm")
                : .checkSilenced(check: "c", reason: nil)
        }
    }

    private mutating func languageAttributes() -> LocaleAttributes {
        let some = world.tags.filter { _ in random.oneIn(2) }
        // A tag may occur twice.
        let fallback = random.oneIn(4) ? some + some.reversed() : some
        return LocaleAttributes(
            name: random.oneIn(4) ? random.pick(["", "N"]) : nil,
            fallback: random.oneIn(2) ? fallback : fallback.reversed(),
            isPlanned: random.oneIn(5))
    }

    private mutating func definition(_ value: Value) -> Definition {
        if random.oneIn(2) { return Definition(value: value, isMinor: random.oneIn(2)) }
        return Definition(
            value: value, comment: random.oneIn(2) ? random.pick(["note", ""]) : nil,
            maximumLength: random.oneIn(4) ? random.pick(RandomLogContent.limits) : nil,
            placeholders: random.oneIn(6) ? RandomLogContent.placeholders : [],
            isTranslatable: !random.oneIn(5), order: random.oneIn(2) ? random.pick([3, 0]) : nil,
            references: random.oneIn(8) ? ["b", "a", "b"] : [],
            labels: random.oneIn(8) ? ["l"] : [],
            screenshot: random.oneIn(8)
                ? Definition.Screenshot(url: "", sha256: random.oneIn(2) ? "" : nil) : nil,
            isMinor: random.oneIn(3))
    }

    private mutating func acceptance(
        of proposal: EventID, _ value: Value, _ event: Event
    ) -> Acceptance {
        Acceptance(
            proposal: proposal, value: value,
            author: random.oneIn(3) ? nil : random.pick(world.people),
            also: random.oneIn(3) ? [self.proposal(for: event)] : [])
    }

    /// Returns the event that a judgement refers to, usually a text.
    private mutating func judged(by event: Event) -> EventID {
        let related = related(to: event)
        let texts = related.filter { $0.payload.text != nil }
        return named(by: event, among: random.oneIn(6) ? related : texts) ?? event.id
    }

    private mutating func proposal(for event: Event) -> EventID {
        let made = related(to: event).filter {
            if case .proposalMade = $0.payload { true } else { false }
        }
        return named(by: event, among: made) ?? event.id
    }
}
