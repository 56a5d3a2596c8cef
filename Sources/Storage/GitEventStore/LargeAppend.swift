public import EventStore
import Git
import Synchronization

/// An append whose files are added one after another, so that they need not all fit in memory.
///
/// Their objects go into one pack, which is invisible until the end. If the value is discarded
/// before the end, nothing remains on disk.
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

    /// Writes files; call ``GitEventStore/append(_:message:author:expecting:)`` at the end.
    public func add(_ files: [NewFile]) throws {
        let blobs = try objects.writeBlobs(files.map(\.content))
        self.files.withLock { $0 += zip(files, blobs).map { PlacedFile($0, content: $1) } }
    }

    /// Immediately removes everything written so far, because the process may exit before this
    /// value is deinitialized.
    public func giveUp() { objects.giveUp() }

    /// Creates the commit; its objects are on disk when this returns.
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
    ///
    /// If this throws, the append is abandoned.
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
