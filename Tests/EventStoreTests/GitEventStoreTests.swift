import EventStore
import Foundation
import Git
import GitEventStore
import TestWorld
import Testing

@Suite struct GitEventStoreTests {
    private let author = Author(name: "Ines", email: "ines@example.org", seconds: 1_795_253_400)

    private func addition(_ name: String, folder: String = "fr") -> Addition {
        Addition(
            files: [NewFile(folder: folder, name: name, content: Array("{}\n".utf8))],
            message: "add \(name)\n", author: author)
    }

    @Test func twoWritersOnOneHeadDoNotBothWin() throws {
        let sandbox = try Sandbox()
        let store = try sandbox.gitStore()
        let head = try #require(try store.head())
        _ = try store.append(addition("A001"), expecting: head)
        #expect(throws: AppendConflict.self) {
            try store.append(addition("A002"), expecting: head)
        }
    }

    @Test func theRemoteBranchIsReadWhereThereIsNoLocalOne() throws {
        let sandbox = try Sandbox()
        let store = try sandbox.gitStore()
        let head = try #require(try store.head())
        let tip = try store.append(addition("A001"), expecting: head).position
        try sandbox.git("clone", "-q", "--no-checkout", "repo", "clone")
        try sandbox.git("checkout", "-q", "--detach", in: "clone")
        try sandbox.git("branch", "-D", "translations", in: "clone")
        let clone = GitEventStore(
            repository: try .open(at: sandbox.directory + "/clone"), branch: store.branch)
        #expect(try clone.head() == tip)
        let next = try clone.append(addition("A002"), expecting: tip).position
        #expect(try clone.readBranch() == store.branch)
        #expect(
            try sandbox.git("rev-parse", "translations^", in: "clone") == tip.commit + "\n")
        #expect(
            try sandbox.git("rev-parse", "translations@{upstream}", in: "clone")
                == tip.commit + "\n")
        #expect(try clone.head() == next)
    }

    /// The caller combines them; until then, there are never more than the budget allows.
    @Test func commitsBecomePacksWhileThereAreFew() throws {
        let sandbox = try Sandbox()
        let store = try sandbox.gitStore()
        let before = store.repository.objectUsage()
        var head = try #require(try store.head())
        for number in 100..<160 {
            head = try store.append(addition("A\(number)"), expecting: head, asPack: true).position
            #expect(store.repository.packCount() == min(number - 99, 40))
        }
        let after = store.repository.objectUsage()
        #expect(after.packs == 40 && after.looseObjects > before.looseObjects)
        let other = try store.reopened()
        #expect(try other.head() == head)
        #expect(try other.difference(from: nil, to: head, folders: nil).count == 60)
        try sandbox.git("fsck", "--strict", in: "repo")
    }

    @Test func aCleanCheckoutFollowsAndADirtyOneRefuses() throws {
        let sandbox = try Sandbox()
        let store = try sandbox.gitStore()
        let head = try #require(try store.head())
        let tip = try store.append(addition("A001"), expecting: head).position
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "repo")
        let followed = try store.append(addition("A002"), expecting: tip).position
        #expect(try sandbox.git("status", "--porcelain", in: "tree") == "")
        #expect(try sandbox.git("rev-parse", "HEAD", in: "tree") == followed.commit + "\n")
        try sandbox.write("changed\n", to: "tree/dragoman.json")
        #expect(throws: DirtyWorkTree.self) {
            try store.append(addition("A003"), expecting: followed)
        }
        #expect(try store.head() == followed)
        try sandbox.git("checkout", "-q", "--", ".", in: "tree")
        _ = try store.append(addition("A003"), expecting: followed)
        #expect(try sandbox.git("status", "--porcelain", in: "tree") == "")
    }

    @Test func writersWaitForEachOther() throws {
        let sandbox = try Sandbox()
        let store = try sandbox.gitStore()
        let path = sandbox.directory + "/repo"
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            for index in 0..<10 {
                do {
                    let mine = GitEventStore(
                        repository: try .open(at: path), branch: store.branch)
                    try WriteLock.hold(in: mine.stateDirectory) {
                        guard let head = try mine.head() else { return }
                        _ = try mine.append(addition("W\(worker)\(index)XYZ"), expecting: head)
                    }
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(try sandbox.git("rev-list", "--count", "translations", in: "repo") == "41\n")
    }

    @Test func aPositionThatNoStoreMadeIsNotAnEmptyLog() throws {
        let sandbox = try Sandbox()
        let store = try sandbox.gitStore()
        let head = try #require(try store.head())
        let garbled = Position(tree: "garbled", commit: "garbled")
        #expect(throws: GitEventStore.UnknownPosition.self) {
            try store.difference(from: garbled, to: head)
        }
        #expect(throws: GitEventStore.UnknownPosition.self) {
            try store.file(atPath: GitEventStore.projectFile, in: garbled)
        }
    }

    @Test func aDirectoryThatIsMissingIsNotFilledAnew() throws {
        let sandbox = try Sandbox()
        let store = try sandbox.gitStore()
        let head = try #require(try store.head())
        let tip = try store.append(addition("A001"), expecting: head).position
        let commit = try #require(ObjectID(hex: tip.commit))
        let folder = try #require(try store.repository.entry(atPath: "events/fr", in: commit))
        let name = folder.id.description
        try FileManager.default.removeItem(
            atPath: store.repository.commonDirectory
                + "/objects/\(name.prefix(2))/\(name.dropFirst(2))")
        let damaged = GitEventStore(
            repository: try .open(at: store.repository.commonDirectory), branch: store.branch)
        let error = #expect(throws: GitError.self) {
            try damaged.append(addition("A002"), expecting: tip)
        }
        #expect(error?.isDamage == true)
        #expect(try damaged.head() == tip)
    }
}
