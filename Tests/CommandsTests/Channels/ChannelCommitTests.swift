import Foundation
import TestWorld
import Testing

/// Commits that cannot be released, and releases whose commits are gone.
@Suite struct ChannelCommitTests {
    private static func trimmed(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test func aCommitOutsideAllBranchesIsNoRelease() throws {
        let sandbox = try ChannelVerbsTests.project()
        let commit = Self.trimmed(
            try sandbox.git("commit-tree", "-m", "lost", "translations^{tree}", in: "app"))
        let refused = sandbox.run(["channel", "set", "beta", commit], in: "app")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("No branch or tag in this repository contains"))
        try sandbox.git("tag", "found", commit, in: "app")
        let accepted = sandbox.run(["channel", "set", "beta", commit], in: "app")
        #expect(accepted.status == 0, "\(accepted)")
        #expect(accepted.errors.contains("to found, sequence 1."))
    }

    @Test func aCommitOfAnotherProjectIsNoRelease() throws {
        let sandbox = try ChannelVerbsTests.project()
        sandbox.run(["init", "second"])
        try sandbox.git("fetch", "-q", "../second", "translations:second", in: "app")
        let foreign = sandbox.run(["channel", "set", "beta", "second"], in: "app")
        #expect(foreign.status == 2)
        #expect(foreign.errors.contains("The commit second belongs to another project."))
        let tree = Self.trimmed(try sandbox.git("mktree", in: "app"))
        let empty = Self.trimmed(try sandbox.git("commit-tree", "-m", "code", tree, in: "app"))
        try sandbox.git("branch", "code", empty, in: "app")
        let code = sandbox.run(["channel", "set", "beta", "code"], in: "app")
        #expect(code.status == 2)
        #expect(code.errors.contains("contains no translations"))
    }

    @Test func aShallowCloneSaysHowToGetTheCommit() throws {
        let sandbox = try ChannelVerbsTests.project()
        sandbox.run(["channel", "set", "production", "v1"], in: "app")
        let commit = Self.trimmed(try sandbox.git("rev-parse", "v1", in: "app"))
        try sandbox.git(
            "clone", "-q", "--depth", "1", "--no-tags", "-b", "translations",
            "file://\(sandbox.directory)/app", "shallow")
        let missing = sandbox.run(["channel", "set", "beta", commit], in: "shallow")
        #expect(missing.status == 2)
        #expect(missing.errors.contains("This shallow clone has no commit \(commit)."))
        let listed = sandbox.run(["channel", "list"], in: "shallow")
        #expect(listed.status == 0)
        #expect(listed.output.contains(commit.prefix(12)))
        let text = sandbox.run(["get", "fr", "greeting", "--channel", "production"], in: "shallow")
        #expect(text.status == 2)
        #expect(text.errors.contains("points to the commit \(commit), which is not in"))
        #expect(text.errors.contains("git fetch --depth 1 origin \(commit)"))
        // Without a reference, the fetched commit is still no release that others could load.
        try sandbox.git("fetch", "-q", "--depth", "1", "origin", commit, in: "shallow")
        #expect(
            sandbox.run(["get", "fr", "greeting", "--channel", "production"], in: "shallow").output
                == "Bonjour\n")
        let loose = sandbox.run(["channel", "set", "beta", commit], in: "shallow")
        #expect(loose.status == 2)
        #expect(loose.errors.contains("This clone is shallow; `git fetch --unshallow --tags`"))
        #expect(sandbox.run(["channel", "set", "beta", "HEAD"], in: "shallow").status == 0)
    }

    /// The branch begins again with one commit, and the old ones are deleted.
    @Test func aReleaseFromBeforeTheHistoryBeganAgain() throws {
        let sandbox = try ChannelVerbsTests.project()
        sandbox.run(["channel", "set", "production", "v1"], in: "app")
        let old = Self.trimmed(try sandbox.git("rev-parse", "v1", in: "app"))
        let new = Self.trimmed(
            try sandbox.git("commit-tree", "-m", "all", "translations^{tree}", in: "app"))
        try sandbox.git("update-ref", "refs/heads/translations", new, in: "app")
        try sandbox.git("tag", "-d", "v1", "v2", in: "app")
        try sandbox.git("reflog", "expire", "--expire=now", "--all", in: "app")
        try sandbox.git("gc", "-q", "--prune=now", in: "app")
        let listed = sandbox.run(["channel", "list"], in: "app")
        #expect(listed.status == 0, "\(listed)")
        #expect(listed.output.contains(old.prefix(12)))
        let text = sandbox.run(["get", "fr", "greeting", "--channel", "production"], in: "app")
        #expect(text.status == 2)
        #expect(text.errors.contains("points to the commit \(old), which is not in"))
        let again = sandbox.run(["channel", "set", "production", old], in: "app")
        #expect(again.status == 2)
        #expect(again.errors.contains("There is no commit \(old)."))
        let current = sandbox.run(["channel", "set", "production", "translations"], in: "app")
        #expect(current.status == 0, "\(current)")
        #expect(current.errors.contains("sequence 2."))
    }
}
