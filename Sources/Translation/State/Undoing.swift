/// Which events of one subject are taken back by others of it.
///
/// An event is undone when an event that is itself not undone names it in `undoes`. An undoing that leads
/// back to itself does not count, so that this is defined for every set of events.
struct Undoing {
    private let undoers: [EventID: [EventID]]

    init(_ events: [Event]) {
        var undoers: [EventID: [EventID]] = [:]
        for event in events {
            for id in event.undoes where id != event.id { undoers[id, default: []].append(event.id) }
        }
        self.undoers = undoers
    }

    func isUndone(_ id: EventID) -> Bool {
        undoers.isEmpty ? false : isUndone(id, path: [id])
    }

    private func isUndone(_ id: EventID, path: Set<EventID>) -> Bool {
        (undoers[id] ?? []).contains { undoer in
            !path.contains(undoer) && !isUndone(undoer, path: path.union([undoer]))
        }
    }
}
