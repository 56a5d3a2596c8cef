import JSON
public import Texts

/// A string's definitions, each with its attributes and kind.
///
/// A definition and its minor corrections have the same kind. If a text was made for one of them,
/// it is not stale for the others. This is a class because all texts for the string refer to it.
public final class DefinitionHistory: Sendable {
    private let definitions: [EventID: (definition: Definition, kind: EventID)]
    /// The current definition, or `nil` if the string was removed or never defined.
    public let current: EventID?
    /// The heads among the definitions and removals.
    public let register: Register

    /// Folds the definition events of one string.
    init(events: [Event]) {
        let byID = SubjectEvents(events)
        let kinds = Self.kinds(of: byID)
        let attributes = Self.attributes(ofAcceptancesIn: byID)
        var definitions: [EventID: (definition: Definition, kind: EventID)] = [:]
        for event in events {
            guard let definition = Self.definition(of: event, attributes) else { continue }
            definitions[event.id] = (definition, kinds[event.id] ?? event.id)
        }
        register = Register(
            events: events.filter(\.isDefinitionOrRemoval), definitionsWin: true
        ) { event in
            definitions[event.id]?.definition.content
        }
        self.definitions = definitions
        current = register.current.flatMap { definitions[$0] == nil ? nil : $0 }
    }

    /// The history of a string without definitions.
    public static let undefined = DefinitionHistory(events: [])

    /// The definition in the event with the given id, or nil if this string has no such definition.
    public subscript(id: EventID) -> Definition? { definitions[id]?.definition }

    /// Returns the id that identifies a definition's kind, or nil if this string has no such
    /// definition.
    func kind(of id: EventID) -> EventID? { definitions[id]?.kind }

    /// The current definition.
    public var currentDefinition: Definition? { current.flatMap { self[$0] } }

    /// The latest definition, even if it is no longer current.
    public var latest: Definition? {
        definitions.max { $0.key < $1.key }?.value.definition
    }

    /// Returns the id of the latest definition whose value satisfies a condition.
    ///
    /// The definition may no longer be current.
    func latest(where belongs: (Value) -> Bool) -> EventID? {
        definitions.filter { belongs($0.value.definition.value) }.keys.max()
    }

    /// Returns true if a text made for `source` may be out of date.
    ///
    /// This is true if the string has no such definition, or if it differs from the current
    /// definition in both kind and value. If `source` is nil, nothing is known, so the result is
    /// false. Without a current definition, the result is also false.
    public func isStale(madeFor source: EventID?) -> Bool {
        isStale(madeFor: source, at: current)
    }

    /// Returns true if a text made for `source` is stale relative to the latest definition.
    ///
    /// This also works if the string has been removed since.
    public func isOutdated(madeFor source: EventID?) -> Bool {
        isStale(madeFor: source, at: definitions.keys.max())
    }

    /// Returns true if a text made for `source` would be stale after the string gets a new value,
    /// in a definition that is not minor.
    public func isStale(madeFor source: EventID?, after value: Value) -> Bool {
        guard let source else { return false }
        guard let then = definitions[source] else { return true }
        return then.definition.value.json != value.json
    }

    private func isStale(madeFor source: EventID?, at definition: EventID?) -> Bool {
        guard let source, let definition, let now = definitions[definition] else { return false }
        guard let then = definitions[source] else { return true }
        return then.kind != now.kind && then.definition.value.json != now.definition.value.json
    }

    /// Returns the definition that an event contains, or nil if it contains none.
    ///
    /// An accepted proposal keeps all attributes of its base definition except the text.
    private static func definition(
        of event: Event, _ attributes: [EventID: Definition?]
    ) -> Definition? {
        var definition: Definition
        switch event.payload {
        case .stringDefined(let stated): definition = stated
        case .proposalAccepted(let acceptance):
            definition = (attributes[event.id] ?? nil) ?? Definition(value: acceptance.value)
            definition.value = acceptance.value
            definition.isMinor = false
        default: return nil
        }
        definition.formatFlags = event.formatFlags
        return definition
    }

