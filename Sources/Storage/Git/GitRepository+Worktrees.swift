import Clibgit2

/// A place where git has a branch checked out, or will move it.
public struct BranchUse: Sendable {
    /// The directory with the checked-out files; where they are not there, that in which git believes them to be.
    public let path: String
    /// The way the work tree uses the branch.
    public let kind: Kind

    /// The ways in which a work tree uses a branch.
    public enum Kind: Sendable {
        /// HEAD of a work tree leads to it.
        case checkedOut(Worktree)
        /// Something was begun in a work tree that moves the branch when it ends.
        case underWay(WorktreeOperation)
        /// HEAD of a linked work tree leads to it, which is not where git believes it to be.
        case absent(AbsentWorktree)
        /// HEAD of a linked work tree is a symbolic link to it, which the C library does not follow.
        case headIsLink
        /// HEAD of a repository without a work tree leads to it, and there is an index: somebody works with `--work-tree`.
        case indexAlone
    }
}

/// A linked work tree that is not at its place.
public struct AbsentWorktree: Sendable, Hashable {
    /// The directory in which git keeps the work tree's HEAD and index.
    public let gitDirectory: String
    /// Whether it is locked by `git worktree lock`, as one on a disk that is not always mounted.
    public let isLocked: Bool
    /// Whether another repository is at its place.
    public let isTaken: Bool
}

extension GitRepository {
    /// Returns where a branch is in use, the main work tree first.
    ///
    /// That is where git would refuse to move it by `git branch --force`, and an index of a repository without a work tree. Symbolic
    /// references are followed: of the branch, of HEAD, and of what a rebase will move. Throws if a work tree cannot be inspected:
    /// whether it uses the branch is not known then.
    public func uses(of branch: ReferenceName) throws(GitError) -> [BranchUse] {
        try withMain { main, own throws(GitError) in
            try uses(of: main.directName(of: branch), main, own)
        }
    }

    /// Does that for a branch that was followed already.
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

    /// Runs `body`, and says of a failed system call that it kept a work tree from being inspected.
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

    /// Whether a work tree would not follow if somebody pushed to a branch.
    ///
    /// An index alone does not count: hooks after a push check out with `--work-tree`.
    func isCheckedOut(_ branch: ReferenceName) throws(GitError) -> Bool {
        try uses(of: branch).contains { if case .indexAlone = $0.kind { false } else { true } }
    }

    /// Returns the work trees in which a branch is checked out, the main one first.
    ///
    /// A bare repository has no main one. Linked ones that are not at their place are left out.
    public func worktrees(withBranch branch: ReferenceName) throws(GitError) -> [Worktree] {
        try uses(of: branch).compactMap {
            if case .checkedOut(let worktree) = $0.kind { worktree } else { nil }
        }
    }

    /// Returns the work trees in which some branch is checked out, the main one first.
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

    /// The work trees that git knows; of a repository without one, itself if it has an index.
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

    /// Returns the directories in which git keeps HEAD and index of linked work trees.
    func linkedGitDirectories() throws(GitError) -> [String] {
        let directory = commonDirectory + "/worktrees"
        return try TextFile.names(in: directory).map { "\(directory)/\($0)" }
    }
}

extension GitHandle<RepositoryObject> {
    /// The branch that HEAD of a work tree leads to, or `nil` if it is detached.
    func headBranch(in gitDirectory: String) throws(GitError) -> ReferenceName? {
        guard let name = try headName(in: gitDirectory) else { return nil }
        return try directName(of: name)
    }

    /// The reference that HEAD of a work tree names, or `nil` if it is detached.
    ///
    /// A symbolic link is a symbolic reference if it names one, as Git once made HEAD.
    func headName(in gitDirectory: String) throws(GitError) -> ReferenceName? {
        let file = gitDirectory + "/HEAD"
        var text = try TextFile.link(at: file).flatMap { $0.hasPrefix("refs/") ? $0 : nil }
        if text == nil, let line = try TextFile.line(at: file), line.hasPrefix("ref:") {
            text = String(line.dropFirst(4).drop { $0.isWhitespace })
        }
        return text.flatMap { ReferenceName($0) }
    }
}

/// The location of a work tree as git records it.
private struct WorktreePlace {
    let path: String
    let gitDirectory: String
    /// The path for libgit2 to open: the git directory for a main work tree, the directory itself
    /// for a linked one.
    let location: String?
    /// That of the main work tree, if it is open.
    let repository: GitRepository?

    init(
        path: String, gitDirectory: String, location: String?, repository: GitRepository? = nil
    ) {
        self.repository = repository
        self.path = path
        self.gitDirectory = gitDirectory
        self.location = location
    }

    /// Reads what git noted of a linked work tree; `nil` if that is none.
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

    /// Whether the directory leads back to where git keeps its HEAD: another repository may have taken the place.
    private func leadsBack() throws(GitError) -> Bool {
        let mark = "gitdir: "
        guard let line = try TextFile.line(at: path + "/.git"), line.hasPrefix(mark) else {
            return false
        }
        let target = TextFile.path(String(line.dropFirst(mark.count)), from: path)
        return TextFile.areSame(target, gitDirectory)
    }
}
