import Foundation
import Machine
import Sync
import Synchronization
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// Git's own locks on the branch: of a process that died, and of one that is running.
@Suite struct BranchLockTests {
    private static let path = "app/.git/refs/heads/translations.lock"

    /// Returns a project whose branch has a lock of the given age, by the sandbox's clock.
    private static func locked(age seconds: Int64, linked: String? = nil) throws -> Sandbox {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(["locale add fr", "string add greeting Hello"], in: "app")
        if let linked {
            try sandbox.git("worktree", "add", "-q", "../\(linked)", "translations", in: "app")
        }
        let now = sandbox.host().now()
        try sandbox.write("", to: path)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(now / 1000 - seconds))],
            ofItemAtPath: sandbox.directory + "/" + path)
        return sandbox
    }

    private static func set(_ workspace: Workspace) throws -> Outcome {
        try workspace.perform(
            "set",
            .setText(
                try Workspace.language("fr") { _ in },
                StringID(section: "default", key: "greeting"), Value("Bonjour")))
    }

    private static func isThere(_ sandbox: Sandbox) -> Bool {
        FileManager.default.fileExists(atPath: sandbox.directory + "/" + path)
    }

    @Test func aStaleLockIsRemovedAndReported() throws {
        let sandbox = try Self.locked(age: 11)
        let workspace = try sandbox.open("app")
        let warnings = Warnings()
        workspace.warn = { warnings.add($0) }
        #expect(try Self.set(workspace).commit != nil)
        #expect(warnings.all == ["A stale lock on the branch was removed."])
        #expect(!Self.isThere(sandbox))
    }

    @Test func aFreshLockIsRespected() throws {
        let sandbox = try Self.locked(age: 5)
        let before = try sandbox.commit("translations", in: "app")
        let workspace = try sandbox.open("app")
        let warnings = Warnings()
        workspace.warn = { warnings.add($0) }
        let error = try #require(throws: (any Error).self) { try Self.set(workspace) }
        #expect(Refusal(error)?.code == .busy)
        #expect(warnings.all == [])
        #expect(Self.isThere(sandbox))
        #expect(try sandbox.commit("translations", in: "app") == before)
        // Reading needs no lock.
        #expect(try RepositoryCheck(workspace).run().isOK)
        sandbox.advanceClock(milliseconds: 10_000)
        #expect(try Self.set(workspace).commit != nil)
    }

    @Test func anOldLockThatAProcessHoldsIsRespected() throws {
        let sandbox = try Self.locked(age: 3600)
        let handle = try #require(
            FileHandle(forReadingAtPath: sandbox.directory + "/" + Self.path))
        let error = try #require(throws: (any Error).self) {
            try Self.set(sandbox.open("app"))
        }
        #expect(Refusal(error)?.code == .busy)
        #expect(Self.isThere(sandbox))
        try handle.close()
        #expect(try Self.set(sandbox.open("app")).commit != nil)
    }

    @Test func aFreshLockLeavesACheckedOutTreeAsItWas() throws {
        let sandbox = try Self.locked(age: 0, linked: "linked")
        let files = try sandbox.git("ls-files", in: "linked")
        #expect(throws: (any Error).self) { try Self.set(sandbox.open("app")) }
        #expect(try sandbox.git("status", "--porcelain", in: "linked") == "")
        #expect(try sandbox.git("ls-files", in: "linked") == files)
    }

    private final class Warnings: Sendable {
        private let sentences = Mutex<[String]>([])
        var all: [String] { sentences.withLock { $0 } }
        func add(_ sentence: String) { sentences.withLock { $0.append(sentence) } }
    }
}
