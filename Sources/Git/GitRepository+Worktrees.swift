import Clibgit2

extension GitRepository {
    /// Returns the work trees in which a branch is checked out, the main one first.
    ///
    /// A bare repository has no main one. Linked ones whose directory is gone are left out, unless they are
    /// locked: those may be on a disk that is not mounted.
    public func worktrees(withBranch branch: ReferenceName) throws(GitError) -> [Worktree] {
        try worktrees { $0 == branch }
    }

    /// Returns the work trees in which some branch is checked out, the main one first.
    public func worktrees() throws(GitError) -> [Worktree] { try worktrees { _ in true } }

    private func worktrees(
        _ isWanted: (ReferenceName) -> Bool
    ) throws(GitError) -> [Worktree] {
        // Opened at the directory that all share: seen from a linked work tree, the HEAD of another one
        // is looked for in the wrong place.
        let main = try Self.openHandle(
            commonDirectory, flags: GIT_REPOSITORY_OPEN_NO_SEARCH, ceilings: [])
        var found: [Worktree] = []
        if unsafe git_repository_is_bare(main.pointer) == 0,
            let path = unsafe directory(git_repository_workdir(main.pointer)),
            let branch = try main.reference(.head)?.symbolicTarget, isWanted(branch)
        {
            found.append(Worktree(path: path, branch: branch, location: commonDirectory))
        }
        for name in try main.linkedWorktreeNames() {
            if let linked = try main.linkedWorktree(name, isWanted) {
                found.append(linked)
            }
        }
        return found
    }
}

extension Handle<RepositoryObject> {
    fileprivate func linkedWorktreeNames() throws(GitError) -> [String] {
        var list = unsafe git_strarray()
        try check(unsafe git_worktree_list(&list, pointer), "git_worktree_list")
        defer { unsafe git_strarray_dispose(&list) }
        return unsafe (0..<list.count).compactMap { index in
            unsafe list.strings[index].map { unsafe String(cString: $0) }
        }
    }

    fileprivate func linkedWorktree(
        _ name: String, _ isWanted: (ReferenceName) -> Bool
    ) throws(GitError) -> Worktree? {
        let worktree = try unsafe Handle<WorktreeObject>.ifFound("git_worktree_lookup") { out in
            unsafe git_worktree_lookup(&out, pointer, name)
        }
        guard let worktree, let path = unsafe directory(git_worktree_path(worktree.pointer)),
            let branch = try headBranch(ofWorktree: name), isWanted(branch)
        else { return nil }
        let isThere = unsafe git_worktree_validate(worktree.pointer) == 0
        git_error_clear()
        let isLocked = unsafe git_worktree_is_locked(nil, worktree.pointer) > 0
        return isThere || isLocked
            ? Worktree(path: path, branch: branch, location: path) : nil
    }

    /// Reads the HEAD of a linked work tree without needing its directory.
    private func headBranch(ofWorktree name: String) throws(GitError) -> ReferenceName? {
        let head = try unsafe Handle<ReferenceObject>.ifFound(
            "git_reference_lookup"
        ) { out in
            unsafe git_reference_lookup(&out, pointer, "worktrees/\(name)/HEAD")
        }
        return head?.symbolicTarget
    }
}
