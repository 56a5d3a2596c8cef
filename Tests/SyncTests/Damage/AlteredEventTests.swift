import EventStore
import GitEventStore
@testable import Sync
import TestWorld
import Testing
import Translation
import Workspace

/// Events whose bytes were altered: history shows which line is the original, the bytes do not.
@Suite struct AlteredEventTests {
    private let git: Sandbox
    private let digest: String

    /// Texts that a hand edit puts in place of “Salut”, with lines smaller and greater than the
    /// original.
    private static let forgeries = ["Aaaah", "Zut"]

    /// `app` with some texts, and `work`, a clone with a work tree whose last event is the text
    /// “Salut”.
    init() throws {
        git = try Sandbox.withProject()
        git.perform(["locale add fr", "string add greeting Hello"], in: "app")
        try git.clone("app", to: "work")
        try git.git("config", "user.name", "Ines", in: "work")
        git.perform(["set fr greeting Salut"], in: "work")
        digest = try git.rebuiltDigest("work")
    }

    private var lastFile: String {
        get throws {
            let names = try git.git(
                "show", "--pretty=", "--name-only", "--diff-filter=A", "HEAD", in: "work")
            return try #require(names.split(separator: "\n").first.map(String.init))
        }
    }

    /// Edits the text of an event's line by hand.
    private func alter(_ path: String, to text: String) throws {
        let content = try git.read("work/" + path)
        try git.write(content.replacing("Salut", with: text), to: "work/" + path)
    }

    private func commitAll(_ words: String...) throws {
        try git.git("add", "-A", in: "work")
        let result = try git.execute(
            "/usr/bin/env", ["git", "commit", "-q", "--no-verify"] + words, in: "work")
        #expect(result.status == 0, "\(result)")
    }

    /// Expects that nothing is missing, and that restoring adds nothing.
    private func expectSound(
        _ directory: String = "work", sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let workspace = try git.open(directory)
        let report = try RepositoryCheck(workspace).run()
        #expect(report.problems.isEmpty, "\(report.problems)", sourceLocation: sourceLocation)
        #expect(report.digest == digest, sourceLocation: sourceLocation)
        let restored = try LostEvents(workspace).restore()
        #expect(restored.commit == nil, sourceLocation: sourceLocation)
    }

    @Test(arguments: forgeries) func aResetTookTheAlterationBack(text: String) throws {
        try alter(lastFile, to: text)
        try commitAll("-m", "by hand")
        try git.git("reset", "-q", "--hard", "HEAD~1", in: "work")
        try expectSound()
    }

    @Test(arguments: forgeries) func anAmendTookTheAlterationBack(text: String) throws {
        let path = try lastFile
        try alter(path, to: text)
        try commitAll("-m", "by hand")
        try git.git("checkout", "-q", "HEAD~1", "--", path, in: "work")
        try commitAll("--amend", "--allow-empty", "-m", "as it was")
        try expectSound()
    }

    @Test(arguments: forgeries) func aFetchBroughtWhatWasForcedBack(text: String) throws {
        try git.git("push", "-q", "origin", "translations", in: "work")
        try git.clone("app", to: "other")
        try alter(lastFile, to: text)
        try commitAll("-m", "by hand")
        try git.git("push", "-q", "origin", "translations", in: "work")
        try git.git("fetch", "-q", in: "other")
        try git.git("reset", "-q", "--hard", "HEAD~1", in: "work")
        try git.git("push", "-q", "--force", "origin", "translations", in: "work")
        try git.git("fetch", "-q", in: "other")
        try expectSound("other")
    }

    /// A clone that receives the alteration and then its reversal misses nothing.
    @Test(arguments: forgeries) func aSyncTakesOverWhatTookTheAlterationBack(text: String) throws {
        let path = try lastFile
        try alter(path, to: text)
        try commitAll("-m", "by hand")
        try git.git("push", "-q", "origin", "translations", in: "work")
        try git.clone("app", to: "other")
        try git.git("revert", "--no-edit", "HEAD", in: "work")
        try git.git("push", "-q", "origin", "translations", in: "work")
        git.perform(["sync"], in: "other")
        try expectSound("other")
    }

