import Clibgit2
import Synchronization

/// A directory in which a branch is checked out.
///
/// Get a new value for each operation, because the settings are read only once, at first use.
public struct Worktree: Sendable {
    /// The directory with the checked-out files, without a slash at the end.
    public let path: String

    /// The branch that the work tree's HEAD leads to.
    public let branch: ReferenceName

    let repository: WorktreeRepository

    /// The reason why a work tree cannot follow its branch.
    public enum Obstacle: Sendable, Hashable {
        /// The index or tracked files differ from HEAD's commit.
        case changes
        /// An operation is in progress.
        case underWay(WorktreeOperation)
        /// A sparse checkout omits files that are in HEAD's commit.
        case sparse
        /// The index has an extension that the C library cannot read, such as `link` in a split
        /// index.
        case indexExtension(String)
    }

    /// Returns the reason why the work tree cannot follow its branch, or `nil` if it can.
    ///
    /// Untracked files are ignored. Cost: one `stat` for each tracked file.
    public func obstacle() throws(GitError) -> Obstacle? {
        try repository.withHandle { repository throws(GitError) in
            try Self.obstacle(in: repository, at: repository.headCommit())
        }
    }

    /// Returns the result that ``obstacle()`` would have if HEAD were at `commit`; `nil` means that
    /// no commits exist.
    public func obstacle(at commit: ObjectID?) throws(GitError) -> Obstacle? {
        try repository.withHandle { repository throws(GitError) in
            try Self.obstacle(in: repository, at: commit)
        }
    }

    private static func obstacle(
        in repository: borrowing GitHandle<RepositoryObject>, at head: ObjectID?
    ) throws(GitError) -> Obstacle? {
        let state = unsafe git_repository_state(repository.pointer)
        if let operation = WorktreeOperation(state: state) { return .underWay(operation) }
        guard state == 0 else { return .changes }
        do throws(GitError) {
            if try repository.matchesWorkTree(head) { return nil }
            return try repository.skipsFiles() ? .sparse : .changes
        } catch {
            guard let name = indexExtension(namedBy: error) else { throw error }
            return .indexExtension(name)
        }
    }

    /// Returns the unsupported index extension that an error reports, or `nil` for any other error.
    ///
    /// The C library has no code for this error, only a message.
    private static func indexExtension(namedBy error: GitError) -> String? {
        guard error.message.hasPrefix("unsupported mandatory extension: '") else { return nil }
        return error.message.split(separator: "'").dropFirst().first.map(String.init)
    }

    /// Returns true if nothing keeps the work tree from following its branch; see ``obstacle()``.
    public func isClean() throws(GitError) -> Bool { try obstacle() == nil }

    /// Returns true if the index and tracked files match `commit`, regardless of HEAD.
    ///
    /// After an interruption, this shows which of two commits the files match.
    public func matches(_ commit: ObjectID) throws(GitError) -> Bool {
        try repository.withHandle { repository throws(GitError) in
            try repository.matchesWorkTree(commit)
        }
    }

    /// Updates the files and the index from one commit to another, like `git merge --ff-only`.
    ///
    /// HEAD and its branch are not moved. To undo the update, call this with the two commits
    /// swapped. Replaces ignored files, and files with the content of `old`. If any other file is
    /// in the way, throws ``GitError/Code/conflict`` without changes.
    public func advance(from old: ObjectID, to new: ObjectID) throws(GitError) {
        try repository.withHandle { repository throws(GitError) in
            let oldTree = try repository.tree(old)
            let newTree = try repository.tree(new)
            var options = unsafe git_checkout_options()
            try check(
                unsafe git_checkout_options_init(&options, UInt32(GIT_CHECKOUT_OPTIONS_VERSION)),
                "git_checkout_options_init")
            unsafe options.checkout_strategy = GIT_CHECKOUT_SAFE.rawValue
            unsafe options.baseline = oldTree.pointer
            do throws(GitError) {
                try check(
                    unsafe git_checkout_tree(repository.pointer, newTree.pointer, &options),
                    "git_checkout_tree")
            } catch {
                guard error.code == .locked, let lock = try repository.indexLock() else {
                    throw error
                }
                // The library does not report the locked file.
                throw GitError(
                    code: .locked, function: error.function,
                    message: "the index of a work tree is locked by the file \(lock)")
            }
            repository.shareIndex()
        }
    }
}

