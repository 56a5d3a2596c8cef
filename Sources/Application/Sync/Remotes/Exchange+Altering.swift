import EventStore
import Git
import GitEventStore
import Translation
import Workspace

extension Exchange {
    /// Returns the lines that would be sent although the remote has different bytes for the same
    /// event.
    ///
    /// `seen` is the position of the local branch before the merge.
    func alteredLines(
        from theirs: Position, to result: Position, seen: Position
    ) throws -> [AlteredLine] {
        try store.alteredLines(from: theirs, to: result, seen: seen) { id, seconds in
            guard let id = EventID(id) else { return false }
            return Int64(clamping: id.milliseconds / 1000) > seconds
        }
    }

    /// Refuses to send a branch whose bytes for an event differ from the remote's.
    func refuseAltered(from theirs: Position, to tip: Position, at place: RemotePlace) throws {
        let altered = try alteredLines(from: theirs, to: tip, seen: tip)
        if !altered.isEmpty { throw Self.refusal(altered: altered, at: place.address.shown) }
    }

    static func refusal(altered: [AlteredLine], at name: String) -> Refusal {
        let ids = Set(altered.map(\.id)).sorted()
        let shown = ids.prefix(3).joined(separator: ", ")
        let more = ids.count > 3 ? " and \(ids.count - 3) more" : ""
        return Refusal(
            .lostEvents,
            "\(ids.count == 1 ? "An event has" : "\(ids.count) events have") different bytes here than in \(name): \(shown)\(more).",
            hint: .typed(
                "`dragoman sync --repair` keeps the older line of each event, and drops the newer one."
            ))
    }

    /// Removes altered lines from a merged state, and returns the new state and the removed lines.
    ///
    /// Keeps the line that came first according to the history. If the history is inconclusive,
    /// keeps the line that the remote had first. `former` lists the commits that the remote's
    /// branch pointed at before a forced update moved it back.
    func repair(
        _ altered: [AlteredLine], in united: Position, ours: Position, theirs: Position,
        former: [ObjectID], _ author: Author
    ) throws -> (position: Position, dropped: Set<[UInt8]>) {
        let undecided = Set(altered.filter { !$0.isOtherFirst }.map(\.id))
        var before: [String: [LogLine]] = [:]
        for commit in former where !undecided.isEmpty {
            before.merge(try store.lines(of: undecided, at: store.position(of: commit))) { $0 + $1 }
        }
        var here: Set<[UInt8]> = []
        var there: Set<[UInt8]> = []
        for one in altered {
            let had = Set((before[one.id] ?? []).map(\.bytes))
            if had.contains(one.line.bytes), had.isDisjoint(with: one.others.map(\.bytes)) {
                there.formUnion(one.others.map(\.bytes))
            } else {
                here.insert(one.line.bytes)
            }
        }
        let message = CommitMessage.dropping(altered.map(\.id))
        let repaired = try store.dropping(
            here, from: united, keeping: theirs, message: message, author: author)
        return (
            try store.dropping(
                there, from: repaired, keeping: ours, message: message, author: author),
            here.union(there)
        )
    }

    /// Returns the known commits that the remote's branch once pointed at but no longer contains.
    func formerCommits(
        of tracking: ReferenceName, now theirs: Position, _ fetched: FetchReport
    ) throws -> [ObjectID] {
        guard let tip = ObjectID(hex: theirs.commit) else { return [] }
        let forced = fetched.changes.filter { $0.isForced && $0.name == tracking.rawValue }
            .compactMap { $0.old.flatMap { ObjectID(hex: $0) } }
        let logged = try repository.reflog(of: tracking).flatMap { [$0.old, $0.new] }
            .compactMap(\.self)
        var seen: Set<ObjectID> = []
        return try (forced + logged).filter { commit in
            try seen.insert(commit).inserted && repository.objectExists(commit)
                && !repository.isAncestor(commit, of: tip)
        }
    }
}
