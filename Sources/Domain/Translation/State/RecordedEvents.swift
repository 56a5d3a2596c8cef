public import Texts

/// The events of a log, with the three kinds of lookup that a fold needs.
///
/// All sources share one implementation of the fold (``settledEvents(of:)``,
/// ``foldedUnit(_:_:by:)``). The sources are the log in memory, the read model, and a base combined
/// with pending events.
public protocol RecordedEvents {
    /// The error type of lookups; `Never` for the log in memory.
    associatedtype LookupError: Error

    /// The project's facts.
    var project: Project { get }
    /// Returns the event with an id.
    ///
    /// If several events have the id, returns the valid event.
    func recordedEvent(_ id: EventID) throws(LookupError) -> Event?
    /// Returns a subject's recorded events, including aliases, in arbitrary order.
    func recordedEvents(of subject: Subject) throws(LookupError) -> [Event]
    /// Returns the events with the given owner and idempotency key, in arbitrary order.
    func recordedEvents(of repetition: Event.Repetition) throws(LookupError) -> [Event]
    /// Returns a subject's recorded events, including aliases.
    ///
    /// Events that only affect other guids' proposals may be missing.
    func recordedEvents(
        of subject: Subject, by proposers: Proposers
    ) throws(LookupError) -> [Event]
}

extension RecordedEvents {
    /// Returns all events of the subject.
    public func recordedEvents(
        of subject: Subject, by proposers: Proposers
    ) throws(LookupError) -> [Event] { try recordedEvents(of: subject) }

    /// Returns a subject's events without aliases and with resolved references, ascending by id.
    public func settledEvents(of subject: Subject) throws(LookupError) -> [Event] {
        let own = try recordedEvents(of: subject)
        return try aliases(of: subject, own).resolve(own).sorted { $0.id < $1.id }
    }

    /// Returns the settled events that are needed to fold the given proposals.
    private func settledEvents(
        of subject: Subject, by proposers: Proposers
    ) throws(LookupError) -> [Event] {
        guard case .only = proposers else { return try settledEvents(of: subject) }
        let own = try recordedEvents(of: subject, by: proposers)
        let events = try aliases(of: subject, own).resolve(own).sorted { $0.id < $1.id }
        for id in events.missingReferences {
            guard let missing = try recordedEvent(id), missing.subject(in: project) == subject
            else { continue }
            // Writers never reference the omitted events, but an existing log may do so.
            return try settledEvents(of: subject)
        }
        return events
    }

    /// Returns the aliases that are relevant to a subject; see ``Aliases``.
    ///
    /// Either the alias or its canonical event belongs to the subject or to the subject's string.
    private func aliases(of subject: Subject, _ own: [Event]) throws(LookupError) -> Aliases {
        var known = own
        if case .unit(let locale, let string) = subject, locale != project.source {
            known += try recordedEvents(of: .unit(project.source, string), by: .nobody)
        }
        let repetitions = Set(known.compactMap(\.repetition))
        guard !repetitions.isEmpty else { return .none }
        let ids = Set(known.map(\.id))
        var canonical: [EventID: EventID] = [:]
        for repetition in repetitions {
            let group = try recordedEvents(of: repetition).map(\.id)
            guard group.count > 1, let smallest = group.min() else { continue }
            for id in group where id != smallest && (ids.contains(smallest) || ids.contains(id)) {
                canonical[id] = smallest
            }
        }
        return Aliases(canonical: canonical)
    }

    /// Returns the canonical event for an id: the event itself, or the event of which it is an
    /// alias.
    public func countingEvent(_ id: EventID) throws(LookupError) -> Event? {
        guard let event = try recordedEvent(id) else { return nil }
        guard let repetition = event.repetition else { return event }
        return try recordedEvents(of: repetition).min { $0.id < $1.id } ?? event
    }

    /// Folds a string in a language, using the string's definitions.
    ///
    /// If `proposers` is a selection, other guids' proposals may be missing.
    public func foldedUnit(
        _ locale: LanguageTag, _ string: StringID, by proposers: Proposers = .everybody
    ) throws(LookupError) -> Unit {
        var source: DefinitionHistory?
        if locale != project.source {
            source = try foldedUnit(project.source, string, by: .nobody).definitions
        }
        let events = try settledEvents(of: .unit(locale, string), by: proposers)
        var ledger = CreditLedger(project)
        var credits: [EventID: Credit] = [:]
        let copied = Set(events.compactMap(\.copies))
        if !copied.isEmpty { ledger.note(events, of: .unit(locale, string)) }
        for id in copied {
            credits[id] = try ledger.credit(of: id) { (id) throws(LookupError) in
                try countingEvent(id)
            } events: { (subject) throws(LookupError) in
                try settledEvents(of: subject)
            }
        }
        return Unit(locale: locale, string: string, events: events, source: source) { credits[$0] }
    }
}
