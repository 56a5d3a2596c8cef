/// The events of one subject that are undone by other events of the subject.
///
/// An event is undone if an effective event references it in `undoes`. An event is effective if all
/// events that undo it are themselves undone. Events that undo each other in a cycle have no
/// effect, so that the result is defined for any set of events. Takes time linear in the number of
/// events and their references.
struct Undoing: Sendable {
    /// The undone events, each with the greatest id of the effective events that undo it.
    private let undone: [EventID: EventID]

    init(_ events: [Event]) {
        var targets: [EventID: Set<EventID>] = [:]
        var undoers: [EventID: Int] = [:]
        for event in events where !event.undoes.isEmpty {
            let named = Set(event.undoes).subtracting([event.id])
            targets[event.id] = named
            for id in named { undoers[id, default: 0] += 1 }
        }
        var undone: [EventID: EventID] = [:]
        var standing = targets.keys.filter { undoers[$0] == nil }
        while let undoer = standing.popLast() {
            for target in targets[undoer] ?? [] {
                let other = undone.updateValue(
                    max(undone[target] ?? undoer, undoer), forKey: target)
                guard other == nil else { continue }
                // The events that the target undoes may become effective again.
                for id in targets[target] ?? [] {
                    let left = (undoers[id] ?? 0) - 1
                    undoers[id] = left
                    if left == 0, undone[id] == nil { standing.append(id) }
                }
            }
        }
        self.undone = undone
    }

    func isUndone(_ id: EventID) -> Bool { undone[id] != nil }

    /// Returns the id of the effective event that undoes an event.
    ///
    /// If there are several, returns the greatest id.
    func undoer(of id: EventID) -> EventID? { undone[id] }
}
