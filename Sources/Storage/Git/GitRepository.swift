import Clibgit2
import Synchronization

/// A Git repository on this machine.
///
/// May be shared between threads: one call at a time works on it, and every call blocks until it is
/// done. What calls return are plain values that do not depend on the repository. Opening one costs
/// some fifty microseconds, so that a thread may well have its own.
public final class GitRepository: Sendable {
    private let handle: Mutex<GitHandle<RepositoryObject>>

    /// Further directories that objects are read from, for handles that are opened later.
    let objectDirectories = Mutex<[String]>([])

    /// The directory with HEAD and the index: `.git`, or `.git/worktrees/NAME` for a linked work tree.
    public let gitDirectory: String

    /// The directory with the objects, references and configuration, shared by all work trees.
    public let commonDirectory: String

    /// The users who may access the files that are written here.
    public let sharing: RepositorySharing

    /// The file of settings when the repository was opened; libgit2 looks then whether there is a work tree, and where.
    private let settings: FileStamp?

    /// The directory with the objects.
    var objectsDirectory: String { commonDirectory + "/objects" }

    /// The directory with the checked-out files, or `nil` in a bare repository.
    public let workDirectory: String?

    /// Whether there is no work tree.
    public var isBare: Bool { workDirectory == nil }

    init(_ handle: consuming sending GitHandle<RepositoryObject>) {
        gitDirectory = unsafe directory(git_repository_path(handle.pointer)) ?? ""
        commonDirectory = unsafe directory(git_repository_commondir(handle.pointer)) ?? ""
        workDirectory = unsafe directory(git_repository_workdir(handle.pointer))
        sharing = handle.sharing
        settings = Self.settings(in: commonDirectory)
        self.handle = Mutex(handle)
    }

    private static func settings(in directory: String) -> FileStamp? {
        (try? FileStamp.ofFile(at: directory + "/config")) ?? nil
    }

    /// Whether this is the repository of the main work tree, or of none, and its settings are what they were.
    var isMain: Bool {
        guard gitDirectory == commonDirectory, let settings else { return false }
        return settings == Self.settings(in: commonDirectory)
    }

    /// Runs `body` with the repository of the main work tree: from a linked one, HEAD would be that of this one.
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
        try handle.withLock {
            (owner: inout sending GitHandle<RepositoryObject>) throws(GitError) -> T in
            try body(owner)
        }
    }

    /// Whether history was cut off when this repository was cloned or fetched (`--depth`).
    public func isShallow() throws(GitError) -> Bool {
        try withHandle { repository throws(GitError) in
            try check(
                unsafe git_repository_is_shallow(repository.pointer), "git_repository_is_shallow")
                > 0
        }
    }
}

/// Copies a path of the C library without the slash that it ends directories with.
@unsafe func directory(_ path: UnsafePointer<CChar>?) -> String? {
    guard let path = unsafe path else { return nil }
    let text = unsafe String(cString: path)
    return text.utf8.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
}
