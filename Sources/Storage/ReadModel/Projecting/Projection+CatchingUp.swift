public import EventStore
import GRDB

extension Projection {
    /// A function that is called with the amount of finished work and the total.
    public typealias Progress = (_ done: Int, _ total: Int) -> Void

    /// Updates the read model to a position in the log, atomically.
    ///
    /// Applies the files that differ between both positions. If most of the log is new, reads
    /// everything from scratch, because that costs less; the result is still
    /// ``CatchUp/Kind/advanced``. If the tables are unusable, rebuilds them and returns the reason.
    /// Other processes see the old state until the end.
    ///
    /// Calls `waiting` once if another process has held the database for ten seconds. Throws a
    /// ``ReadModel/Failure``; its kind is `busy` after ten minutes of waiting. Cost: the added and
    /// removed events, and the strings, proposals and languages that they affect.
    @discardableResult
    public func catchUp(
        with store: some EventStore, to position: Position,
        progress: @escaping Progress = { _, _ in }, waiting: () -> Void = {}
    ) throws -> CatchUp {
        do {
            let current = try ReadModel.naming(currentPosition)
            guard current?.tree == position.tree else {
                return try advance(with: store, to: position, because: nil, progress, waiting)
            }
            if current != position { rename(to: position) }
            return .unchanged
        } catch let failure as ReadModel.Failure where failure.kind == .damage {
            try ReadModel.naming { try replaceTables() }
            return try advance(
                with: store, to: position, because: .damage(failure.reason), progress, waiting)
        }
    }

    /// Stores another commit with the same events, such as a new beginning of the log.
    ///
    /// Otherwise, answers would name a commit that may soon be gone. The state itself is right even
    /// if this fails, for example because another process is writing.
    private func rename(to position: Position) {
        try? database.write { db in
            guard try currentPosition(in: db)?.tree == position.tree else { return }
            try position.store(in: db)
        }
    }

    /// Reads everything from scratch.
    ///
    /// Unless the old state is damaged, it stays in place until the rebuild is complete, and also
    /// if the rebuild fails.
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

    /// The maximum number of ten-second waits for a database that another process is writing to.
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
        /// Plans the remaining work, because another process may have caught up meanwhile.
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

    /// Returns the tables' position, or `nil` if they are empty or do not match the schema and the
    /// project.
    func currentPosition(in db: Database) throws -> Position? {
        guard try Schema.isCurrent(in: db, project: ProjectKey(project)) else { return nil }
        return try Position.stored(in: db)
    }

    /// Returns true if it is worthwhile to rebuild the tables in a file beside the database.
    ///
    /// That is the case if there is much new data, and either a rebuild is needed or most of the
    /// log is new. Cost: looks up the sizes of new files until their sum exceeds the limits.
    private func isLargeRebuild(_ plan: Plan, _ store: some EventStore) throws -> Bool {
        /// Returns true if the total size of the new files exceeds `limit` bytes.
        func isMore(than limit: Int) throws -> Bool {
            var bytes = 0
            for content in plan.differences.lazy.compactMap(\.new) {
                bytes += try store.size(content)
                if bytes > limit { return true }
            }
            return false
        }
        guard try isMore(than: limits.besideDatabase) else { return false }
        // The tables take about three times as many bytes as their events.
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

/// The work of a catch-up.
private struct Plan {
    let differences: [FileDifference]
    /// The reason for a rebuild from scratch, or `nil` if none is needed.
    let rebuild: CatchUp.RebuildReason?

    init(
        _ store: some EventStore, from old: Position?, to new: Position,
        because reason: CatchUp.RebuildReason?
    ) throws {
        // The log may have lost the old position, for example to `git gc` or a fresh clone. A
        // rebuild does not need that position.
        if reason == nil, let old, let differences = try? store.difference(from: old, to: new) {
            self.differences = differences
            rebuild = nil
        } else {
            differences = try store.difference(from: nil, to: new)
            rebuild = reason ?? (old == nil ? .empty : .unknownPosition)
        }
    }

    /// Applies the differences, or all files if the projector rebuilds, and stores `position`.
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
