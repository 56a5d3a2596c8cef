/// The events of one subject, ascending by id and by id to be had.
///
/// Most subjects have one or two events, for which a dictionary costs more than it saves.
struct SubjectEvents: Sendable {
    /// The events, ascending by id; each id once.
    let sorted: [Event]

    /// Takes events in any order; of several with one id the first.
    init(_ events: [Event]) {
        guard events.count > 1 else {
            sorted = events
            return
        }
        var sorted: [Event] = []
        sorted.reserveCapacity(events.count)
        for event in events.sorted(by: { $0.id < $1.id }) where sorted.last?.id != event.id {
            sorted.append(event)
        }
        self.sorted = sorted
    }

    /// The event of an id; cost: the logarithm of their number.
    subscript(id: EventID) -> Event? {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low].id == id ? sorted[low] : nil
    }
}