    /// Only the original line is restored, whatever other lines had its id.
    @Test(arguments: forgeries) func onlyTheFirstOfSeveralLostLinesIsRestored(text: String) throws {
        let path = try lastFile
        try alter(path, to: text)
        try commitAll("-m", "by hand")
        try git.git("rm", "-q", path, in: "work")
        try commitAll("-m", "away")
        let workspace = try git.open("work")
        #expect(try RepositoryCheck(workspace).run().problems.count { $0.isError } == 1)
        #expect(try LostEvents(workspace).restore().lines == 1)
        try expectSound()
    }

    /// `fsck` names the wrong line, before and after the original is restored, until it is removed.
    @Test(arguments: forgeries) func theWrongLineIsNamedUntilItIsGone(text: String) throws {
        let path = try lastFile
        try alter(path, to: text)
        try commitAll("-m", "by hand")
        let workspace = try git.open("work")
        let altered = try #require(try RepositoryCheck(workspace).run().problems.first)
        #expect(altered.problem.contains("altered the event"))
        #expect(altered.path == path && altered.line == 1)
        #expect(try LostEvents(workspace).restore().lines == 1)
        let problems = try RepositoryCheck(workspace).run().problems
        #expect(problems.map(\.path) == [path] && problems.map(\.line) == [1], "\(problems)")
        #expect(problems.first?.problem.contains("came first") == true)
        try git.git("rm", "-q", path, in: "work")
        try commitAll("-m", "away")
        try expectSound()
    }

    /// Contradicting lines stay in separate files, so that one can be removed.
    @Test(arguments: forgeries) func gatheringLeavesContradictionsAlone(text: String) throws {
        let path = try lastFile
        try alter(path, to: text)
        try commitAll("-m", "by hand")
        git.perform((0..<6).map { "set fr greeting \($0)" }, in: "work")
        try git.git("remote", "remove", "origin", in: "work")
        let workspace = try git.open("work")
        #expect(try LostEvents(workspace).restore().lines == 1)
        let contents = try RepositoryCheck(workspace).run().problems.map(\.path)
        let gathered = try Gatherer(workspace).gather(olderThan: Int64.min / 2) { _ in }
        #expect(gathered.removedFiles >= 4)
        #expect(contents == [path])
        #expect(try RepositoryCheck(workspace).run().problems.map(\.path) == [path])
        #expect(try git.read("work/" + path).contains(text))
    }

    // MARK: Undecided by ancestry

    /// Amends the event's commit before others build on it: neither line is in an ancestor of the
    /// other.
    private func amend(_ text: String) throws -> (id: EventID, commit: String) {
        let commit = try git.commit("HEAD", in: "work")
        let id = try #require(try git.open("work").storedEvents().map(\.id).max())
        try alter(lastFile, to: text)
        try commitAll("--amend", "-m", "otherwise")
        return (id, commit)
    }

