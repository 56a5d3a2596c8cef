import Git
import GitEventStore
import Translation

extension Refusal {
    /// Describes the obstacle to moving the branch, and suggests a remedy.
    init(_ use: BranchInUse) {
        let path = use.path
        switch use.reason {
        case .underWay(let operation):
            self.init(
                .dirtyWorkTree,
                "`\(operation.command)` is in progress in \(path), which uses the branch or will move it.",
                hint: "Run \(operation.endings) there.")
        case .absent(let worktree):
            self.init(
                .dirtyWorkTree,
                "The branch is checked out in a work tree that is no longer at \(path)"
                    + (worktree.isTaken ? "; another repository is there." : "."),
                hint: .advice(Self.hint(worktree, path)))
        case .headIsLink:
            self.init(
                .dirtyWorkTree,
                "The branch is checked out in \(path), whose HEAD is a symbolic link, which libgit2 cannot read.",
                hint:
                    "Run `git symbolic-ref HEAD $(git symbolic-ref HEAD)` there to make it a file.")
        case .indexAlone:
            self.init(
                .dirtyWorkTree,
                "The repository has an index but no work tree, as if someone used `git --work-tree`: \(path)/index",
                hint:
                    "`git worktree add DIR` creates a work tree. If nobody uses the index, run `rm \(path)/index`."
            )
        case .sparse:
            self.init(
                .dirtyWorkTree,
                "The branch is checked out in \(path), which is sparse and lacks some of its files.",
                hint: "Run `git sparse-checkout disable` there, or check out another branch.")
        case .indexExtension("link"):
            self.init(
                .dirtyWorkTree,
                "The branch is checked out in \(path), whose index is split, which libgit2 cannot read.",
                hint:
                    "Run `git update-index --no-split-index` there; `git config core.splitIndex false` makes this permanent."
            )
        case .indexExtension("sdir"):
            self.init(
                .dirtyWorkTree,
                "The branch is checked out in \(path), whose index is sparse, which libgit2 cannot read.",
                hint: "Run `git sparse-checkout disable` there, or check out another branch.")
        case .indexExtension(let name):
            self.init(
                .dirtyWorkTree,
                "The branch is checked out in \(path), whose index uses “\(name)”, which libgit2 cannot read.",
                hint: "Run `git checkout --detach` there to release the branch.")
        }
    }

    private static func hint(_ worktree: AbsentWorktree, _ path: String) -> String {
        let moved = "If it was moved, run `git worktree repair NEW-PLACE`."
        if worktree.isTaken {
            return moved + " If it was deleted, run `rm -r \(worktree.gitDirectory)`."
        }
        guard worktree.isLocked else {
            return moved + " If it was deleted, run `git worktree prune`."
        }
        return moved + " If its disk is not mounted, mount it. "
            + "If it was deleted, run `git worktree unlock \(path)` and `git worktree prune`."
    }
}

extension WorktreeOperation {
    /// The command that started the operation.
    fileprivate var command: String {
        switch self {
        case .rebase: "git rebase"
        case .am: "git am"
        case .bisect: "git bisect"
        case .merge: "git merge"
        case .cherryPick: "git cherry-pick"
        case .revert: "git revert"
        }
    }

    /// The commands that end the operation, as text.
    fileprivate var endings: String {
        self == .bisect
            ? "`git bisect reset`" : "`\(command) --continue` or `\(command) --abort`"
    }
}
