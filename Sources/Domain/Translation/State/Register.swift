import JSON

/// A value that several writers can set concurrently.
///
/// An event's `base` and `over` name the heads that its writer saw. A head is an event that no
/// other event names. If two heads differ in content, a person has to decide; until then the
/// greatest id counts.
public struct Register: Sendable {
    /// The events that no other one names, ascending; never empty unless the register has no event.
    public let heads: [EventID]
    /// The head that counts.
    public let current: EventID?
    /// The heads that lose to ``current`` and say something else, ascending.
    public let losers: [EventID]

    /// Finds the heads of `events`, which are all of one register.
    ///
    /// An id that is named but missing counts as seen. When every event is named by another (a cycle, which
    /// no writer makes), the greatest id is the head. With `definitionsWin`, a head that removes loses to
    /// one that does not, whatever their ids: what exists for one writer exists.
    ///
    /// Cost: the number of events.
    init(events: [Event], definitionsWin: Bool, content: (Event) -> JSONValue?) {
        // As most texts are: nothing to look for.
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

    /// The `base` and `over` of a new event of the register.
    public var seen: (base: EventID?, over: [EventID]) {
        (current, heads.filter { $0 != current })
    }
}
