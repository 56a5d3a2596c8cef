import Clibgit2

/// A place where git has a branch checked out, or from which git will move the branch.
public struct BranchUse: Sendable {
    /// The directory with the checked-out files; if they are missing, the directory that git
    /// recorded.
    public let path: String
    /// The way the work tree uses the branch.
    public let kind: Kind

    /// The ways in which a work tree uses a branch.
    public enum Kind: Sendable {
        /// HEAD of a work tree leads to the branch.
        case checkedOut(Worktree)
        /// An operation in progress in a work tree will move the branch when it ends.
        case underWay(WorktreeOperation)
        /// HEAD of a linked work tree leads to the branch, but the work tree is not at its recorded
        /// location.
        case absent(AbsentWorktree)
        /// HEAD of a linked work tree is a symbolic link to the branch, which the C library does
        /// not follow.
        case headIsLink
        /// The HEAD of a bare repository that has an index points to the branch.
        ///
        /// The index shows that someone uses the repository with `--work-tree`.
        case indexAlone
    }
}

/// A linked work tree that is not at its recorded location.
public struct AbsentWorktree: Sendable, Hashable {
    /// The directory in which git keeps the work tree's HEAD and index.
    public let gitDirectory: String
    /// Whether `git worktree lock` has locked it, as is usual for a work tree on a disk that is not
    /// always mounted.
    public let isLocked: Bool
    /// Whether another repository exists at the recorded location.
    public let isTaken: Bool
}

extension GitRepository {
    /// Returns the uses of a branch, with the main work tree first.
    ///
    /// The uses are the work trees for which `git branch --force` would refuse to move the branch,
    /// and the index of a bare repository. Symbolic references are followed: the branch itself,
    /// HEAD, and the branch that a rebase will move. Throws if a work tree cannot be inspected,
    /// because it may use the branch.
    public func uses(of branch: ReferenceName) throws(GitError) -> [BranchUse] {
        try withMain { main, own throws(GitError) in
            try uses(of: main.directName(of: branch), main, own)
        }
    }

    /// Returns the uses of a branch for which symbolic references have already been followed.
    public func uses(of branch: ResolvedReference) throws(GitError) -> [BranchUse] {
        try withMain { main, own throws(GitError) in try uses(of: branch.name, main, own) }
    }

    private func uses(
        of branch: ReferenceName, _ main: borrowing GitHandle<RepositoryObject>,
        _ own: GitRepository?
    ) throws(GitError) -> [BranchUse] {
        try inspecting { () throws(GitError) in
            var uses: [BranchUse] = []
            for place in try places(main, own) {
                if let head = try main.headName(in: place.gitDirectory),
                    try main.leads(head, to: branch)
                {
                    uses.append(BranchUse(path: place.path, kind: try place.kind(branch)))
                    continue
                }
                for claim in try WorktreeOperation.claims(in: place.gitDirectory)
                where try main.leads(claim.branch, to: branch) {
                    uses.append(BranchUse(path: place.path, kind: .underWay(claim.operation)))
                    break
                }
            }
            return uses
        }
    }

    /// Runs `body`, and reports a failed system call as a failed inspection of the work trees.
    private func inspecting<Result>(
        _ body: () throws(GitError) -> Result
    ) throws(GitError) -> Result {
        do throws(GitError) {
            return try body()
        } catch {
            guard error.code == .denied || error.code == .system else { throw error }
            throw GitError(
                code: error.code, function: error.function,
                message: "the work trees of the repository cannot be inspected: \(error.message)")
        }
    }

    /// Returns true if a push to the branch would leave a work tree out of date.
    ///
    /// The index of a bare repository does not count, because hooks that run after a push use it to
    /// check out files with `--work-tree`.
    func isCheckedOut(_ branch: ReferenceName) throws(GitError) -> Bool {
        try uses(of: branch).contains { if case .indexAlone = $0.kind { false } else { true } }
    }

    /// Returns the work trees in which a branch is checked out, with the main one first.
    ///
    /// A bare repository has no main work tree. Linked work trees that are not at their recorded
    /// location are left out.
    public func worktrees(withBranch branch: ReferenceName) throws(GitError) -> [Worktree] {
        try uses(of: branch).compactMap {
            if case .checkedOut(let worktree) = $0.kind { worktree } else { nil }
        }
    }

    /// Returns the work trees in which any branch is checked out, with the main one first.
    public func worktrees() throws(GitError) -> [Worktree] {
        try withMain { main, own throws(GitError) in
            try inspecting { () throws(GitError) in
                var found: [Worktree] = []
                for place in try places(main, own) {
                    guard let branch = try main.headBranch(in: place.gitDirectory),
                        case .checkedOut(let worktree) = try place.kind(branch)
                    else { continue }
                    found.append(worktree)
                }
                return found
            }
        }
    }

