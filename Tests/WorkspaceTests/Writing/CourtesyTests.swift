import EventStore
import Git
import GitEventStore
import Synchronization
import TestWorld
import Testing
import Texts
import Translation

@testable import Workspace

/// A busy writer pauses during a push with plain Git.
@Suite struct CourtesyTests {
    /// A flag that tells the callers to end.
    private final class Flag: Sendable {
        let isSet = Atomic(false)
    }

    @Test func nothingPausesWithoutVisits() {
        var courtesy = Courtesy()
        let atFirst = courtesy.pauses(at: 0)
        #expect(!atFirst)
        let later = courtesy.pauses(at: 1_000_000)
        #expect(!later)
    }

    @Test func aPauseLastsUntilNobodyComesForAWhile() {
        var courtesy = Courtesy()
        courtesy.noteVisit(at: 100)
        let atTheVisit = courtesy.pauses(at: 100)
        #expect(atTheVisit)
        courtesy.noteVisit(at: 900)
        let justBefore = courtesy.pauses(at: 899 + Courtesy.afterVisit)
        #expect(justBefore)
        let afterwards = courtesy.pauses(at: 900 + Courtesy.afterVisit)
        #expect(!afterwards)
    }

    @Test func aPauseEndsWhenTheBranchWasMoved() {
        var courtesy = Courtesy()
        courtesy.noteVisit(at: 0)
        let before = courtesy.pauses(at: 0)
        #expect(before)
        courtesy.noteMove(at: 200)
        let after = courtesy.pauses(at: 200)
        #expect(!after)
    }

    @Test func whoComesAllTheTimeDoesNotStopTheWriter() {
        var courtesy = Courtesy()
        var paused = 0
        var longest = 0
        var current = 0
        for now in stride(from: Int64(0), to: 60_000, by: 10) {
            courtesy.noteVisit(at: now)
            current = courtesy.pauses(at: now) ? current + 10 : 0
            paused += current > 0 ? 10 : 0
            longest = max(longest, current)
        }
        #expect(longest <= Int(Courtesy.longest))
        #expect(paused <= 31_500)
    }

    @Test func aGitProgramIsSeenToCome() throws {
        let sandbox = try Sandbox.withProject()
        let directory = try sandbox.open("app").store.repository.commonDirectory
        let visits = try #require(GitVisits(directory))
        #expect(!visits.look())
        _ = try sandbox.git("rev-parse", "translations", in: "app")
        #expect(visits.look())
        #expect(!visits.look())
    }

    /// The writer's own changes are no visit; otherwise it would pause for itself.
    @Test func theWriterIsNoVisitor() async throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(["locale add fr", "string add title Title"], in: "app")
        let workspace = try sandbox.open("app")
        let directory = workspace.store.repository.commonDirectory
        let french = try #require(LanguageTag("fr"))
        let writer = ProjectWriter(workspace)
        try await writer.catchUp()
        let visits = try #require(GitVisits(directory))
        for number in 0..<3 {
            let title = StringID(section: "default", key: "title")
            _ = try await writer.submit(
                WriteRequest("propose", actor: nil, guid: HashedGuid("guid-\(number)")) { _ in
                    .propose(french, title, ProposeOptions(value: Value("Titre \(number)")))
                })
        }
        #expect(!visits.look())
    }

    /// Plain Git pulls and pushes while many propose: a few rounds suffice, thanks to the pauses.
    @Test(.timeLimit(.minutes(10))) func aPlainClonePushesWhilePeoplePropose() async throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(["locale add fr", "string add title Title"], in: "app")
        _ = try sandbox.git("clone", "-q", "-b", "translations", "app", "clone")
        _ = try sandbox.git("config", "user.name", "Tom", in: "clone")
        _ = try sandbox.git("config", "user.email", "tom@example.org", in: "clone")
        let french = try #require(LanguageTag("fr"))
        let writer = ProjectWriter(try sandbox.open("app"))
        let end = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<16 {
                group.addTask {
                    var step = 0
                    while !end.isSet.load(ordering: .acquiring) {
                        let text = "Titre \(caller) \(step)"
                        step += 1
                        let title = StringID(section: "default", key: "title")
                        _ = try await writer.submit(
                            WriteRequest(
                                "propose", actor: nil, guid: HashedGuid("guid-\(caller)")
                            ) { _ in .propose(french, title, ProposeOptions(value: Value(text))) })
                    }
                }
            }
            defer { end.isSet.store(true, ordering: .releasing) }
            // The writer is under load after it has made some commits.
            let start = try sandbox.git("rev-list", "--count", "translations", in: "app")
            while try sandbox.git("rev-list", "--count", "translations", in: "app") == start {
                try await Task.sleep(for: .milliseconds(50))
            }
            try await Task.sleep(for: .milliseconds(200))
            try sandbox.write("Hello\n", to: "clone/NOTES.md")
            _ = try sandbox.git("add", "NOTES.md", in: "clone")
            _ = try sandbox.git("commit", "-q", "-m", "notes", in: "clone")
            var rounds = 0
            while true {
                rounds += 1
                _ = try sandbox.git("pull", "-q", "--no-rebase", "--no-edit", in: "clone")
                if (try? sandbox.git("push", "-q", "origin", "translations", in: "clone")) != nil {
                    break
                }
                try #require(rounds < 5)
            }
        }
        let file = try sandbox.git("cat-file", "-p", "translations:NOTES.md", in: "app")
        #expect(file == "Hello\n")
    }

    /// Its own `git repack` would otherwise stop a busy writer every second.
    @Test func aRepackingIsNoVisit() throws {
        let sandbox = try Sandbox()
        try sandbox.git("init", "-q", "--bare", "repo")
        let repository = try GitRepository.open(at: sandbox.directory + "/repo")
        let room = PushRoom(repository)
        func pauses() -> Bool { room.pauses { false } }
        #expect(!pauses())
        for _ in 0..<5 {
            try repository.repacking {
                try sandbox.git("rev-parse", "--git-dir", in: "repo")
                #expect(!pauses())
                try sandbox.git("rev-parse", "--git-dir", in: "repo")
            }
            #expect(!pauses())
        }
        // A visit is ignored if the last look was long ago, as on a machine that is very busy.
        var tries = 0
        repeat {
            tries += 1
            try sandbox.git("rev-parse", "--git-dir", in: "repo")
        } while !pauses() && tries < 100
        #expect(tries < 100)
    }
}
