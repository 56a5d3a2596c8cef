/// Events that repeat another event with the same idempotency key.
///
/// Among several events with the same owner (guid or actor) and key, the event with the smallest id
/// is valid. The others are its aliases, and references to them count as references to it.
///
/// A fold resolves an alias if the alias or its canonical event belongs to the fold's subject or,
/// for a text, to the text's string. Any other alias concerns two events that the fold does not
/// know. Resolving such aliases would require an index of events by all ids that they reference.
public struct Aliases: Sendable {
    private let canonical: [EventID: EventID]

    /// No aliases.
    public static let none = Aliases(canonical: [:])

    /// Creates aliases from the canonical id of each alias.
    public init(canonical: [EventID: EventID]) { self.canonical = canonical }

    /// True if there are no aliases.
    public var isEmpty: Bool { canonical.isEmpty }

    /// Returns the canonical id for `id`, which is `id` itself if it is not an alias.
    public func resolve(_ id: EventID) -> EventID { canonical[id] ?? id }

    /// Returns the events that are not aliases, with their references resolved.
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
