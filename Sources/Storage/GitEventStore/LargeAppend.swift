public import EventStore
import Git
import Synchronization

/// An append whose files come one after the other, and need not be in memory together.
///
/// Their objects go into one pack. Nothing is seen of them before the end; dropped before, nothing is left of them.
public final class LargeAppend: Sendable {
    private let store: GitEventStore
    private let parent: ObjectID
    private let objects: ObjectBatch
    private let files = Mutex<[PlacedFile]>([])

    init(to store: GitEventStore, on parent: ObjectID) throws {
        self.store = store
        self.parent = parent
        objects = try .pack(in: store.repository)
    }

    /// Writes files, for those who end with ``GitEventStore/append(_:message:author:expecting:)``.
    public func add(_ files: [NewFile]) throws {
        let blobs = try objects.writeBlobs(files.map(\.content))
        self.files.withLock { $0 += zip(files, blobs).map { PlacedFile($0, content: $1) } }
    }

    /// Removes everything that was written, also if the process ends before this value goes away.
    public func giveUp() { objects.giveUp() }

    /// Makes the commit; its objects are on disk then.
    func commit(message: String, author: Author) throws -> StoredCommit {
        let placed = try store.place(files.withLock(\.self), on: parent)
        let tree = try store.createTree(adding: placed, to: parent, in: objects)
        try objects.finish()
        let commit = try store.createCommit(
            tree: tree, parents: [parent], author: Signature(author), message: message,
            in: store.repository)
        return StoredCommit(id: commit, files: placed, objects: objects)
    }
}

extension GitEventStore {
    /// Begins an append of many files on top of `head`.
    public func beginAppend(expecting head: Position) throws -> LargeAppend {
        try LargeAppend(to: self, on: tip(at: head).commit)
    }

    /// Adds the files of an append in one commit on top of `head`, as ``append(_:expecting:)``
    /// does.
    public func append(
        _ append: LargeAppend, message: String, author: Author, expecting head: Position
    ) throws -> Appended {
        do {
            return try advance(from: head, message: message, author: author) { _ in
                try append.commit(message: message, author: author)
            }
        } catch {
            append.giveUp()
            throw error
        }
    }
}
