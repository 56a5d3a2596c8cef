/// Events that repeat another event with the same idempotency key.
///
/// Among several events with the same owner (guid or actor) and key, the one with the smallest id
/// is valid. The others are its aliases, and references to them count as references to it.
///
/// A fold resolves an alias if either event belongs to its subject or, for a text, to its string.
/// Other aliases could only equate two events that the fold does not know. Tracking those would
/// require an index of each event by all ids that it references.
public struct Aliases: Sendable {
    private let canonical: [EventID: EventID]

    /// No aliases.
    public static let none = Aliases(canonical: [:])

    /// Creates aliases from the canonical id of each.
    public init(canonical: [EventID: EventID]) { self.canonical = canonical }

    /// True if there are no aliases.
    public var isEmpty: Bool { canonical.isEmpty }

    /// Returns the canonical id for `id`, which is `id` itself unless it is an alias.
    public func resolve(_ id: EventID) -> EventID { canonical[id] ?? id }

    /// Returns the events without aliases, with resolved references.
    public func resolve(_ events: [Event]) -> [Event] {
        guard !isEmpty else { return events }
        return events.filter { canonical[$0.id] == nil }.map(resolve)
    }

    private func resolve(_ event: Event) -> Event {
        var event = event
        event.base = event.base.map(resolve)
        event.over = event.over.map(resolve)
        event.source = event.source.map(resolve)
        event.copies = event.copies.map(resolve)
        event.undoes = event.undoes.map(resolve)
        event.payload.resolve(resolve)
        return event
    }
}
