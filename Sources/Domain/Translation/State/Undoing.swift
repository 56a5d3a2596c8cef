/// Which events of one subject are taken back by others of it.
///
/// An event is undone when an event that stands names it in `undoes`; an event stands when all that name it
/// are themselves undone. Undoings that lead back to themselves decide nothing and undo nothing, so that
/// this is defined for every set of events. Cost: the number of events and of what they name.
struct Undoing: Sendable {
    /// Of what is undone, the greatest id among the events that stand and name it.
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
                // What the target takes back may stand again.
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

    /// The event that takes another back; of several the one with the greatest id.
    func undoer(of id: EventID) -> EventID? { undone[id] }
}
