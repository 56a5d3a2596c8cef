public import EventStore
import GRDB

extension Projection {
    /// Applies the files of an append, whose contents the caller still has, without reading the log.
    ///
    /// Returns false and changes nothing if the tables are not at `old`, the position that the append built on: another
    /// process caught up, or this one fell behind. Then ``catchUp(with:to:progress:waiting:)`` is the way. Throws a
    /// ``ReadModel/Failure``. Cost: the events, and the subjects that they touch.
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

    /// An append named a content that its caller did not hand over.
    struct UnknownContent: Error {
        let id: ContentID
    }
}
