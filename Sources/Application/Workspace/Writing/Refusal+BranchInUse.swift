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
                "`\(operation.command)` is under way in \(path), which has the branch or will move it.",
                hint: "\(operation.endings) there ends it.")
        case .absent(let worktree):
            self.init(
                .dirtyWorkTree,
                "The branch is checked out in a work tree that is not at its place \(path)"
                    + (worktree.isTaken ? ", where another repository is." : "."),
                hint: .advice(Self.hint(worktree, path)))
        case .headIsLink:
            self.init(
                .dirtyWorkTree,
                "The branch is checked out in \(path), whose HEAD is a symbolic link, which libgit2 cannot read.",
                hint: "`git symbolic-ref HEAD $(git symbolic-ref HEAD)` there makes it a file.")
        case .indexAlone:
            self.init(
                .dirtyWorkTree,
                "The repository has no work tree but an index, as if someone used `git --work-tree`: \(path)/index",
                hint:
                    "`git worktree add DIR` creates a work tree. If nobody uses the index, run `rm \(path)/index`."
            )
        case .sparse:
            self.init(
                .dirtyWorkTree,
                "The branch is checked out in \(path), which is sparse and lacks files of it.",
                hint: "`git sparse-checkout disable` there, or check another branch out.")
        case .indexExtension("link"):
            self.init(
                .dirtyWorkTree,
                "The branch is checked out in \(path), whose index is split, which libgit2 cannot read.",
                hint:
                    "`git update-index --no-split-index` there; `git config core.splitIndex false` keeps it so."
            )
        case .indexExtension("sdir"):
            self.init(
                .dirtyWorkTree,
                "The branch is checked out in \(path), whose index is sparse, which libgit2 cannot read.",
                hint: "`git sparse-checkout disable` there, or check another branch out.")
        case .indexExtension(let name):
            self.init(
                .dirtyWorkTree,
                "The branch is checked out in \(path), whose index uses “\(name)”, which libgit2 cannot read.",
                hint: "`git checkout --detach` there lets go of the branch.")
        }
    }

    private static func hint(_ worktree: AbsentWorktree, _ path: String) -> String {
        let moved = "`git worktree repair NEW-PLACE` if it was moved"
        if worktree.isTaken { return moved + "; `rm -r \(worktree.gitDirectory)` if it is gone." }
        guard worktree.isLocked else { return moved + "; `git worktree prune` if it is gone." }
        return moved + "; mount its disk if it is away; "
            + "`git worktree unlock \(path)` and `git worktree prune` if it is gone."
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