    /// Returns the work trees that git knows about, or a bare repository itself if it has an index.
    private func places(
        _ main: borrowing GitHandle<RepositoryObject>, _ own: GitRepository?
    ) throws(GitError) -> [WorktreePlace] {
        var places: [WorktreePlace] = []
        let isBare = unsafe git_repository_is_bare(main.pointer) == 1
        if !isBare, let path = unsafe directory(git_repository_workdir(main.pointer)) {
            places.append(
                WorktreePlace(
                    path: path, gitDirectory: commonDirectory, location: commonDirectory,
                    repository: own))
        } else if try TextFile.exists(commonDirectory + "/index") {
            places.append(
                WorktreePlace(path: commonDirectory, gitDirectory: commonDirectory, location: nil))
        }
        for directory in try linkedGitDirectories() {
            if let place = try WorktreePlace(linked: directory) { places.append(place) }
        }
        return places
    }

    /// Returns the directories in which git keeps HEAD and the index of linked work trees.
    func linkedGitDirectories() throws(GitError) -> [String] {
        let directory = commonDirectory + "/worktrees"
        return try TextFile.names(in: directory).map { "\(directory)/\($0)" }
    }
}

extension GitHandle<RepositoryObject> {
    /// Returns the branch that HEAD of a work tree leads to, or `nil` if HEAD is detached.
    func headBranch(in gitDirectory: String) throws(GitError) -> ReferenceName? {
        guard let name = try headName(in: gitDirectory) else { return nil }
        return try directName(of: name)
    }

    /// Returns the reference that HEAD of a work tree points to, or `nil` if HEAD is detached.
    ///
    /// A symbolic link to a reference counts as a symbolic reference, because Git once created HEAD
    /// that way.
    func headName(in gitDirectory: String) throws(GitError) -> ReferenceName? {
        let file = gitDirectory + "/HEAD"
        var text = try TextFile.link(at: file).flatMap { $0.hasPrefix("refs/") ? $0 : nil }
        if text == nil, let line = try TextFile.line(at: file), line.hasPrefix("ref:") {
            text = String(line.dropFirst(4).drop { $0.isWhitespace })
        }
        return text.flatMap { ReferenceName($0) }
    }
}

/// The location of a work tree, as recorded by git.
private struct WorktreePlace {
    let path: String
    let gitDirectory: String
    /// The path for libgit2 to open.
    ///
    /// It is the git directory of a main work tree, or the directory of a linked work tree. It is
    /// `nil` for a bare repository with an index.
    let location: String?
    /// The repository of the main work tree, if it is already open.
    let repository: GitRepository?

    init(
        path: String, gitDirectory: String, location: String?, repository: GitRepository? = nil
    ) {
        self.repository = repository
        self.path = path
        self.gitDirectory = gitDirectory
        self.location = location
    }

    /// Reads git's record of a linked work tree; `nil` if there is no record.
    init?(linked gitDirectory: String) throws(GitError) {
        guard let file = try TextFile.line(at: gitDirectory + "/gitdir") else { return nil }
        var path = TextFile.path(file, from: gitDirectory)
        if path.hasSuffix("/.git") { path.removeLast("/.git".count) }
        self.init(path: path, gitDirectory: gitDirectory, location: path)
    }

    private var isLinked: Bool { location == path }

    func kind(_ branch: ReferenceName) throws(GitError) -> BranchUse.Kind {
        guard let location else { return .indexAlone }
        var isThere = true
        if isLinked { isThere = try leadsBack() }
        if isThere {
            if isLinked, try TextFile.link(at: gitDirectory + "/HEAD") != nil { return .headIsLink }
            return .checkedOut(
                Worktree(
                    path: path, branch: branch,
                    repository: WorktreeRepository(at: location, opened: repository)))
        }
        return .absent(
            AbsentWorktree(
                gitDirectory: gitDirectory, isLocked: try TextFile.exists(gitDirectory + "/locked"),
                isTaken: try TextFile.exists(path + "/.git")))
    }

    /// Returns true if the work tree's `.git` file points back to the git directory with its HEAD.
    ///
    /// Otherwise the directory is missing, or another repository is in its place.
    private func leadsBack() throws(GitError) -> Bool {
        let mark = "gitdir: "
        guard let line = try TextFile.line(at: path + "/.git"), line.hasPrefix(mark) else {
            return false
        }
        let target = TextFile.path(String(line.dropFirst(mark.count)), from: path)
        return TextFile.areSame(target, gitDirectory)
    }
}
