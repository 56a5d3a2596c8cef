/// The events of one subject, sorted by id, with lookup by id.
///
/// Most subjects have one or two events, for which a dictionary costs more than it saves.
struct SubjectEvents: Sendable {
    /// The events, ascending by id.
    ///
    /// Each id occurs once.
    let sorted: [Event]

    /// Creates the collection from events in any order.
    ///
    /// If several events have the same id, the first is kept.
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

    /// Returns the event with an id, in logarithmic time.
    subscript(id: EventID) -> Event? { sorted.element(withID: id, at: \.id) }
}

extension Array {
    /// Returns the element with an id from an array sorted by id, using binary search.
    func element(withID id: EventID, at path: KeyPath<Element, EventID>) -> Element? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle][keyPath: path] < id { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low][keyPath: path] == id ? self[low] : nil
    }
}
