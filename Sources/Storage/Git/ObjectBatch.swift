import Clibgit2
import Synchronization

/// New objects that are stored together, so that they share a few waits for the disk.
///
/// Objects in a batch can reference each other and the repository's objects. After ``finish()``,
/// they are on disk and in the repository. Then the caller moves a reference and calls ``keep()``.
/// A batch that is dropped before ``finish()`` leaves nothing behind.
public final class ObjectBatch: Sendable {
    private let handle: Mutex<GitHandle<RepositoryObject>>
    private let storage: any BatchStorage
    /// The threads that sync the batch's files.
    private let threads: Mutex<SyncList.Threads?>

    private init(
        _ storage: any BatchStorage, threads: SyncList.Threads? = nil,
        _ handle: consuming sending GitHandle<RepositoryObject>
    ) {
        self.storage = storage
        self.threads = Mutex(threads)
        self.handle = Mutex(handle)
    }

    /// Starts a batch that stores each object in a separate file, for a few small new objects.
    ///
    /// The objects are kept in memory until ``finish()``, which waits for the disk twice. If an
    /// object already exists in the repository, it is stored again.
    public static func loose(in repository: GitRepository) throws(GitError) -> ObjectBatch {
        let objects = LooseBatch(
            directory: repository.objectsDirectory, sharing: repository.sharing)
        return try repository.withHandle { handle throws(GitError) in
            ObjectBatch(
                objects, threads: SyncList.Threads(),
                try BatchDatabase.repository(storingIn: objects.objects, before: handle))
        }
    }

    /// Starts a batch that stores its objects in one pack, for a few small new objects.
    ///
    /// The objects are kept in memory until ``finish()``, which waits for the disk twice: for the
    /// pack and its index, and then for their directory. Use it only if somebody repacks the
    /// repository; see ``PackBudget``. If an object already exists in the repository, it is stored
    /// again.
    public static func smallPack(in repository: GitRepository) throws(GitError) -> ObjectBatch {
        let objects = GroupPack(for: repository)
        return try repository.withHandle { handle throws(GitError) in
            ObjectBatch(
                objects,
                try BatchDatabase.repository(storingIn: objects.objects, before: handle))
        }
    }

    /// Starts a batch that stores all objects in one pack, for many objects.
    ///
    /// Objects are written to a temporary file as they arrive, and cannot be read before
    /// ``finish()``. Objects that already exist in the repository are left out.
    public static func pack(in repository: GitRepository) throws(GitError) -> ObjectBatch {
        let pack = try PackStorage(for: repository)
        let batch = ObjectBatch(
            pack,
            try GitRepository.openHandle(
                repository.gitDirectory, flags: GIT_REPOSITORY_OPEN_NO_SEARCH, ceilings: []))
        try pack.take(from: batch)
        return batch
    }

    func withHandle<T: Sendable>(
        _ body: (borrowing GitHandle<RepositoryObject>) throws(GitError) -> T
    ) throws(GitError) -> T {
        try handle.withLock {
            (handle: inout sending GitHandle<RepositoryObject>) throws(GitError) in
            try body(handle)
        }
    }

    /// Stores the objects, which are on disk when this returns.
    ///
    /// Nothing may be written to the batch afterwards.
    public func finish() throws(GitError) {
        threads.withLock { $0 = nil }
        try storage.finish()
    }

    /// Protects the stored objects; call this after ``finish()``, once a reference leads to them.
    ///
    /// Restores files that another process pruned before it could see the reference. If the batch
    /// is a pack, also allows other processes to repack it.
    public func keep() throws(GitError) { try storage.keep() }

    /// Removes all unfinished files immediately, because the process may exit before this value is
    /// released.
    ///
    /// Call this when no reference leads to the objects.
    public func giveUp() { storage.giveUp() }
}

extension ObjectBatch: ObjectWriter {
    /// Adds a blob for each element of `contents` and returns the ids in the same order.
    public func writeBlobs(_ contents: [[UInt8]]) throws(GitError) -> [ObjectID] {
        try withHandle { objects throws(GitError) in try objects.writeBlobs(contents) }
    }

    /// Applies `changes` to the tree `base`, adds the result, and returns its id.
    ///
    /// Throws like ``GitRepository/createTree(base:changes:)``.
    public func createTree(
        base: ObjectID?, changes: [TreeChange]
    ) throws(GitError) -> ObjectID {
        try withHandle { objects throws(GitError) in
            try objects.createTree(base: base, changes: changes)
        }
    }

    /// Adds a commit and returns its id; the commit is signed unless `sign` returns `nil`.
    ///
    /// Throws if the tree or a parent does not exist. No lock is held while `sign` runs; its errors
    /// are rethrown.
    public func createCommit(
        tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature,
        message: String, signing sign: (_ content: [UInt8]) throws -> String?
    ) throws -> ObjectID {
        let content = try withHandle { objects throws(GitError) in
            try objects.commitContent(
                tree: tree, parents: parents, author: author, committer: committer,
                message: message)
        }
        let signature = try sign(content)
        return try withHandle { objects throws(GitError) in
            guard let signature else {
                return try objects.createCommit(
                    tree: tree, parents: parents, author: author, committer: committer,
                    message: message)
            }
            return try objects.createCommit(content: content, signature: signature)
        }
    }
}

/// The storage for a batch's objects.
protocol BatchStorage: Sendable {
    func finish() throws(GitError)
    func keep() throws(GitError)
    func giveUp()
}

extension LooseBatch: BatchStorage {
    func keep() throws(GitError) { try finish() }

    /// Does nothing, because no files exist before ``finish()``.
    func giveUp() {}
}
