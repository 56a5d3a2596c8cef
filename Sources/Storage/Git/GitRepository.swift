import Clibgit2
import Synchronization

/// A Git repository on this machine.
///
/// It may be shared between threads: calls run one at a time, and each blocks until it is done.
/// Results are plain values that do not depend on the repository. Opening a repository costs about
/// fifty microseconds, so each thread can have its own.
public final class GitRepository: Sendable {
    private let handle: Mutex<GitHandle<RepositoryObject>>

    let repackings: Repackings
    /// The number of repackings that ``handle`` has followed.
    private let followed: Atomic<Int>

    /// Additional directories to read objects from, also for handles that are opened later.
    let objectDirectories = Mutex<[String]>([])

    /// The directory with HEAD and the index.
    ///
    /// It is `.git`, or `.git/worktrees/NAME` for a linked work tree.
    public let gitDirectory: String

    /// The directory with the objects, references and configuration, shared by all work trees.
    public let commonDirectory: String

    /// The users who may access the files written to this repository.
    public let sharing: RepositorySharing

    /// The stamp of the configuration file when the repository was opened.
    ///
    /// At that time, libgit2 determines whether a work tree exists, and where it is.
    private let settings: FileStamp?

    /// The directory with the loose objects and packs.
    var objectsDirectory: String { commonDirectory + "/objects" }

    /// The directory with the checked-out files, or `nil` in a bare repository.
    public let workDirectory: String?

    /// Whether the repository has no work tree.
    public var isBare: Bool { workDirectory == nil }

    init(_ handle: consuming sending GitHandle<RepositoryObject>) {
        gitDirectory = unsafe directory(git_repository_path(handle.pointer)) ?? ""
        commonDirectory = unsafe directory(git_repository_commondir(handle.pointer)) ?? ""
        workDirectory = unsafe directory(git_repository_workdir(handle.pointer))
        sharing = handle.sharing
        settings = Self.settings(in: commonDirectory)
        repackings = Repackings.of(commonDirectory + "/objects")
        followed = Atomic(repackings.count)
        self.handle = Mutex(handle)
    }

    private static func settings(in directory: String) -> FileStamp? {
        (try? FileStamp.ofFile(at: directory + "/config")) ?? nil
    }

    /// Whether this object can be used as the repository of the main work tree.
    ///
    /// It must not be the repository of a linked work tree. Its configuration file must not have
    /// changed since it was opened.
    var isMain: Bool {
        guard gitDirectory == commonDirectory, let settings else { return false }
        return settings == Self.settings(in: commonDirectory)
    }

    /// Runs `body` with the repository of the main work tree.
    ///
    /// The repository of a linked work tree would use that work tree's HEAD.
    func withMain<T: Sendable>(
        _ body: (borrowing GitHandle<RepositoryObject>, _ own: GitRepository?) throws(GitError) -> T
    ) throws(GitError) -> T {
        guard isMain else {
            return try body(
                Self.openHandle(
                    commonDirectory, flags: GIT_REPOSITORY_OPEN_NO_SEARCH, ceilings: []), nil)
        }
        return try withHandle { main throws(GitError) in try body(main, self) }
    }

    func withHandle<T: Sendable>(
        _ body: (borrowing GitHandle<RepositoryObject>) throws(GitError) -> T
    ) throws(GitError) -> T {
        try followRepackings()
        return try handle.withLock {
            (owner: inout sending GitHandle<RepositoryObject>) throws(GitError) -> T in
            try body(owner)
        }
    }

    /// Opens the object database again if the repository has been repacked.
    private func followRepackings() throws(GitError) {
        let count = repackings.count
        guard followed.exchange(count, ordering: .relaxed) != count else { return }
        let directories = objectDirectories.withLock { $0 }
        try handle.withLock {
            (owner: inout sending GitHandle<RepositoryObject>) throws(GitError) in
            do throws(GitError) {
                try owner.reopenDatabase(adding: directories)
            } catch {
                // The database is incomplete, so the next use must open it again.
                followed.store(count - 1, ordering: .relaxed)
                throw error
            }
        }
    }

    /// Returns true if history was truncated by a shallow clone or fetch (`--depth`).
    public func isShallow() throws(GitError) -> Bool {
        try withHandle { repository throws(GitError) in
            try check(
                unsafe git_repository_is_shallow(repository.pointer), "git_repository_is_shallow")
                > 0
        }
    }
}

/// Copies a path from the C library, without the slash that it appends to directories.
@unsafe func directory(_ path: UnsafePointer<CChar>?) -> String? {
    guard let path = unsafe path else { return nil }
    let text = unsafe String(cString: path)
    return text.utf8.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
}
