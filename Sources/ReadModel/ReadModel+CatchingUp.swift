public import EventStore
import GRDB

extension ReadModel {
    /// Called with how much is done and how much there is.
    public typealias Progress = (_ done: Int, _ total: Int) -> Void

    /// Brings the read model to a position of the log, in one transaction.
    ///
    /// The cost follows the difference between both positions: events that came or went, and the strings,
    /// proposals and languages that they touch. What cannot be built upon is read anew without being asked,
    /// and the result says so. Other processes go on seeing the old state until it is done.
    /// `waiting` is called once when another process has kept this one waiting for ten seconds. Throws a ``Failure``.
    @discardableResult
    public func catchUp(
        with store: some EventStore, to position: Position,
        progress: @escaping Progress = { _, _ in }, waiting: () -> Void = {}
    ) throws -> CatchUp {
        try release()
        do {
            if try self.position?.tree == position.tree { return .unchanged }
            return try advance(with: store, to: position, because: nil, progress, waiting)
        } catch let failure as Failure where failure.kind == .damage {
            try Self.naming { try replaceTables() }
            return try advance(
                with: store, to: position, because: .damage(failure.reason), progress, waiting)
        }
    }

    /// Reads everything anew, in one transaction.
    @discardableResult
    public func rebuild(
        from store: some EventStore, at position: Position,
        progress: @escaping Progress = { _, _ in }, waiting: () -> Void = {}
    ) throws -> CatchUp {
        try release()
        do {
            return try advance(with: store, to: position, because: .asked, progress, waiting)
        } catch let failure as Failure where failure.kind == .damage {
            try Self.naming { try replaceTables() }
            return try advance(with: store, to: position, because: .asked, progress, waiting)
        }
    }

    /// How often a database that another process writes to is waited for, ten seconds each time.
    private static let attempts = 60

    private func advance(
        with store: some EventStore, to position: Position,
        because reason: CatchUp.RebuildReason?, _ progress: @escaping Progress,
        _ waiting: () -> Void
    ) throws -> CatchUp {
        var attempt = 1
        while true {
            do {
                return try Self.naming {
                    try advanceOnce(with: store, to: position, because: reason, progress)
                }
            } catch let failure as Failure where failure.kind == .busy && attempt < Self.attempts {
                if attempt == 1 { waiting() }
                attempt += 1
            }
        }
    }

    private func advanceOnce(
        with store: some EventStore, to position: Position,
        because reason: CatchUp.RebuildReason?, _ progress: @escaping Progress
    ) throws -> CatchUp {
        var result = CatchUp.unchanged
        try database.writeWithoutTransaction { db in
            try db.inTransaction(.immediate) {
                // Another version of this program may have had the file meanwhile.
                let isCurrent = try Schema.isCurrent(in: db, project: ProjectKey(project))
                let old = isCurrent ? try Position.stored(in: db) : nil
                if reason == nil, old?.tree == position.tree { return .commit }
                let plan = try Self.plan(store, from: old, to: position, because: reason)
                let projector = try Projector(
                    db, project: project, isRebuild: plan.rebuild != nil, progress: progress)
                let subjects = try projector.apply(plan.differences) { try store.content($0) }
                try position.store(in: db)
                result = CatchUp(
                    kind: plan.rebuild.map(CatchUp.Kind.rebuilt) ?? .advanced,
                    addedFiles: plan.differences.count { $0.new != nil },
                    removedFiles: plan.differences.count { $0.old != nil }, subjects: subjects)
                return .commit
            }
        }
        return result
    }

    private static func plan(
        _ store: some EventStore, from old: Position?, to new: Position,
        because reason: CatchUp.RebuildReason?
    ) throws -> (differences: [FileDifference], rebuild: CatchUp.RebuildReason?) {
        // A position that the log lost, to `git gc` or a fresh clone, is no error: there is another way.
        if reason == nil, let old,
            let differences = try? store.difference(from: old, to: new)
        {
            return (differences, nil)
        }
        let all = try store.difference(from: nil, to: new)
        return (all, reason ?? (old == nil ? .empty : .unknownPosition))
    }
}