    @Test(arguments: forgeries) func whatCannotBeToldIsShownAndNotRestored(text: String) throws {
        let (id, commit) = try amend(text)
        let path = try lastFile
        let workspace = try git.open("work")
        let report = try RepositoryCheck(workspace).run()
        let problem = try #require(report.problems.first)
        #expect(report.problems.count == 1 && !report.isOK, "\(report.problems)")
        #expect(problem.path == path && problem.line == 1 && problem.event == id)
        #expect(problem.problem.contains("unknown which came first"), "\(problem)")
        #expect(
            problem.variants.map(\.place) == ["\(id)@\(commit.prefix(12))", "\(path):1"])
        let lines = problem.variants.map { String(decoding: $0.line, as: UTF8.self) }
        #expect(lines[0].contains("Salut") && lines[1].contains(text))
        let untouched = try LostEvents(workspace).restore()
        #expect(untouched.commit == nil && untouched.undecided == 1)
        #expect(throws: Refusal.self) { try LostEvents(workspace).restore(["\(id)@ffff"]) }
    }

    /// The user decides with both lines at hand: restores the missing one by name, and removes the
    /// wrong one.
    @Test(arguments: forgeries) func whatIsNamedIsRestoredBesideTheOther(text: String) throws {
        let (id, commit) = try amend(text)
        let path = try lastFile
        let workspace = try git.open("work")
        #expect(try LostEvents(workspace).restore(["\(id)@\(commit.prefix(8))"]).lines == 1)
        let both = try RepositoryCheck(workspace).run().problems
        #expect(Set(both.map(\.path)).contains(path) && both.count == 2, "\(both)")
        #expect(both.allSatisfy { $0.problem.contains("unknown which came first") && $0.line == 1 })
        try git.git("rm", "-q", path, in: "work")
        try commitAll("-m", "the other one is right")
        try expectSound()
        // This holds in a clone without the amended commit.
        try git.git("clone", "-q", "work", "other")
        try expectSound("other")
    }

    @Test(arguments: forgeries) func theOtherDecisionHoldsToo(text: String) throws {
        let (id, _) = try amend(text)
        let workspace = try git.open("work")
        #expect(try LostEvents(workspace).restore([id.description.lowercased()]).lines == 1)
        try git.git("rm", "-q", lastFile, in: "work")
        try commitAll("-m", "what stood there is right")
        let report = try RepositoryCheck(git.open("work")).run()
        #expect(report.problems.isEmpty, "\(report.problems)")
        #expect(report.digest != digest)
    }

    /// A merge took one of the two lines, so `sync --restore` cannot decide either.
    @Test(arguments: forgeries) func aSyncRestoresNothingThatCannotBeTold(text: String) throws {
        try git.git("push", "-q", "origin", "translations", in: "work")
        try git.clone("app", to: "other")
        try git.git("config", "user.name", "Ines", in: "other")
        let (id, _) = try amend(text)
        try git.git("push", "-q", "--force", "origin", "translations", in: "work")
        try git.git("fetch", "-q", in: "other")
        try git.git("merge", "-q", "--no-edit", "-s", "ours", "origin/translations", in: "other")
        let tip = try git.commit("translations", in: "other")
        for words in [["sync"], ["sync", "--restore"]] {
            let refused = git.run(words, in: "other")
            #expect(refused.status == 2, "\(refused)")
            #expect(
                words.count == 1 || refused.errors.contains("it is unknown which came first"),
                "\(refused)")
            #expect(try git.commit("translations", in: "other") == tip)
            #expect(try git.commit("translations", in: "app") != tip)
        }
        // Restoring the event by its id gives both lines. `fsck` still reports the difference, and
        // they can be sent.
        let restored = git.run(["fsck", "--restore", id.description], in: "other")
        #expect(restored.status == 1, "\(restored)")
        let sent = git.run(["sync"], in: "other")
        #expect(sent.status == 0, "\(sent)")
        #expect(
            try git.commit("translations", in: "other") == git.commit("translations", in: "app"))
    }

    /// Another line may have been first before the border of a shallow clone.
    @Test(arguments: forgeries) func aHistoryThatIsCutCannotTell(text: String) throws {
        try alter(lastFile, to: text)
        try commitAll("-m", "by hand")
        git.perform(["string add farewell Bye"], in: "work")
        try git.git(
            "clone", "-q", "--depth", "3", "file://\(git.directory)/work", "shallow")
        let workspace = try git.open("shallow")
        let errors = try RepositoryCheck(workspace).run().problems.filter(\.isError)
        #expect(errors.count == 1 && errors.first?.variants.count == 2, "\(errors)")
        #expect(try LostEvents(workspace).restore().undecided == 1)
    }
}