    /// Maps each acceptance to the first definition found by following `base` through acceptances,
    /// or `nil` if there is none.
    private static func attributes(
        ofAcceptancesIn events: SubjectEvents
    ) -> [EventID: Definition?] {
        var attributes: [EventID: Definition?] = [:]
        for start in events.sorted where start.isAcceptance {
            var path: [EventID] = []
            var found: Definition?
            var next: Event? = start
            while let event = next {
                if case .stringDefined(let definition) = event.payload { found = definition }
                if let known = attributes[event.id] { found = known }
                guard event.isAcceptance, attributes[event.id] == nil else { break }
                // If the path reaches this event again, it is a cycle, and the result is nil.
                attributes.updateValue(nil, forKey: event.id)
                path.append(event.id)
                next = event.base.flatMap { events[$0] }
            }
            for id in path { attributes.updateValue(found, forKey: id) }
        }
        return attributes
    }

    /// Maps each definition to its kind.
    ///
    /// The kind is the definition's own id, with two exceptions. A minor definition has the kind of
    /// its base. A definition that restores another definition of the string has the kind of the
    /// restored definition.
    ///
    /// If the base is missing from the log, its id is the kind. If the base is a removal, the minor
    /// definition starts a new kind. The kind of all definitions in a cycle is the greatest id in
    /// the cycle.
    private static func kinds(of events: SubjectEvents) -> [EventID: EventID] {
        var kinds: [EventID: EventID] = [:]
        for start in events.sorted.lazy.map(\.id) where kinds[start] == nil {
            var path: [EventID] = []
            var positions: [EventID: Int] = [:]
            var next = start
            var kind: EventID?
            while kind == nil {
                if let known = kinds[next] {
                    kind = known
                } else if let position = positions[next] {
                    kind = path[position...].max()
                } else if let event = events[next] {
                    positions[next] = path.count
                    path.append(next)
                    if let kin = restored(by: event, in: events)
                        ?? minorBase(of: event, in: events)
                    {
                        next = kin
                    } else {
                        kind = next
                    }
                } else {
                    kind = next
                }
            }
            for id in path { kinds[id] = kind }
        }
        return kinds
    }

    /// Returns the id of the definition of the same string that an event restores.
    private static func restored(by event: Event, in events: SubjectEvents) -> EventID? {
        guard let id = event.copies, id != event.id, let copied = events[id] else { return nil }
        return switch copied.payload {
        case .stringDefined, .proposalAccepted: id
        default: nil
        }
    }

    /// Returns the base of a minor definition, or nil if the base is an event other than a
    /// definition.
    private static func minorBase(of event: Event, in events: SubjectEvents) -> EventID? {
        guard case .stringDefined(let definition) = event.payload, definition.isMinor,
            let base = event.base, base != event.id
        else { return nil }
        return switch events[base]?.payload {
        case .stringDefined, .proposalAccepted, nil: base
        default: nil
        }
    }
}

extension Definition {
    /// The fields that decide whether two definitions are equal: all except the minor flag.
    var content: JSONValue {
        var members = JSONMembers()
        members.add("value", value.json)
        addAttributes(to: &members)
        return members.json
    }
}

extension Event {
    /// True if the event belongs to a source string's register.
    var isDefinitionOrRemoval: Bool {
        switch payload {
        case .stringDefined, .stringRemoved, .proposalAccepted: true
        default: false
        }
    }

    /// The gettext format flags that the event stores.
    fileprivate var formatFlags: [String] {
        guard let flags = meta?["po"]?.objectValue?["flags"]?.arrayValue else { return [] }
        return flags.compactMap(\.stringValue)
            .filter { $0.hasSuffix(PlaceholderNotations.formatSuffix) }
    }

    /// True if the event accepts a proposal.
    var isAcceptance: Bool {
        if case .proposalAccepted = payload { true } else { false }
    }

    /// True if the event belongs to a text's register.
    var isTextOrRemoval: Bool {
        switch payload {
        case .translationSet, .translationRemoved, .proposalAccepted: true
        default: false
        }
    }
}
