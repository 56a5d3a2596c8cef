public import EventStore
import GRDB

extension Projection {
    /// Applies the files of an append, with contents from the caller, without reading the log.
    ///
    /// Returns false and changes nothing if the tables are not at `old`, the position before the
    /// append. In that case, another process has caught up or this process has fallen behind; call
    /// ``catchUp(with:to:progress:waiting:)`` instead. Throws a ``ReadModel/Failure``. Cost: the
    /// events, and the subjects that they affect.
    public func follow(
        _ files: [FileDifference], contents: [ContentID: [UInt8]], from old: Position,
        to new: Position
    ) throws -> Bool {
        var isApplied = false
        try ReadModel.naming {
            try database.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    guard try currentPosition(in: db)?.tree == old.tree else { return .rollback }
                    let projector = try Projector(
                        db, project: project, limits: limits, isRebuild: false,
                        progress: { _, _ in })
                    _ = try projector.apply(files) { content in
                        guard let bytes = contents[content] else {
                            throw UnknownContent(id: content)
                        }
                        return bytes
                    }
                    try new.store(in: db)
                    isApplied = true
                    return .commit
                }
            }
        }
        checkpointer?.checkpointIfNeeded()
        return isApplied
    }

    /// Thrown if the content of an appended file was not supplied.
    struct UnknownContent: Error {
        let id: ContentID
    }
}
