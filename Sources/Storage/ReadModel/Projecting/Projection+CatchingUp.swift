public import EventStore
import GRDB

extension Projection {
    /// Called with the amount of finished work and the total.
    public typealias Progress = (_ done: Int, _ total: Int) -> Void

    /// Brings the read model to a position of the log, in one step.
    ///
    /// The cost follows the difference between both positions: events that came or went, and the strings,
    /// proposals and languages that they touch; where nearly all is new, everything is read from scratch, which costs less, and
    /// ``CatchUp/Kind/advanced`` is said all the same. What cannot be built upon is read anew without being asked,
    /// and the result says so. Other processes go on seeing the old state until it is done.
    /// `waiting` is called once when another process has kept this one waiting for ten seconds. Throws a
    /// ``ReadModel/Failure``.
    @discardableResult
    public func catchUp(
        with store: some EventStore, to position: Position,
        progress: @escaping Progress = { _, _ in }, waiting: () -> Void = {}
    ) throws -> CatchUp {
        do {
            if try ReadModel.naming(currentPosition)?.tree == position.tree { return .unchanged }
            return try advance(with: store, to: position, because: nil, progress, waiting)
        } catch let failure as ReadModel.Failure where failure.kind == .damage {
            try ReadModel.naming { try replaceTables() }
            return try advance(
                with: store, to: position, because: .damage(failure.reason), progress, waiting)
        }
    }

    /// Reads everything from scratch; until that is done, and if it fails, the old state stays.
    @discardableResult
    public func rebuild(
        from store: some EventStore, at position: Position,
        progress: @escaping Progress = { _, _ in }, waiting: () -> Void = {}
    ) throws -> CatchUp {
        do {
            return try advance(with: store, to: position, because: .asked, progress, waiting)
        } catch let failure as ReadModel.Failure where failure.kind == .damage {
            try ReadModel.naming { try replaceTables() }
            return try advance(with: store, to: position, because: .asked, progress, waiting)
        }
    }

    /// The number of waits, ten seconds each, for a database that another process writes to.
    private static let attempts = 60

    private func advance(
        with store: some EventStore, to position: Position,
        because reason: CatchUp.RebuildReason?, _ progress: @escaping Progress,
        _ waiting: () -> Void
    ) throws -> CatchUp {
        var attempt = 1
        while true {
            do {
                let result = try ReadModel.naming {
                    try advanceOnce(with: store, to: position, because: reason, progress)
                }
                checkpointer?.checkpointIfNeeded()
                return result
            } catch let failure as ReadModel.Failure
                where failure.kind == .busy && attempt < Self.attempts
            {
                if attempt == 1 { waiting() }
                attempt += 1
            }
        }
    }

    private func advanceOnce(
        with store: some EventStore, to position: Position,
        because reason: CatchUp.RebuildReason?, _ progress: @escaping Progress
    ) throws -> CatchUp {
        let seen = try currentPosition()
        let planned = try Plan(store, from: seen, to: position, because: reason)
        /// Plans the work that is left: another process may have been faster.
        func plan(from now: Position?) throws -> Plan {
            now == seen ? planned : try Plan(store, from: now, to: position, because: reason)
        }
        if let path, try isLargeRebuild(planned, store) {
            return try rebuildAside(
                of: DatabaseFile(path: path, share: share),
                isNeeded: { try reason != nil || currentPosition()?.tree != position.tree },
                fill: { projector in
                    let now = try currentPosition()
                    return try plan(from: now).carryOut(by: projector, with: store, to: position)
                }, progress: progress) ?? .unchanged
        }
        var result = CatchUp.unchanged
        try database.writeWithoutTransaction { db in
            try db.inTransaction(.immediate) {
                let now = try currentPosition(in: db)
                if reason == nil, now?.tree == position.tree { return .commit }
                let plan = try plan(from: now)
                let projector = try Projector(
                    db, project: project, limits: limits, isRebuild: plan.rebuild != nil,
                    progress: progress)
                result = try plan.carryOut(by: projector, with: store, to: position)
                return .commit
            }
        }
        return result
    }

    private func currentPosition() throws -> Position? { try database.read(currentPosition) }

    /// The position that the tables stand for, unless another version of this program has had the file meanwhile.
    func currentPosition(in db: Database) throws -> Position? {
        guard try Schema.isCurrent(in: db, project: ProjectKey(project)) else { return nil }
        return try Position.stored(in: db)
    }

    /// Whether so much is new that reading everything from scratch costs less than taking it in, or all is to be read, and is much.
    ///
    /// Cost: the sizes of what is new, until they are enough.
    private func isLargeRebuild(_ plan: Plan, _ store: some EventStore) throws -> Bool {
        /// Whether the new files have more bytes.
        func isMore(than limit: Int) throws -> Bool {
            var bytes = 0
            for content in plan.differences.lazy.compactMap(\.new) {
                bytes += try store.size(content)
                if bytes > limit { return true }
            }
            return false
        }
        guard try isMore(than: limits.besideDatabase) else { return false }
        // The tables take about three times the bytes of their events.
        return try plan.rebuild != nil || isMore(than: size() / 3)
    }

    /// Returns the size of the database in bytes.
    private func size() throws -> Int {
        try database.read { db in
            try Int.fetchOne(
                db, sql: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
                ?? 0
        }
    }
}

/// The work that a catch-up has to do.
private struct Plan {
    let differences: [FileDifference]
    /// The reason for a rebuild from scratch, or `nil` if none is needed.
    let rebuild: CatchUp.RebuildReason?

    init(
        _ store: some EventStore, from old: Position?, to new: Position,
        because reason: CatchUp.RebuildReason?
    ) throws {
        // A position that the log lost, to `git gc` or a fresh clone, is no error: there is another way.
        if reason == nil, let old, let differences = try? store.difference(from: old, to: new) {
            self.differences = differences
            rebuild = nil
        } else {
            differences = try store.difference(from: nil, to: new)
            rebuild = reason ?? (old == nil ? .empty : .unknownPosition)
        }
    }

    /// Applies the differences, or everything if the tables are empty, and records that they are at `position`.
    func carryOut(
        by projector: Projector, with store: some EventStore, to position: Position
    ) throws -> CatchUp {
        let isAll = rebuild != nil || !projector.isRebuild
        let files = isAll ? differences : try store.difference(from: nil, to: position)
        let subjects = try projector.apply(files) { try store.content($0) }
        try position.store(in: projector.db)
        return CatchUp(
            kind: rebuild.map(CatchUp.Kind.rebuilt) ?? .advanced,
            addedFiles: differences.count { $0.new != nil },
            removedFiles: differences.count { $0.old != nil }, subjects: subjects)
    }
}
