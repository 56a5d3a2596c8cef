import Foundation
import Sync
import TestWorld
import Testing
import Workspace

/// Writes while git is using the branch: each is refused, or the work tree follows, so that nothing
/// is dropped later.
@Suite struct BranchInUseTests {
    private let sandbox: Sandbox

    /// `app`, and its linked work tree `tree`.
    init() throws {
        sandbox = try Sandbox.withProject()
        sandbox.perform(
            ["locale add fr", "string add greeting Hello", "set fr greeting Bonjour"], in: "app")
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
    }

    private func set(_ text: String, in directory: String = "app") -> Sandbox.Result {
        sandbox.run(["set", "fr", "greeting", text], in: directory)
    }

    /// Expects that a write is refused with this message and changes nothing.
    ///
    /// After `mend` it succeeds, and git sees no difference.
    private func expectRefused(
        _ words: String, hint: String, tree: String? = "tree",
        sourceLocation: SourceLocation = #_sourceLocation, until mend: () throws -> Void
    ) throws {
        let before = try sandbox.commit("translations", in: "app")
        let refused = set("Salut")
        #expect(refused.status == 2, "\(refused)", sourceLocation: sourceLocation)
        #expect(refused.errors.contains(words), "\(refused)", sourceLocation: sourceLocation)
        #expect(
            refused.errors.contains("`\(hint)"), "\(refused)", sourceLocation: sourceLocation)
        #expect(
            try sandbox.commit("translations", in: "app") == before, sourceLocation: sourceLocation)
        try mend()
        let written = set("Coucou")
        #expect(written.status == 0, "\(written)", sourceLocation: sourceLocation)
        if let tree {
            #expect(
                try sandbox.git("status", "--porcelain", in: tree) == "",
                sourceLocation: sourceLocation)
        }
        #expect(try RepositoryCheck(sandbox.open("app")).run().isOK, sourceLocation: sourceLocation)
    }

    // MARK: Unreadable work trees

    /// A cycle of links represents a directory that the user may not read: it stops root, too.
    @Test(arguments: ["worktrees", "worktrees/tree/HEAD", "worktrees/tree/gitdir"])
    func aWorkTreeThatCannotBeInspected(file: String) throws {
        let path = sandbox.directory + "/app/.git/" + file
        let files = FileManager.default
        try files.moveItem(atPath: path, toPath: sandbox.directory + "/aside")
        try files.createSymbolicLink(atPath: path, withDestinationPath: path)
        try expectRefused(
            "the work trees of the repository cannot be inspected: ", hint: "dragoman fsck`"
        ) {
            try files.removeItem(atPath: path)
            try files.moveItem(atPath: sandbox.directory + "/aside", toPath: path)
        }
    }

    /// Git leaves one while an editor is open, or if it was killed.
    @Test func aLockOfTheIndexIsNamed() throws {
        let index = sandbox.directory + "/app/.git/worktrees/tree/index"
        try sandbox.write("x", to: "tree/other")
        try sandbox.git("add", "other", in: "tree")
        try FileManager.default.copyItem(atPath: index, toPath: index + ".aside")
        try sandbox.git("rm", "-q", "-f", "other", in: "tree")
        try FileManager.default.moveItem(atPath: index + ".aside", toPath: index + ".lock")
        let before = try sandbox.commit("translations", in: "app")
        let refused = set("Salut")
        #expect(refused.status == 2, "\(refused)")
        #expect(
            refused.errors.contains(
                "the file $SANDBOX/app/.git/worktrees/tree/index.lock.\n"),
            "\(refused)")
        #expect(try sandbox.commit("translations", in: "app") == before)
        try FileManager.default.removeItem(atPath: index + ".lock")
        #expect(set("Salut").status == 0)
        #expect(try sandbox.git("status", "--porcelain", in: "tree") == "")
    }

    // MARK: Git operations in progress

    private let editing = ["GIT_SEQUENCE_EDITOR": "sed -i '1s/^pick/edit/'"]

    @Test func aRebase() throws {
        try sandbox.git("rebase", "-q", "-i", "HEAD~1", in: "tree", environment: editing)
        try expectRefused("`git rebase` is in progress", hint: "git rebase --continue`") {
            try sandbox.git("rebase", "--abort", in: "tree")
        }
    }

    @Test func aRebaseByPatches() throws {
        let path = "tree/README.md"
        let text = try sandbox.read(path)
        try sandbox.git("checkout", "-q", "-b", "other", "HEAD~1", in: "tree")
        try sandbox.write("other\n", to: path)
        try sandbox.git("commit", "-q", "-am", "other", in: "tree")
        try sandbox.git("checkout", "-q", "translations", in: "tree")
        try sandbox.write(text + "mine\n", to: path)
        try sandbox.git("commit", "-q", "-am", "mine", in: "tree")
        _ = try? sandbox.git("rebase", "-q", "--apply", "other", in: "tree")
        try expectRefused("`git rebase` is in progress", hint: "git rebase --continue`") {
            try sandbox.git("rebase", "--abort", in: "tree")
        }
    }

    @Test func aRebaseThatTakesTheBranchAlong() throws {
        try sandbox.git("checkout", "-q", "-b", "top", in: "tree")
        try sandbox.git("commit", "-q", "--allow-empty", "-m", "top", in: "tree")
        try sandbox.git(
            "rebase", "-q", "-i", "--update-refs", "HEAD~2", in: "tree", environment: editing)
        try expectRefused("`git rebase` is in progress", hint: "git rebase --continue`") {
            try sandbox.git("rebase", "--abort", in: "tree")
        }
    }

    @Test func aBisection() throws {
        try sandbox.git("bisect", "start", "HEAD", "HEAD~3", in: "tree")
        try expectRefused("`git bisect` is in progress", hint: "git bisect reset`") {
            try sandbox.git("bisect", "reset", in: "tree")
        }
    }

    @Test func patchesOfMail() throws {
        try sandbox.write("text\n", to: "tree/README.md")
        try sandbox.git("commit", "-q", "-am", "text", in: "tree")
        let patch = try sandbox.git("format-patch", "-1", "--stdout", in: "tree")
        try sandbox.write(patch, to: "patch")
        try sandbox.write("another\n", to: "tree/README.md")
        try sandbox.git("commit", "-q", "-am", "another", in: "tree")
        _ = try? sandbox.git("am", "-q", "../patch", in: "tree")
        try expectRefused("`git am` is in progress", hint: "git am --continue`") {
            try sandbox.git("am", "--abort", in: "tree")
        }
    }

    @Test func aMerge() throws {
        try sandbox.git("merge", "-q", "--no-ff", "--no-commit", "HEAD", in: "tree")
        try sandbox.git("checkout", "-q", "-b", "side", "HEAD~1", in: "tree")
        try sandbox.git("commit", "-q", "--allow-empty", "-m", "side", in: "tree")
        try sandbox.git("checkout", "-q", "translations", in: "tree")
        try sandbox.git("merge", "-q", "--no-commit", "side", in: "tree")
        try expectRefused("`git merge` is in progress", hint: "git merge --continue`") {
            try sandbox.git("merge", "--abort", in: "tree")
        }
    }

    /// Makes two commits, each of which changes the line that the previous one wrote.
    private func commitLines() throws {
        for text in ["one\n", "two\n"] {
            try sandbox.write(text, to: "tree/README.md")
            try sandbox.git("commit", "-q", "-am", text, in: "tree")
        }
    }

    /// A single commit, and several, which Git records in a list.
    @Test(arguments: [["side~1"], ["side~1", "side"]])
    func aCherryPick(commits: [String]) throws {
        try sandbox.git("checkout", "-q", "-b", "side", in: "tree")
        try commitLines()
        try sandbox.git("checkout", "-q", "translations", in: "tree")
        try sandbox.write("another\n", to: "tree/README.md")
        try sandbox.git("commit", "-q", "-am", "another", in: "tree")
        try sandbox.execute("/usr/bin/env", ["git", "cherry-pick"] + commits, in: "tree")
        try expectRefused(
            "`git cherry-pick` is in progress", hint: "git cherry-pick --continue`"
        ) {
            try sandbox.git("cherry-pick", "--abort", in: "tree")
        }
    }

    @Test(arguments: [["HEAD~1"], ["HEAD~1", "HEAD~2"]])
    func aRevert(commits: [String]) throws {
        try commitLines()
        try sandbox.execute(
            "/usr/bin/env", ["git", "revert", "--no-edit"] + commits, in: "tree")
        try expectRefused("`git revert` is in progress", hint: "git revert --continue`") {
            try sandbox.git("revert", "--abort", in: "tree")
        }
    }

    /// If the picked change exists already, Git stops without a change: the work tree is clean.
    @Test func aCherryPickOfWhatIsThere() throws {
        try commitLines()
        _ = try? sandbox.git("cherry-pick", "HEAD", in: "tree")
        #expect(try sandbox.git("status", "--porcelain", in: "tree") == "")
        try expectRefused(
            "`git cherry-pick` is in progress", hint: "git cherry-pick --continue`"
        ) {
            try sandbox.git("cherry-pick", "--abort", in: "tree")
        }
    }

    // MARK: Work trees in other places

    private func move(_ old: String, _ new: String) throws {
        try FileManager.default.moveItem(
            atPath: "\(sandbox.directory)/\(old)", toPath: "\(sandbox.directory)/\(new)")
    }

    @Test func aWorkTreeThatWasMoved() throws {
        try move("tree", "moved")
        try expectRefused("is no longer at", hint: "git worktree repair", tree: "moved") {
            try sandbox.git("worktree", "repair", in: "moved")
        }
    }

    @Test func aWorkTreeThatIsGone() throws {
        try FileManager.default.removeItem(atPath: sandbox.directory + "/tree")
        try expectRefused("is no longer at", hint: "git worktree repair", tree: nil) {
            try sandbox.git("worktree", "prune", in: "app")
        }
    }

    @Test func aLockedWorkTreeThatIsAway() throws {
        try sandbox.git("worktree", "lock", "../tree", in: "app")
        try move("tree", "moved")
        #expect(set("Salut").errors.contains("`git worktree unlock "))
        try expectRefused("is no longer at", hint: "git worktree repair") {
            try move("moved", "tree")
        }
    }

    @Test(arguments: [false, true]) func aPlaceThatAnotherRepositoryTook(
        isLinked: Bool
    ) throws {
        try move("tree", "moved")
        try sandbox.git("init", "-q", isLinked ? "other" : "tree")
        if isLinked {
            try sandbox.git("commit", "-q", "--allow-empty", "-m", "other", in: "other")
            try sandbox.git("worktree", "add", "-q", "../tree", in: "other")
        }
        try expectRefused(
            "another repository is there", hint: "git worktree repair", tree: "moved"
        ) {
            try sandbox.git("worktree", "repair", "../moved", in: "app")
        }
        #expect(try sandbox.git("status", "--porcelain", in: "tree") == "")
        try FileManager.default.removeItem(atPath: sandbox.directory + "/moved")
        try FileManager.default.removeItem(atPath: sandbox.directory + "/app/.git/worktrees/tree")
        #expect(set("Salut").status == 0)
    }

    // MARK: Indices

    @Test func aSplitIndex() throws {
        try sandbox.git("update-index", "--split-index", in: "tree")
        try expectRefused("index is split", hint: "git update-index --no-split-index`") {
            try sandbox.git("update-index", "--no-split-index", in: "tree")
        }
    }

    @Test func aSparseCheckout() throws {
        try sandbox.git("update-index", "--skip-worktree", "README.md", in: "tree")
        try FileManager.default.removeItem(atPath: sandbox.directory + "/tree/README.md")
        try expectRefused("which is sparse", hint: "git sparse-checkout disable`") {
            try sandbox.git("sparse-checkout", "disable", in: "tree")
            try switchWorktreeConfigOff()
        }
    }

    /// Follows the hint.
    private func switchWorktreeConfigOff() throws {
        let isBare = try sandbox.git("rev-parse", "--is-bare-repository", in: "app")
        try sandbox.git("config", "core.bare", String(isBare.dropLast()), in: "app")
        try sandbox.git("config", "--unset", "extensions.worktreeConfig", in: "app")
    }

    @Test func aSparseCheckoutWithSettingsOfItsOwn() throws {
        try sandbox.git("sparse-checkout", "set", "--no-cone", "/README.md", in: "tree")
        let refused = set("Salut")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("“worktreeConfig”"))
        #expect(
            refused.errors.contains("`git config core.bare $(git rev-parse --is-bare-repository)`"))
        try sandbox.git("sparse-checkout", "disable", in: "tree")
        try switchWorktreeConfigOff()
        #expect(set("Salut").status == 0)
        #expect(try sandbox.git("status", "--porcelain", in: "tree") == "")
    }

    @Test func aSparseIndex() throws {
        try sandbox.write("text\n", to: "tree/docs/more/page.md")
        try sandbox.git("add", ".", in: "tree")
        try sandbox.git("commit", "-q", "-m", "docs", in: "tree")
        try sandbox.git("sparse-checkout", "set", "--cone", "--sparse-index", "events", in: "tree")
        #expect(try sandbox.git("ls-files", "--sparse", "docs", in: "tree") == "docs/\n")
        try switchWorktreeConfigOff()
        try expectRefused("index is sparse", hint: "git sparse-checkout disable`") {
            try sandbox.git("sparse-checkout", "disable", in: "tree")
            try switchWorktreeConfigOff()
        }
    }

    @Test func anIndexWithoutAWorkTree() throws {
        try sandbox.git("worktree", "remove", "../tree", in: "app")
        try sandbox.write("", to: "files/.keep")
        try sandbox.git("--work-tree=../files", "checkout", "-q", "-f", in: "app")
        try expectRefused("an index but no work tree", hint: "git worktree add DIR`", tree: nil) {
            try FileManager.default.removeItem(atPath: sandbox.directory + "/app/.git/index")
        }
    }

    // MARK: Work trees that follow

    @Test func symbolicReferencesAndCoreWorktree() throws {
        try sandbox.git("symbolic-ref", "refs/heads/alias", "refs/heads/translations", in: "app")
        try sandbox.git("symbolic-ref", "HEAD", "refs/heads/alias", in: "tree")
        #expect(set("Salut").status == 0)
        #expect(try sandbox.git("status", "--porcelain", in: "tree") == "")
        try sandbox.git("worktree", "remove", "../tree", in: "app")
        try sandbox.git("symbolic-ref", "-d", "refs/heads/alias", in: "app")
        try sandbox.git("branch", "-m", "translations", "log", in: "app")
        try sandbox.git("symbolic-ref", "refs/heads/translations", "refs/heads/log", in: "app")
        try sandbox.git("worktree", "add", "-q", "../tree", "log", in: "app")
        #expect(set("Coucou").status == 0)
        #expect(try sandbox.git("status", "--porcelain", in: "tree") == "")

        try sandbox.clone("app", to: "clone")
        try sandbox.git("checkout", "-q", "-B", "translations", in: "clone")
        try sandbox.write("", to: "files/.keep")
        try sandbox.git("config", "core.worktree", "../../files", in: "clone")
        try sandbox.git("checkout", "-q", "-f", in: "clone")
        #expect(set("Allo", in: "clone").status == 0)
        #expect(
            try sandbox.git("status", "--porcelain", "-uno", in: "clone") == "")
    }

    /// The lock of a killed writer belongs to the reference that the branch points to.
    @Test func theLockOfTheReferenceThatMoves() throws {
        try sandbox.git("worktree", "remove", "../tree", in: "app")
        try sandbox.git("branch", "-m", "translations", "log", in: "app")
        try sandbox.git("symbolic-ref", "refs/heads/translations", "refs/heads/log", in: "app")
        let tip = try sandbox.commit("log", in: "app")
        let lock = "app/.git/refs/heads/log.lock"
        try sandbox.write("", to: lock)
        try sandbox.write("\(tip) \(tip) refs/heads/log\n", to: "app/.git/dragoman-state/moving")
        #expect(set("Salut").status == 0)
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory + "/" + lock))
    }
}
