/// The events that repeat another one, by their idempotency keys.
///
/// Of several events with one owner (guid or actor) and key, the smallest id counts. The others are
/// its aliases, and references to them are references to it.
///
/// A fold resolves aliases if one side is an event of its subject or, for a text, of its string.
/// Other aliases could only equate two events that the fold does not know. Tracking those would
/// require an index of each event by all ids that it references.
public struct Aliases: Sendable {
    private let canonical: [EventID: EventID]

    /// No event stands for another.
    public static let none = Aliases(canonical: [:])

    /// Takes the canonical id of each alias.
    public init(canonical: [EventID: EventID]) { self.canonical = canonical }

    /// Whether there is nothing to resolve.
    public var isEmpty: Bool { canonical.isEmpty }

    /// The id that counts in the place of `id`.
    public func resolve(_ id: EventID) -> EventID { canonical[id] ?? id }

    /// Returns the events without aliases, their references resolved.
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
