import Git
import GitEventStore
import Glibc
import Synchronization
import Translation
import Workspace

/// Tracks the branch's tip, and checks whether commits are in its history.
final class Ancestry: Sendable {
    private let store: GitEventStore
    private let files: Mutex<[FileWatch]>
    private let identity: Identity?

    /// Identifies a directory, so that a replacement at the same path is detected.
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
        // Git and libgit2 replace these files instead of writing into them.
        files = Mutex(
            ["\(directory)/\(store.branch.rawValue)", "\(directory)/packed-refs"].map { path in
                var watch = FileWatch(path)
                _ = try? watch.hasChanged()
                return watch
            })
    }

    /// Whether the repository's directory is still the directory that was opened.
    var isInPlace: Bool { identity == Identity(store.repository.commonDirectory) }

    /// Returns true if the files that record the branch's tip changed since the last call.
    func hasMoved() throws -> Bool {
        try files.withLock { files in
            var hasMoved = false
            for index in files.indices where try files[index].hasChanged() { hasMoved = true }
            return hasMoved
        }
    }

    /// The approximate number of loose objects.
    var looseObjects: Int { store.repository.estimatedLooseObjects() }

    /// Makes the next ``hasMoved()`` return true, for callers that failed to process a move.
    func forget() {
        files.withLock { files in
            for index in files.indices { files[index].forget() }
        }
    }

    /// Returns true if the log at `newer` contains what it contained at `older`.
    ///
    /// That is the case for the same commit, its ancestors, and the commits before a new beginning
    /// of the log. Returns false if `older` is not a commit in this repository.
    func contains(_ older: String, at newer: String) throws -> Bool {
        if older == newer { return true }
        guard let older = ObjectID(hex: older), let newer = ObjectID(hex: newer),
            try store.repository.objectExists(older)
        else { return false }
        if try store.repository.isAncestor(older, of: newer) { return true }
        guard let beginning = try beginning(of: newer) else { return false }
        // Ids are ordered by time, and the log that began first has none.
        return try (self.beginning(of: older) ?? "") < beginning
    }

    private func beginning(of commit: ObjectID) throws -> String? {
        try store.file(atPath: ProjectFile.name, in: store.position(of: commit))
            .map(ProjectFile.read)?.beginning
    }
}
