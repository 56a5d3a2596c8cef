import Clibgit2
import Synchronization

/// New objects that are stored together, so that the disk is waited for a few times and not for each of them.
///
/// Objects of a batch can name each other and what the repository has. The repository has them after ``finish()``, when they are
/// on disk. Then a reference is moved, and ``keep()`` called. A batch that is dropped before ``finish()`` leaves nothing behind.
public final class ObjectBatch: Sendable {
    private let handle: Mutex<GitHandle<RepositoryObject>>
    private let storage: any BatchStorage
    /// Threads that wait for the files of the batch.
    private let threads: Mutex<SyncList.Threads?>

    private init(
        _ storage: any BatchStorage, threads: SyncList.Threads? = nil,
        _ handle: consuming sending GitHandle<RepositoryObject>
    ) {
        self.storage = storage
        self.threads = Mutex(threads)
        self.handle = Mutex(handle)
    }

    /// Begins a batch that becomes a file for each object, for a few small objects that are new.
    ///
    /// They are in memory until ``finish()``, which waits for the disk twice. An object that the repository has already is
    /// stored again.
    public static func loose(in repository: GitRepository) throws(GitError) -> ObjectBatch {
        let objects = LooseBatch(
            directory: repository.objectsDirectory, sharing: repository.sharing)
        return try repository.withHandle { handle throws(GitError) in
            ObjectBatch(
                objects, threads: SyncList.Threads(),
                try BatchDatabase.repository(storingIn: objects, before: handle))
        }
    }

    /// Begins a batch that becomes one pack, for many objects.
    ///
    /// They are written to a temporary file as they come, and cannot be read before ``finish()``. Objects that the
    /// repository has already are left out.
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

    /// Stores what was written, on disk when this returns.
    ///
    /// Nothing may be written after it.
    public func finish() throws(GitError) {
        threads.withLock { $0 = nil }
        try storage.finish()
    }

    /// To be called when a reference leads to the objects, after ``finish()``.
    ///
    /// Stores those files again that another process pruned before it could see the reference, and lets others repack a pack.
    public func keep() throws(GitError) { try storage.keep() }

    /// Leaves nothing of what is not finished, also if the process ends before this value goes away; no reference leads to
    /// the objects.
    public func giveUp() { storage.giveUp() }
}

extension ObjectBatch: ObjectWriter {
    /// Adds a blob for each element of `contents` and returns their names in the same order.
    public func writeBlobs(_ contents: [[UInt8]]) throws(GitError) -> [ObjectID] {
        try withHandle { objects throws(GitError) in try objects.writeBlobs(contents) }
    }

    /// Adds the tree that `base` becomes by `changes`, and returns its name.
    ///
    /// Throws as ``GitRepository/createTree(base:changes:)``.
    public func createTree(
        base: ObjectID?, changes: [TreeChange]
    ) throws(GitError) -> ObjectID {
        try withHandle { objects throws(GitError) in
            try objects.createTree(base: base, changes: changes)
        }
    }

    /// Adds a commit, signed by `sign` unless that returns `nil`, and returns its name.
    ///
    /// Throws if the tree or a parent does not exist. Nothing is locked while `sign` runs; rethrows its errors.
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

/// The storage that a batch writes its objects to.
protocol BatchStorage: Sendable {
    func finish() throws(GitError)
    func keep() throws(GitError)
    func giveUp()
}

extension LooseBatch: BatchStorage {
    func keep() throws(GitError) { try finish() }

    /// There are no files before the end.
    func giveUp() {}
}
