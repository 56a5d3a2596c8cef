import JSON
public import Texts

/// The whole state in memory: the events by what they speak of, folded when asked for.
///
/// Good for tests and small logs; the read model holds the same for large ones.
public struct EventLogState: StateReader, Sendable {
    /// The project's facts.
    public let project: Project
    private var events: [EventID: Event] = [:]
    private var idsBySubject: [Subject: Set<EventID>] = [:]
    private var idsByRepetition: [Event.Repetition: Set<EventID>] = [:]

    /// Starts a project without events.
    public init(project: Project) { self.project = project }

    /// Folds the events, in whatever order they come.
    public init(project: Project, events: some Sequence<Event>) {
        self.init(project: project)
        for event in events { evolve(event) }
    }

    /// Takes in an event.
    ///
    /// Total and commutative; an event that is there already changes nothing.
    ///
    /// Of two events with one id the one with the smaller bytes counts; here, where the stored bytes are not
    /// known, of their canonical lines.
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

    /// The subjects of the events, in no particular order.
    public var subjects: [Subject] {
        idsBySubject.filter { !$0.value.isEmpty }.map(\.key)
    }

    /// Whether a subject has events other than aliases.
    private func hasSettledEvents(_ subject: Subject) -> Bool {
        !settledEvents(of: subject).isEmpty
    }

    /// The events of a subject without aliases, ascending by id.
    public func events(of subject: Subject) -> [Event] { settledEvents(of: subject) }

    /// The events of an owner, or of all, with idempotency keys that begin like this, aliases among them, in no
    /// particular order.
    public func events(
        of owner: Event.IdempotencyOwner?, withKeysBeginning prefix: String
    ) -> [Event] {
        idsByRepetition.filter {
            (owner == nil || $0.key.owner == owner)
                && $0.key.key.string.utf8.starts(with: prefix.utf8)
        }.flatMap(\.value).compactMap { events[$0] }
    }

    /// A language; `nil` if no event speaks of it.
    public func locale(_ tag: LanguageTag) -> LocaleState? {
        let events = events(of: .locale(tag))
        return events.isEmpty ? nil : LocaleState(tag: tag, events: events)
    }

    /// The tags of the languages that exist, ascending.
    public func localeTags() -> [LanguageTag] {
        subjects.compactMap { subject in
            guard case .locale(let tag) = subject, locale(tag)?.exists == true else { return nil }
            return tag
        }.sorted()
    }

    /// A string in a language, without events if there are none.
    public func unit(_ locale: LanguageTag, _ string: StringID) -> Unit {
        foldedUnit(locale, string)
    }

    /// A setting.
    public func setting(_ name: String) -> SettingState {
        SettingState(events: events(of: .setting(Value.Text(name))))
    }

    /// A section as a file in a language; without one, in the source language.
    public func resource(_ section: String, in locale: LanguageTag? = nil) -> ResourceState {
        ResourceState(events: events(of: .resource(Value.Text(section), in: locale)))
    }

    /// The content of a section's file at its last import.
    public func fileTexts(
        _ section: String, format: String, in locale: LanguageTag
    ) -> FileTexts {
        FileTexts(
            events: events(of: .file(Value.Text(section), format: Value.Text(format), in: locale)))
    }

    /// Returns the language and string of a proposal, or `nil` if none has the id.
    public func proposalLocation(_ id: EventID) -> (locale: LanguageTag, string: StringID)? {
        guard let event = countingEvent(id), case .proposalMade = event.payload,
            let string = event.string(in: project)
        else { return nil }
        return (event.locale, string)
    }

    /// An event by its id, or by the id of an alias of it.
    public func event(_ id: EventID) -> Event? { countingEvent(id) }

    /// The languages in which a string has events, ascending.
    public func locales(of string: StringID) -> [LanguageTag] {
        subjects.compactMap { subject in
            guard case .unit(let locale, string) = subject, hasSettledEvents(subject) else {
                return nil
            }
            return locale
        }.sorted()
    }

    /// The strings that have events in a language, in no particular order.
    public func strings(in locale: LanguageTag) -> [StringID] {
        subjects.compactMap { subject in
            guard case .unit(locale, let string) = subject, hasSettledEvents(subject) else {
                return nil
            }
            return string
        }
    }

    /// The strings that exist, in no particular order.
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

    /// Returns the events of a subject, including aliases.
    public func recordedEvents(of subject: Subject) -> [Event] {
        (idsBySubject[subject] ?? []).compactMap { events[$0] }
    }

    /// Returns the events of one owner and idempotency key.
    public func recordedEvents(of repetition: Event.Repetition) -> [Event] {
        (idsByRepetition[repetition] ?? []).compactMap { events[$0] }
    }
}

/// Takes an event into the state; the same events give the same state in every order.
public func evolve(_ state: EventLogState, _ event: Event) -> EventLogState {
    var state = state
    state.evolve(event)
    return state
}
