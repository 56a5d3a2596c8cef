public import Texts

/// A state that includes pending events, which are not in the log yet.
///
/// A group of requests is decided on this state, and each request sees the events of the previous
/// requests. The state equals the fold of all events together, including renames, removed
/// languages, copies of pending texts, and aliases in both directions. Lookups that do not involve
/// pending events are passed to the base. Not safe for concurrent use.
public final class PendingState<Base: StateReader & RecordedEvents>: StateReader, RecordedEvents {
    private let base: Base
    private var pending: EventLogState
    /// The subjects of pending events, and of recorded events with the same idempotency key.
    private var touched: Set<Subject> = []
    private var isEmpty = true
    /// The pending events by subject, organized to find one guid's proposals among many.
    private var events: [Subject: PendingEvents] = [:]
    /// The last two units read from the base.
    ///
    /// A decision reads the same two units several times.
    private var recent: [(unit: Unit, proposers: Proposers)] = []

    /// The pending events of a subject.
    private struct PendingEvents {
        /// Events that may affect more than one guid's proposals.
        var others: [Event] = []
        /// Events that only affect one guid's proposals, by guid.
        var byGuid: [HashedGuid: [Event]] = [:]
        /// The maximum number of proposals that these events may have opened or closed.
        var changes = 0
    }

    /// Creates a state without pending events.
    public init(_ base: Base) {
        self.base = base
        pending = EventLogState(project: base.project)
    }

    /// The project's facts.
    public var project: Project { base.project }

    /// Adds the events of one decision.
    ///
    /// The base must not contain their ids. Cost: one lookup for each event with an idempotency
    /// key.
    public func add(_ events: [Event]) throws {
        isEmpty = isEmpty && events.isEmpty
        for event in events {
            if let repetition = event.repetition {
                for other in try recordedEvents(of: repetition) { touch(other) }
            }
            touch(event)
            pending.evolve(event)
            if let subject = event.subject(in: project) { try sort(event, of: subject) }
        }
    }

    private func sort(_ event: Event, of subject: Subject) throws {
        // Undoing an acceptance reopens all proposals that it closed.
        var changes = event.undoes.isEmpty ? 1 : Self.manyChanges
        if case .proposalAccepted(let acceptance) = event.payload {
            changes += acceptance.also.count
        }
        events[subject, default: PendingEvents()].changes += changes
        let proposal =
            event.isProposal ? event : try event.payload.proposal.flatMap { try countingEvent($0) }
        // If the proposal is unknown, it may belong to any guid.
        guard event.isAside, case .proposalMade(let proposed) = proposal?.payload else {
            events[subject, default: PendingEvents()].others.append(event)
            return
        }
        events[subject, default: PendingEvents()].byGuid[proposed.guid, default: []].append(event)
    }

    /// A number greater than the number of open proposals for any text.
    private static var manyChanges: Int { 1_000_000 }

    private func touch(_ event: Event) {
        if let subject = event.subject(in: project) { touched.insert(subject) }
    }

    private func isTouched(_ locale: LanguageTag, _ string: StringID) -> Bool {
        touched.contains(.unit(locale, string)) || touched.contains(.unit(project.source, string))
    }

    // MARK: RecordedEvents

    /// Returns the event with an id.
    public func recordedEvent(_ id: EventID) throws -> Event? {
        try pending.recordedEvent(id) ?? base.recordedEvent(id)
    }

    /// Returns a subject's events, including aliases.
    public func recordedEvents(of subject: Subject) throws -> [Event] {
        try base.recordedEvents(of: subject) + pending.recordedEvents(of: subject)
    }

    /// Returns a subject's events, including aliases.
    ///
    /// Events that only affect other guids' proposals may be missing.
    public func recordedEvents(of subject: Subject, by proposers: Proposers) throws -> [Event] {
        guard case .only(let guids) = proposers else { return try recordedEvents(of: subject) }
        let own = events[subject]
        return try base.recordedEvents(of: subject, by: proposers) + (own?.others ?? [])
            + guids.flatMap { own?.byGuid[$0] ?? [] }
    }

    /// Returns the events with the given owner and idempotency key.
    public func recordedEvents(of repetition: Event.Repetition) throws -> [Event] {
        try base.recordedEvents(of: repetition) + pending.recordedEvents(of: repetition)
    }

    // MARK: StateReader

    /// Returns a subject's events without aliases, ascending by id.
    public func events(of subject: Subject) throws -> [Event] {
        let isTouched =
            if case .unit(let locale, let string) = subject {
                isTouched(locale, string)
            } else { touched.contains(subject) }
        return try isTouched ? settledEvents(of: subject) : base.events(of: subject)
    }

    /// Returns the state of a language, or `nil` if it has no events.
    public func locale(_ tag: LanguageTag) throws -> LocaleState? {
        guard touched.contains(.locale(tag)) else { return try base.locale(tag) }
        let events = try settledEvents(of: .locale(tag))
        return events.isEmpty ? nil : LocaleState(tag: tag, events: events)
    }

    /// Returns the tags of the existing languages, ascending.
    public func localeTags() throws -> [LanguageTag] {
        let touched = touchedLocales
        let known = try base.localeTags()
        guard !touched.isEmpty else { return known }
        let others = try touched.filter { try locale($0)?.exists == true }
        return (known.filter { !touched.contains($0) } + others).sorted()
    }