/// The repository of a work tree, which is opened at first use.
final class WorktreeRepository: Sendable {
    /// The Git directory of a main work tree, or the directory of a linked work tree.
    private let location: String
    private let opened: Mutex<GitRepository?>

    init(at location: String, opened: GitRepository?) {
        self.location = location
        self.opened = Mutex(opened)
    }

    /// Runs `body` with a repository that reads the index from disk again.
    func withHandle<T: Sendable>(
        _ body: (borrowing GitHandle<RepositoryObject>) throws(GitError) -> T
    ) throws(GitError) -> T {
        let repository = try opened.withLock { opened throws(GitError) in
            if let opened { return opened }
            let repository = try GitRepository.open(at: location)
            opened = repository
            return repository
        }
        return try repository.withHandle { handle throws(GitError) in
            // Other processes may have written the index. After a failed checkout, the index in
            // memory may differ from the file.
            try check(
                unsafe git_repository_set_index(handle.pointer, nil), "git_repository_set_index")
            return try body(handle)
        }
    }
}

extension Worktree: Hashable {
    /// Returns true if both are the same directory with the same branch.
    public static func == (left: Worktree, right: Worktree) -> Bool {
        left.path.utf8.elementsEqual(right.path.utf8) && left.branch == right.branch
    }

    /// Feeds the branch to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(branch) }
}

extension GitHandle<RepositoryObject> {
    /// Returns the path of the lock file for the work tree's index.
    func indexLock() throws(GitError) -> String? {
        let index = try unsafe GitHandle<IndexObject>("git_repository_index") { out in
            unsafe git_repository_index(&out, pointer)
        }
        return unsafe git_index_path(index.pointer).map { unsafe String(cString: $0) + ".lock" }
    }

    /// Returns true if the index marks any files as excluded from the work tree.
    fileprivate func skipsFiles() throws(GitError) -> Bool {
        let index = try unsafe GitHandle<IndexObject>("git_repository_index") { out in
            unsafe git_repository_index(&out, pointer)
        }
        return unsafe (0..<git_index_entrycount(index.pointer)).contains { position in
            guard let entry = unsafe git_index_get_byindex(index.pointer, position) else {
                return false
            }
            let flags = unsafe UInt32(entry.pointee.flags_extended)
            return flags & GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue != 0
        }
    }

    /// Returns true if the index and the files match a commit's tree; `nil` is the empty tree.
    fileprivate func matchesWorkTree(_ commit: ObjectID?) throws(GitError) -> Bool {
        let index = try unsafe GitHandle<IndexObject>("git_repository_index") { out in
            unsafe git_repository_index(&out, pointer)
        }
        let staged: GitHandle<DifferenceObject>
        if let commit {
            let tree = try tree(commit)
            staged = try unsafe GitHandle<DifferenceObject>("git_diff_tree_to_index") { out in
                unsafe git_diff_tree_to_index(&out, pointer, tree.pointer, index.pointer, nil)
            }
        } else {
            staged = try unsafe GitHandle<DifferenceObject>("git_diff_tree_to_index") { out in
                unsafe git_diff_tree_to_index(&out, pointer, nil, index.pointer, nil)
            }
        }
        guard unsafe git_diff_num_deltas(staged.pointer) == 0 else { return false }
        let unstaged = try unsafe GitHandle<DifferenceObject>("git_diff_index_to_workdir") { out in
            unsafe git_diff_index_to_workdir(&out, pointer, index.pointer, nil)
        }
        return unsafe git_diff_num_deltas(unstaged.pointer) == 0
    }
}
