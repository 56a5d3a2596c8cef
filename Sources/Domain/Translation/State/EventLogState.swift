import JSON
public import Texts

/// The whole state in memory: the events by subject, folded on demand.
///
/// It is for tests and small logs. For large logs, the read model answers the same queries.
public struct EventLogState: StateReader, Sendable {
    /// The project's facts.
    public let project: Project
    private var events: [EventID: Event] = [:]
    private var idsBySubject: [Subject: Set<EventID>] = [:]
    private var idsByRepetition: [Event.Repetition: Set<EventID>] = [:]

    /// Creates the state of a project without events.
    public init(project: Project) { self.project = project }

    /// Creates the state of a project from events in any order.
    public init(project: Project, events: some Sequence<Event>) {
        self.init(project: project)
        for event in events { evolve(event) }
    }

    /// Adds an event.
    ///
    /// Accepts every event, in any order. Adding an event again has no effect.
    ///
    /// If two events have the same id, the event whose bytes sort first wins. The stored bytes are
    /// not available here, so canonical lines are compared.
    public mutating func evolve(_ event: Event) {
        if let other = events[event.id] {
            guard event.line.lexicographicallyPrecedes(other.line) else { return }
            forget(other)
        }
        events[event.id] = event
        if let subject = event.subject(in: project) {
            idsBySubject[subject, default: []].insert(event.id)
        }
        if let repetition = event.repetition {
            idsByRepetition[repetition, default: []].insert(event.id)
        }
    }

    private mutating func forget(_ event: Event) {
        if let subject = event.subject(in: project) {
            idsBySubject[subject]?.remove(event.id)
        }
        if let repetition = event.repetition {
            idsByRepetition[repetition]?.remove(event.id)
        }
    }

    /// All events, ascending by id.
    public var allEvents: [Event] { events.values.sorted { $0.id < $1.id } }

    /// The subjects that have events, in arbitrary order.
    public var subjects: [Subject] {
        idsBySubject.filter { !$0.value.isEmpty }.map(\.key)
    }

    /// Returns true if a subject has events other than aliases.
    private func hasSettledEvents(_ subject: Subject) -> Bool {
        !settledEvents(of: subject).isEmpty
    }

    /// Returns a subject's events without aliases, ascending by id.
    public func events(of subject: Subject) -> [Event] { settledEvents(of: subject) }

    /// Returns the events whose idempotency keys start with a prefix, including aliases.
    ///
    /// If `owner` is nil, returns the events of all owners. Their order is arbitrary.
    public func events(
        of owner: Event.IdempotencyOwner?, withKeysBeginning prefix: String
    ) -> [Event] {
        idsByRepetition.filter {
            (owner == nil || $0.key.owner == owner)
                && $0.key.key.string.utf8.starts(with: prefix.utf8)
        }.flatMap(\.value).compactMap { events[$0] }
    }

    /// Returns the state of a language, or `nil` if it has no events.
    public func locale(_ tag: LanguageTag) -> LocaleState? {
        let events = events(of: .locale(tag))
        return events.isEmpty ? nil : LocaleState(tag: tag, events: events)
    }

    /// Returns the tags of the existing languages, ascending.
    public func localeTags() -> [LanguageTag] {
        subjects.compactMap { subject in
            guard case .locale(let tag) = subject, locale(tag)?.exists == true else { return nil }
            return tag
        }.sorted()
    }

    /// Returns the state of a string in a language.
    ///
    /// The string may have no events in that language.
    public func unit(_ locale: LanguageTag, _ string: StringID) -> Unit {
        foldedUnit(locale, string)
    }

    /// Returns the state of a setting.
    public func setting(_ name: String) -> SettingState {
        SettingState(events: events(of: .setting(Value.Text(name))))
    }

    /// Returns the state of a section's file in a language.
    ///
    /// If `locale` is nil, returns the source language's file.
    public func resource(_ section: String, in locale: LanguageTag? = nil) -> ResourceState {
        ResourceState(events: events(of: .resource(Value.Text(section), in: locale)))
    }

    /// Returns the content of a section's file at its last import.
    public func fileTexts(
        _ section: String, format: String, in locale: LanguageTag
    ) -> FileTexts {
        FileTexts(
            events: events(of: .file(Value.Text(section), format: Value.Text(format), in: locale)))
    }

    /// Returns the language and string of a proposal, or `nil` if no proposal has the id.
    public func proposalLocation(_ id: EventID) -> (locale: LanguageTag, string: StringID)? {
        guard let event = countingEvent(id), case .proposalMade = event.payload,
            let string = event.string(in: project)
        else { return nil }
        return (event.locale, string)
    }

    /// Returns an event by its id, or by the id of one of its aliases.
    public func event(_ id: EventID) -> Event? { countingEvent(id) }

    /// Returns the languages in which a string has events, ascending.
    public func locales(of string: StringID) -> [LanguageTag] {
        subjects.compactMap { subject in
            guard case .unit(let locale, string) = subject, hasSettledEvents(subject) else {
                return nil
            }
            return locale
        }.sorted()
    }

    /// Returns the strings that have events in a language, in arbitrary order.
    public func strings(in locale: LanguageTag) -> [StringID] {
        subjects.compactMap { subject in
            guard case .unit(locale, let string) = subject, hasSettledEvents(subject) else {
                return nil
            }
            return string
        }
    }

    /// Returns the strings that exist, in arbitrary order.
    public func existingStrings() -> [StringID] {
        subjects.compactMap { subject in
            guard case .unit(project.source, let string) = subject,
                unit(project.source, string).definitions.current != nil
            else { return nil }
            return string
        }
    }
}

extension EventLogState: RecordedEvents {
    /// Returns the event with an id.
    public func recordedEvent(_ id: EventID) -> Event? { events[id] }

    /// Returns a subject's events, including aliases.
    public func recordedEvents(of subject: Subject) -> [Event] {
        (idsBySubject[subject] ?? []).compactMap { events[$0] }
    }

    /// Returns the events with the given owner and idempotency key.
    public func recordedEvents(of repetition: Event.Repetition) -> [Event] {
        (idsByRepetition[repetition] ?? []).compactMap { events[$0] }
    }
}

/// Returns the state with an event added.
///
/// The result does not depend on the order in which events are added.
public func evolve(_ state: EventLogState, _ event: Event) -> EventLogState {
    var state = state
    state.evolve(event)
    return state
}
