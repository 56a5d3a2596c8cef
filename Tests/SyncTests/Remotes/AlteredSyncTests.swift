import EventStore
import GitEventStore
@testable import Sync
import TestWorld
import Testing
import Translation
import Workspace

/// `sync` and `push` send no line whose bytes differ from the remote's line of the same event.
@Suite struct AlteredSyncTests {
    /// Texts that a hand edit puts in place of “Salut”, with lines smaller and greater than the
    /// original.
    static let forgeries = ["Aaaah", "Zut"]

    private let hub: Hub
    private var git: Sandbox { hub.sandbox }
    private let event: EventID

    /// `work` is a clone of the hub with a work tree; its last commit set “Salut”, and was pushed.
    init() throws {
        hub = try Hub(.path)
        try hub.sandbox.git("clone", "-q", "hub.git", "work")
        try hub.sandbox.git("config", "user.name", "Ines", in: "work")
        try hub.run("set fr greeting Salut", in: "work")
        try hub.run("sync", in: "work")
        event = try #require(try hub.sandbox.open("work").storedEvents().map(\.id).max())
    }

    /// Changes the text of the last event's line in its file.
    private func alter(to text: String) throws {
        let path = try path(of: "Salut")
        try git.write(git.read("work/" + path).replacing("Salut", with: text), to: "work/" + path)
    }

    private func path(of text: String) throws -> String {
        let names = try git.git("grep", "-l", text, "--", "events/fr", in: "work")
        return try #require(names.split(separator: "\n").first.map(String.init))
    }

    private func commit(_ words: String...) throws {
        try git.git("add", "-A", in: "work")
        let result = try git.execute(
            "/usr/bin/env", ["git", "commit", "-q", "--no-verify", "-m", "by hand"] + words,
            in: "work")
        #expect(result.status == 0, "\(result)")
    }

    private func expectRefused(_ verbs: [String], sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let (here, there) = (try git.commit("translations", in: "work"), try hub.tip)
        for verb in verbs {
            let words = try hub.refused(verb, in: "work")
            #expect(
                words.contains("different bytes here") && words.contains(event.description)
                    && words.contains("`dragoman sync --repair`"),
                "\(verb): \(words)", sourceLocation: sourceLocation)
            #expect(try git.commit("translations", in: "work") == here)
            #expect(try hub.tip == there)
        }
    }

    /// Expects that both sides have the original text, and that nothing is missing or duplicated.
    private func expectRepaired(
        _ report: Sandbox.Result, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(
            report.errors.contains("Dropped altered lines for 1 event: \(event)."), "\(report)",
            sourceLocation: sourceLocation)
        try hub.run("clone \(hub.url) fresh")
        for directory in ["work", "fresh"] {
            #expect(
                try hub.run("get fr greeting", in: directory).output == "Salut\n",
                sourceLocation: sourceLocation)
            let problems = try RepositoryCheck(git.open(directory)).run().problems
            #expect(problems.isEmpty, "\(problems)", sourceLocation: sourceLocation)
        }
        try hub.expectSame("work", "fresh", sourceLocation: sourceLocation)
        let again = try hub.run("sync", in: "work")
        #expect(again.errors.contains("Sent: nothing new."), "\(again)")
    }

    /// The event's commit was rewritten, as by a rebase with `edit` or `git filter-repo`.
    @Test(arguments: forgeries) func aRewrittenCommitIsNotSent(text: String) throws {
        try alter(to: text)
        try commit("--amend")
        try expectRefused(["sync", "sync --restore"])
        try expectRepaired(try hub.run("sync --repair", in: "work"))
    }

    /// Another user pushed meanwhile, and own work is based on the rewritten commit.
    @Test(arguments: forgeries) func workOnARewrittenCommitIsKept(text: String) throws {
        try hub.run("propose fr greeting Coucou", in: "app")
        try hub.run("sync", in: "app")
        try alter(to: text)
        try commit("--amend")
        try hub.run("string add farewell Goodbye", in: "work")
        try expectRefused(["sync"])
        try expectRepaired(try hub.run("sync --repair", in: "work"))
        #expect(try hub.run("get en farewell", in: "fresh").output == "Goodbye\n")
        #expect(try hub.run("proposals", in: "fresh").output.contains("Coucou"))
    }

    @Test(arguments: forgeries) func aCommitThatAltersAFileIsNotSent(text: String) throws {
        try alter(to: text)
        try commit()
        try expectRefused(["sync", "sync --restore"])
        try expectRepaired(try hub.run("sync --repair", in: "work"))
    }

    /// The first line stays in its file, and the altered one is in another.
    @Test(arguments: forgeries) func aSecondLineOfAnEventIsNotSent(text: String) throws {
        let path = try path(of: "Salut")
        let line = try git.read("work/" + path).replacing("Salut", with: text)
        // A program that formats JSON writes it like this.
        let spaced = line.replacing(#""id":""#, with: #""id" : ""#)
        try git.write(spaced, to: "work/events/fr/copy.jsonl")
        try commit()
        try expectRefused(["push", "sync", "sync --restore"])
        try expectRepaired(try hub.run("sync --repair", in: "work"))
    }

    /// The remote had the original line and was rewritten: the remote's line is removed.
    @Test(arguments: forgeries) func aRewrittenRemoteIsRepaired(text: String) throws {
        try git.git("clone", "-q", "hub.git", "other")
        let path = try path(of: "Salut")
        try git.write(
            git.read("other/" + path).replacing("Salut", with: text), to: "other/" + path)
        try git.git("commit", "-q", "-a", "--amend", "-m", "rewritten", in: "other")
        try git.git("push", "-q", "--force", "origin", "translations", in: "other")
        // The first fetch records the previous position of the remote's branch.
        try expectRefused(["sync", "sync"])
        try expectRepaired(try hub.run("sync --repair", in: "work"))
    }

    /// After the first line is restored, it is sent, although the remote has the altered one.
    @Test(arguments: forgeries) func theFirstLineIsSent(text: String) throws {
        try alter(to: text)
        try commit()
        try git.git("push", "-q", "origin", "translations", in: "work")
        _ = try LostEvents(git.open("work")).restore()
        try hub.run("sync", in: "work")
        #expect(try git.commit("translations", in: "work") == hub.tip)
    }
}
