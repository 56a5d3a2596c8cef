import JSON

/// The definitions of one string, each with its attributes and its kind.
///
/// A definition and its minor corrections are of one kind; a text that was made for one of them is not
/// stale for another.
public struct DefinitionHistory: Sendable {
    private let definitions: [EventID: (definition: Definition, kind: EventID)]
    /// The definition that counts, or `nil` when the string is removed or was never defined.
    public let current: EventID?
    /// The heads among the definitions and removals.
    public let register: Register

    /// Folds the definition events of one string.
    init(events: [Event]) {
        let byID = Dictionary(events.map { ($0.id, $0) }) { first, _ in first }
        var definitions: [EventID: (definition: Definition, kind: EventID)] = [:]
        for event in events {
            guard let definition = Self.definition(of: event, in: byID, path: []) else { continue }
            definitions[event.id] = (definition, Self.kind(of: event, in: byID, path: []))
        }
        register = Register(
            events: events.filter(\.isDefinitionOrRemoval), definitionsWin: true
        ) { event in
            definitions[event.id]?.definition.content
        }
        self.definitions = definitions
        current = register.current.flatMap { definitions[$0] == nil ? nil : $0 }
    }

    /// The definition of an event, if it is one of this string.
    public subscript(id: EventID) -> Definition? { definitions[id]?.definition }

    /// The definition that counts.
    public var currentDefinition: Definition? { current.flatMap { self[$0] } }

    /// Whether what was made for `source` may be wrong by now.
    ///
    /// It is when the definition is missing, or is of another kind than the current one and has another
    /// value. Without `source` nothing is known, and without a current definition nothing can be stale.
    public func isStale(madeFor source: EventID?) -> Bool {
        guard let source, let current, let now = definitions[current] else { return false }
        guard let then = definitions[source] else { return true }
        return then.kind != now.kind && then.definition.value != now.definition.value
    }

    /// An accepted proposal is a definition that keeps the other attributes of its base.
    private static func definition(
        of event: Event, in events: [EventID: Event], path: Set<EventID>
    ) -> Definition? {
        switch event.payload {
        case .stringDefined(let definition): return definition
        case .proposalAccepted(let acceptance):
            var definition = Definition(value: acceptance.value)
            if let base = event.base, !path.contains(base), let before = events[base],
                let kept = Self.definition(of: before, in: events, path: path.union([event.id]))
            {
                definition = kept
                definition.value = acceptance.value
                definition.isMinor = false
            }
            return definition
        default: return nil
        }
    }

    /// A minor definition is of the kind of its base, even of one that is not here.
    private static func kind(
        of event: Event, in events: [EventID: Event], path: Set<EventID>
    ) -> EventID {
        guard case .stringDefined(let definition) = event.payload, definition.isMinor,
            let base = event.base, !path.contains(base)
        else { return event.id }
        guard let before = events[base] else { return base }
        switch before.payload {
        case .stringDefined, .proposalAccepted:
            return kind(of: before, in: events, path: path.union([event.id]))
        default: return event.id
        }
    }
}

extension Definition {
    /// What two definitions must share to say the same: everything but whether they are minor.
    var content: JSONValue {
        var members = Members()
        members.add("value", value.json)
        addAttributes(to: &members)
        return members.json
    }
}

extension Event {
    /// Whether the event is one of the register of a source string.
    var isDefinitionOrRemoval: Bool {
        switch payload {
        case .stringDefined, .stringRemoved, .proposalAccepted: true
        default: false
        }
    }

    /// Whether the event is one of the register of a text.
    var isTextOrRemoval: Bool {
        switch payload {
        case .translationSet, .translationRemoved, .proposalAccepted: true
        default: false
        }
    }
}
