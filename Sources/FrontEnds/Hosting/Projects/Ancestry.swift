import Git
import GitEventStore
import Glibc
import Synchronization

/// Where the branch stands, and which commits it has.
final class Ancestry: Sendable {
    private let store: GitEventStore
    private let files: Mutex<[FileWatch]>
    private let identity: Identity?

    /// What tells a directory from one that was put in its place.
    private struct Identity: Equatable {
        let device: UInt64
        let inode: UInt64

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
        }
    }

    init(_ store: GitEventStore) {
        self.store = store
        let directory = store.repository.commonDirectory
        identity = Identity(directory)
        // Git and libgit2 replace these files; neither writes into one.
        files = Mutex(
            ["\(directory)/\(store.branch.rawValue)", "\(directory)/packed-refs"].map { path in
                var watch = FileWatch(path)
                _ = try? watch.hasChanged()
                return watch
            })
    }

    /// Whether the directory of the repository is still the one that was opened.
    var isInPlace: Bool { identity == Identity(store.repository.commonDirectory) }

    /// Whether the files that say where the branch stands changed since the last call.
    func hasMoved() throws -> Bool {
        try files.withLock { files in
            var hasMoved = false
            for index in files.indices where try files[index].hasChanged() { hasMoved = true }
            return hasMoved
        }
    }

    /// How many objects are not in packs, about.
    var looseObjects: Int { store.repository.estimatedLooseObjects() }

    /// Makes the next look report a move, for a caller that could not follow.
    func forget() {
        files.withLock { files in
            for index in files.indices { files[index].forget() }
        }
    }

    /// Whether a commit is another one, or an ancestor of it; false for what is no commit here.
    func isAncestor(_ older: String, of newer: String) throws -> Bool {
        if older == newer { return true }
        guard let older = ObjectID(hex: older), let newer = ObjectID(hex: newer),
            try store.repository.objectExists(older)
        else { return false }
        return try store.repository.isAncestor(older, of: newer)
    }
}
