/// Which events of one subject are taken back by others of it.
///
/// An event is undone when an event that stands names it in `undoes`; an event stands when all that name it
/// are themselves undone. Undoings that lead back to themselves decide nothing and undo nothing, so that
/// this is defined for every set of events. Cost: the number of events and of what they name.
struct Undoing {
    private let undone: Set<EventID>

    init(_ events: [Event]) {
        var targets: [EventID: Set<EventID>] = [:]
        var undoers: [EventID: Int] = [:]
        for event in events where !event.undoes.isEmpty {
            let named = Set(event.undoes).subtracting([event.id])
            targets[event.id] = named
            for id in named { undoers[id, default: 0] += 1 }
        }
        var undone: Set<EventID> = []
        var standing = targets.keys.filter { undoers[$0] == nil }
        while let undoer = standing.popLast() {
            for target in targets[undoer] ?? [] where undone.insert(target).inserted {
                // What the target takes back may stand again.
                for id in targets[target] ?? [] {
                    let left = (undoers[id] ?? 0) - 1
                    undoers[id] = left
                    if left == 0, !undone.contains(id) { standing.append(id) }
                }
            }
        }
        self.undone = undone
    }

    func isUndone(_ id: EventID) -> Bool { undone.contains(id) }
}
