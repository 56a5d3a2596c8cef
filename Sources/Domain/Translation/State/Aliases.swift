/// Which events say the same thing again, by their idempotency keys.
///
/// Of several events of one (guid or actor, key) the smallest id counts; the others are its aliases, and
/// what names them names it.
///
/// A fold resolves those of which one side is an event of its subject or, for a text, of its string. Others
/// could only tell it that two events mean the same of which it knows neither, and to see every change of these
/// each event would have to be found by all ids that it names.
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