    private var touchedLocales: Set<LanguageTag> {
        Set(touched.compactMap { if case .locale(let tag) = $0 { tag } else { nil } })
    }

    /// Returns the languages that lend their texts to a language, nearest first.
    public func lenders(to locale: LanguageTag) throws -> [LanguageTag] {
        guard !touchedLocales.isEmpty else { return try base.lenders(to: locale) }
        return try self.locale(locale)?.attributes?.lenders(to: locale, source: project.source) {
            try self.locale($0)?.exists == true
        } ?? []
    }

    /// Returns the state of a string in a language.
    ///
    /// A copy's author and review depend on the unit that contains the original. Units with copies
    /// are therefore folded again.
    public func unit(_ locale: LanguageTag, _ string: StringID) throws -> Unit {
        try unit(locale, string, by: .everybody)
    }

    /// Returns the state of a string in a language.
    ///
    /// Other guids' proposals, and comments on them, may be missing. Reads the unit from the base
    /// and the string's pending events, except those that only affect other guids' proposals.
    public func unit(
        _ locale: LanguageTag, _ string: StringID, by proposers: Proposers
    ) throws -> Unit {
        if !isTouched(locale, string) {
            let unit = try baseUnit(locale, string, by: proposers)
            guard !touched.isEmpty, unit.events.contains(where: { $0.copies != nil }) else {
                return unit
            }
        }
        return try foldedUnit(locale, string, by: proposers)
    }

    private func baseUnit(
        _ locale: LanguageTag, _ string: StringID, by proposers: Proposers
    ) throws -> Unit {
        let known = recent.first {
            $0.unit.locale == locale && $0.unit.string == string && $0.proposers.cover(proposers)
        }
        if let known { return known.unit }
        let unit = try base.unit(locale, string, by: proposers)
        recent = [(unit, proposers)] + recent.prefix(1)
        return unit
    }

    /// Returns true if a string in a language has at least the given number of open proposals.
    ///
    /// Folds all proposals only if the pending events may affect the result.
    public func hasOpenProposals(
        _ locale: LanguageTag, _ string: StringID, atLeast count: Int
    ) throws -> Bool {
        let changes = events[.unit(locale, string)]?.changes ?? 0
        if try base.hasOpenProposals(locale, string, atLeast: count + changes) { return true }
        guard changes > 0, try base.hasOpenProposals(locale, string, atLeast: count - changes)
        else { return false }
        return try unit(locale, string).proposals.count { $0.state == .open } >= count
    }

    /// Returns the state of a setting.
    public func setting(_ name: String) throws -> SettingState {
        let subject = Subject.setting(Value.Text(name))
        guard touched.contains(subject) else { return try base.setting(name) }
        return SettingState(events: try settledEvents(of: subject))
    }

    /// Returns the language and string of a proposal, or `nil` if no proposal has the id.
    public func proposalLocation(
        _ id: EventID
    ) throws -> (locale: LanguageTag, string: StringID)? {
        guard let event = try event(id), case .proposalMade = event.payload,
            let string = event.string(in: project)
        else { return nil }
        return (event.locale, string)
    }

    /// Returns the canonical event for an id.
    public func event(_ id: EventID) throws -> Event? {
        isEmpty ? try base.event(id) : try countingEvent(id)
    }

    /// Returns the languages in which a string has events, ascending.
    public func locales(of string: StringID) throws -> [LanguageTag] {
        let touched = Set(
            touchedUnits.compactMap { $0.string == string ? $0.locale : nil })
        let known = try base.locales(of: string)
        guard !touched.isEmpty else { return known }
        // Events of touched subjects may have become aliases, or may no longer be aliases. The same
        // applies to units that share the string's definitions.
        let others = try touched.union(known).filter { try hasEvents($0, string) }
        return others.sorted()
    }

    /// Returns the strings that have events in a language, in arbitrary order.
    public func strings(in locale: LanguageTag) throws -> [StringID] {
        let touched = Set(
            touchedUnits.compactMap { $0.locale == locale ? $0.string : nil })
        let known = try base.strings(in: locale)
        guard !touched.isEmpty else { return known }
        return try known.filter { !touched.contains($0) }
            + touched.filter { try hasEvents(locale, $0) }
    }

    /// Returns the strings that exist, in arbitrary order.
    public func existingStrings() throws -> [StringID] {
        let touched = Set(
            touchedUnits.compactMap { $0.locale == project.source ? $0.string : nil })
        let known = try base.existingStrings()
        guard !touched.isEmpty else { return known }
        return try known.filter { !touched.contains($0) } + touched.filter { try exists($0) }
    }

    private var touchedUnits: [(locale: LanguageTag, string: StringID)] {
        touched.compactMap { subject in
            if case .unit(let locale, let string) = subject { (locale, string) } else { nil }
        }
    }

    private func hasEvents(_ locale: LanguageTag, _ string: StringID) throws -> Bool {
        try !settledEvents(of: .unit(locale, string)).isEmpty
    }

    /// Returns the events whose idempotency keys start with a prefix, including aliases.
    ///
    /// If `owner` is nil, returns the events of all owners.
    public func events(
        of owner: Event.IdempotencyOwner?, withKeysBeginning prefix: String
    ) throws -> [Event] {
        try base.events(of: owner, withKeysBeginning: prefix)
            + pending.events(of: owner, withKeysBeginning: prefix)
    }
}
