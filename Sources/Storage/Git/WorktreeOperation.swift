import Clibgit2

/// An unfinished operation that a user began with git in a work tree.
public enum WorktreeOperation: Sendable, Hashable, CaseIterable {
    /// A rebase by `git rebase`.
    case rebase
    /// A series of patches from emails, which `git am` is applying.
    case am
    /// A search by `git bisect`.
    case bisect
    /// A merge by `git merge`.
    case merge
    /// A cherry-pick by `git cherry-pick`.
    case cherryPick
    /// A revert by `git revert`.
    case revert

    /// Converts libgit2's repository state, or returns `nil` if no operation is in progress.
    init?(state: Int32) {
        switch git_repository_state_t(rawValue: UInt32(bitPattern: state)) {
        case GIT_REPOSITORY_STATE_MERGE: self = .merge
        case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: self = .revert
        case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE:
            self = .cherryPick
        case GIT_REPOSITORY_STATE_BISECT: self = .bisect
        case GIT_REPOSITORY_STATE_REBASE, GIT_REPOSITORY_STATE_REBASE_INTERACTIVE,
            GIT_REPOSITORY_STATE_REBASE_MERGE:
            self = .rebase
        case GIT_REPOSITORY_STATE_APPLY_MAILBOX, GIT_REPOSITORY_STATE_APPLY_MAILBOX_OR_REBASE:
            self = .am
        default: return nil
        }
    }
}

extension WorktreeOperation {
    /// A branch that an operation will move when it ends, although HEAD does not point to it.
    struct Claim: Hashable {
        let operation: WorktreeOperation
        let branch: ReferenceName
    }

    /// Returns the branches that operations in a work tree will move or check out when they end.
    ///
    /// Reads the same files as git before it moves a branch (`worktree.c` and `branch.c` of Git
    /// 2.39): `head-name` for either kind of rebase, `update-refs` for a rebase with
    /// `--update-refs`, and `BISECT_START`.
    static func claims(in gitDirectory: String) throws(GitError) -> [Claim] {
        var claims: [Claim] = []
        func add(_ operation: WorktreeOperation, _ name: Substring) {
            if let branch = ReferenceName(String(name)) {
                claims.append(Claim(operation: operation, branch: branch))
            }
        }
        func lines(_ name: String) throws(GitError) -> [Substring] {
            try TextFile.text(at: "\(gitDirectory)/\(name)")?
                .split(separator: "\n", omittingEmptySubsequences: false) ?? []
        }
        // `git am` uses the same directory, but does not detach HEAD.
        if try !TextFile.exists("\(gitDirectory)/rebase-apply/applying"),
            let branch = try lines("rebase-apply/head-name").first
        {
            add(.rebase, branch)
        }
        if let branch = try lines("rebase-merge/head-name").first { add(.rebase, branch) }
        // Each branch has three lines: its name, its old commit and its new commit.
        for line in try lines("rebase-merge/update-refs") where line.hasPrefix("refs/") {
            add(.rebase, line)
        }
        if try TextFile.exists("\(gitDirectory)/BISECT_LOG"),
            let start = try lines("BISECT_START").first
        {
            add(.bisect, start.hasPrefix("refs/") ? start : "refs/heads/\(start)")
        }
        return claims
    }
}
