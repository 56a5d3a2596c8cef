import EventStore
import Foundation
import TestWorld
import Testing
import Texts
import Translation
import Workspace

@testable import Hosting

/// An open project that other processes use as well.
@Suite struct ProjectHostTests {
    private let project: HostedProject

    init() throws { project = try HostedProject() }

    @Test func whatIsWrittenIsReadAtItsPosition() async throws {
        let host = try await project.open()
        #expect(try await host.read(project.text) == nil)
        let receipt = try await host.submit(project.setting("Titre"))
        #expect(try await host.read(project.text) == Value("Titre"))
        let position = receipt.position.commit
        #expect(try await host.read(notOlderThan: position, project.text) == Value("Titre"))
        #expect(host.waitingCount == 0)
    }

    /// The read model may be deleted at any moment, even while it is open.
    @Test func aReadModelThatIsDeletedIsMadeAgain() async throws {
        let host = try await project.open()
        _ = try await host.submit(project.setting("Un"))
        #expect(try await host.read(project.text) == Value("Un"))
        // A rename removes it at once, because the host may be writing into it.
        try FileManager.default.moveItem(
            atPath: project.path + "/.git/dragoman", toPath: project.sandbox.directory + "/gone")
        #expect(try await host.read(project.text) == Value("Un"))
        _ = try await host.submit(project.setting("Deux"))
        #expect(try await host.read(project.text) == Value("Deux"))
        let listed = project.sandbox.run(["get", "fr", "title"], in: "app")
        #expect(listed.output == "Deux\n")
    }

    @Test func anEarlierPositionIsServedWithTheNewestState() async throws {
        let host = try await project.open()
        let first = try await host.submit(project.setting("Un")).position.commit
        _ = try await host.submit(project.setting("Deux"))
        #expect(try await host.read(notOlderThan: first, project.text) == Value("Deux"))
    }

    @Test(arguments: [String(repeating: "0", count: 40), "", "translations", "x"])
    func aPositionThatIsNotHereIsBehind(position: String) async throws {
        let host = try await project.open()
        await #expect {
            try await host.read(notOlderThan: position, project.text)
        } throws: { error in
            (error as? ProjectHost.Behind)?.position == position
        }
    }

    /// A commit of another branch exists here, but is not a state of the log.
    @Test func aCommitBesideTheBranchIsBehind() async throws {
        let host = try await project.open()
        let tree = try project.sandbox.git("rev-parse", "translations^{tree}", in: "app")
        let commit = try project.sandbox.git(
            "commit-tree", "-m", "x", tree.trimmingCharacters(in: .whitespacesAndNewlines),
            in: "app"
        ).trimmingCharacters(in: .whitespacesAndNewlines)
        await #expect(throws: ProjectHost.Behind.self) {
            try await host.read(notOlderThan: commit, project.text)
        }
    }

    @Test func commitsOfOthersAreSeenWhenSomebodyLooks() async throws {
        let host = try await project.open()
        _ = try project.setElsewhere("Titre")
        #expect(try await host.read(project.text) == nil)
        try await host.lookForOthers(at: .zero)
        #expect(try await host.read(project.text) == Value("Titre"))
        try await host.lookForOthers(at: .zero)
        _ = try project.setElsewhere("Nouveau titre")
        try await host.lookForOthers(at: .zero)
        #expect(try await host.read(project.text) == Value("Nouveau titre"))
    }

    @Test func commitsOfOthersAreSeenAfterTheReferencesWerePacked() async throws {
        let host = try await project.open()
        _ = try project.setElsewhere("Titre")
        try project.sandbox.git("pack-refs", "--all", in: "app")
        try await host.lookForOthers(at: .zero)
        #expect(try await host.read(project.text) == Value("Titre"))
    }

    /// A client that has seen another process's commit need not wait for the next poll.
    @Test func aPositionOfAnotherProcessIsCaughtUpWith() async throws {
        let host = try await project.open()
        let commit = try project.setElsewhere("Titre")
        #expect(try await host.read(notOlderThan: commit, project.text) == Value("Titre"))
    }

    @Test func writesBuildOnWhatOthersCommitted() async throws {
        let host = try await project.open()
        let before = try project.setElsewhere("Un")
        let receipt = try await host.submit(project.setting("Deux"))
        let parent = try project.sandbox.git(
            "rev-parse", receipt.position.commit + "^", in: "app")
        #expect(parent == before + "\n")
    }

    @Test func refusalsOfRequestsComeThrough() async throws {
        let host = try await project.open()
        let german = try #require(LanguageTag("de"))
        let title = project.title
        await #expect {
            _ = try await host.submit(
                WriteRequest("set", actor: Actor(name: "Mara", email: "mara@example.org")) { _ in
                    .setText(german, title, Value("Titel"))
                })
        } throws: { ($0 as? Refusal)?.code == .unknownLanguage }
        await #expect(throws: NotRefused.self) {
            try await host.read { _ in throw NotRefused() }
        }
    }

    /// Each reader sees consistent states that never go backwards.
    @Test func manyReadersBesideOneWriter() async throws {
        let host = try await project.open(readers: 3)
        let last = 40
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for turn in 1...last { _ = try await host.submit(project.setting("\(turn)")) }
            }
            for _ in 0..<8 {
                group.addTask {
                    var seen = 0
                    while seen < last {
                        let text = try await host.read(project.text)
                        let turn = text?.plainText.flatMap { Int($0) } ?? 0
                        #expect(turn >= seen)
                        seen = turn
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func whereThereIsNoProjectIsRefused() async throws {
        try project.sandbox.git("init", "-q", "empty")
        for directory in ["none", "empty"] {
            let settings = try #require(
                try ServerConfiguration.serving(
                    directory: project.sandbox.directory + "/" + directory,
                    on: project.sandbox.host()
                ).defaultProject)
            await #expect {
                try await ProjectHost.open(
                    settings, readers: 1, host: project.sandbox.host(), warn: { _ in })
            } throws: { $0 is Refusal }
        }
    }

    @Test func aDiskWithLittleRoomIsTriedBeforeAWriteFails() async throws {
        let host = try await project.open()
        host.lookForRoom()
        #expect(!host.isOutOfRoom)
        // The trial file cannot be created in place of a directory.
        let trial = project.path + "/.git/dragoman-state/room"
        try FileManager.default.createDirectory(
            atPath: trial, withIntermediateDirectories: false)
        host.lookForRoom(ifLessThan: 0)
        #expect(!host.isOutOfRoom)
        host.lookForRoom(ifLessThan: .max)
        #expect(host.isOutOfRoom)
        try FileManager.default.removeItem(atPath: trial)
        host.lookForRoom(ifLessThan: 0)
        #expect(!host.isOutOfRoom)
    }
}
