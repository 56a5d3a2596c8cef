import JSON
import Texts

/// The definitions of one string, each with its attributes and its kind.
///
/// A definition and its minor corrections are of the same kind. A text made for one of them is not
/// stale for another. This is a class because all texts of the string refer to it.
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

    /// The definition that an event makes, if it belongs to this string.
    public subscript(id: EventID) -> Definition? { definitions[id]?.definition }

    /// The first definition of the same kind as the given one, or the given id itself if it is
    /// unknown.
    func kind(of id: EventID) -> EventID? { definitions[id]?.kind }

    /// The current definition.
    public var currentDefinition: Definition? { current.flatMap { self[$0] } }

    /// The latest definition, even if it is not the current one.
    public var latest: Definition? {
        definitions.max { $0.key < $1.key }?.value.definition
    }

    /// Returns the latest definition whose value satisfies a condition, even if it is not the
    /// current one.
    func latest(where belongs: (Value) -> Bool) -> EventID? {
        definitions.filter { belongs($0.value.definition.value) }.keys.max()
    }

    /// Returns true if a text made for `source` may be out of date.
    ///
    /// That is the case if the definition is missing, or differs from the current one in both kind
    /// and value. Without `source` nothing is known, and without a current definition nothing can
    /// be stale.
    public func isStale(madeFor source: EventID?) -> Bool {
        isStale(madeFor: source, at: current)
    }

    /// Returns true if a text made for `source` does not fit the latest definition, even if the
    /// string was removed since.
    public func isOutdated(madeFor source: EventID?) -> Bool {
        isStale(madeFor: source, at: definitions.keys.max())
    }

    private func isStale(madeFor source: EventID?, at definition: EventID?) -> Bool {
        guard let source, let definition, let now = definitions[definition] else { return false }
        guard let then = definitions[source] else { return true }
        return then.kind != now.kind && then.definition.value.json != now.definition.value.json
    }

    /// Returns the definition that an event makes, if it is one.
    ///
    /// An accepted proposal keeps the other attributes of the definition that it is based on.
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
                // Meeting an event of this path again means a cycle, and finds nothing.
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
    /// its base. A definition that restores another one of the string has the kind of that one.
    ///
    /// A base that is missing from the log counts as its own kind. A removal does not, so a minor
    /// definition after it starts a new kind. Definitions in a cycle have the kind of the greatest
    /// among them.
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

    /// Returns the definition of the same string that another one restores.
    private static func restored(by event: Event, in events: SubjectEvents) -> EventID? {
        guard let id = event.copies, id != event.id, let copied = events[id] else { return nil }
        return switch copied.payload {
        case .stringDefined, .proposalAccepted: id
        default: nil
        }
    }

    /// Returns the base of a minor definition, unless it is a removal or not a definition.
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
    /// True if the event belongs to the register of a source string.
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

    /// True if the event belongs to the register of a text.
    var isTextOrRemoval: Bool {
        switch payload {
        case .translationSet, .translationRemoved, .proposalAccepted: true
        default: false
        }
    }
}
