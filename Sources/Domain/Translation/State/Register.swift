import JSON

/// A value that several writers can set concurrently.
///
/// An event's `base` and `over` reference the heads that its writer knew. A head is an event that
/// no other event references. If two heads differ in content, a person has to decide. Until then,
/// the head with the greatest id wins.
public struct Register: Sendable {
    /// The events that no other event references, ascending; empty only if the register has no
    /// events.
    public let heads: [EventID]
    /// The winning head.
    public let current: EventID?
    /// The heads that lose to ``current`` and differ from it, ascending.
    public let losers: [EventID]

    /// Finds the heads among `events`, which must all belong to one register.
    ///
    /// A referenced event that is missing counts as seen. If every event is referenced by another
    /// event (a cycle, which no writer creates), the event with the greatest id is the head. If
    /// `definitionsWin` is true, a removal loses to any other head, whatever their ids. So a
    /// language or string exists if it exists for any writer.
    ///
    /// Takes time linear in the number of events, plus the time to sort the heads.
    init(events: [Event], definitionsWin: Bool, content: (Event) -> JSONValue?) {
        // The common case: most texts have a single event.
        guard events.count > 1 else {
            heads = events.map(\.id)
            current = heads.first
            losers = []
            return
        }
        var named: Set<EventID> = []
        for event in events {
            if let base = event.base, base != event.id { named.insert(base) }
            for id in event.over where id != event.id { named.insert(id) }
        }
        var headEvents = events.filter { !named.contains($0.id) }
        if headEvents.isEmpty, let greatest = events.max(by: { $0.id < $1.id }) {
            headEvents = [greatest]
        }
        headEvents.sort { $0.id < $1.id }
        let contents = headEvents.map(content)
        let winner =
            (definitionsWin ? contents.lastIndex { $0 != nil } : nil) ?? headEvents.indices.last
        heads = headEvents.map(\.id)
        current = winner.map { headEvents[$0].id }
        losers = headEvents.indices.filter { index in
            winner.map { contents[index] != contents[$0] } ?? false
        }.map { headEvents[$0].id }
    }

    /// The `base` and `over` for a new event in the register.
    public var seen: (base: EventID?, over: [EventID]) {
        (current, heads.filter { $0 != current })
    }
}
