import Foundation
import Git
import Testing

struct StaleLockTests {
    private let lock = ".git/refs/heads/translations.lock"

    private func scratch(lockAge age: Int64, now: Int64 = 2_000_000_000) throws -> Scratch {
        let scratch = try Scratch()
        try scratch.commit(["a": "1"])
        try scratch.directory.write("", to: lock)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(now - age))],
            ofItemAtPath: "\(scratch.directory.path)/\(lock)")
        return scratch
    }

    @Test(arguments: [(5, false), (10, false), (11, true), (-60, false)] as [(Int64, Bool)])
    func `removes old locks only`(age: Int64, isRemoved: Bool) throws {
        let scratch = try scratch(lockAge: age)
        #expect(
            try scratch.repository.removeStaleLock(of: branch, now: 2_000_000_000) == isRemoved)
        #expect((scratch.directory.read(lock) == nil) == isRemoved)
    }

    @Test func `leaves a lock that a process holds open`() throws {
        let scratch = try scratch(lockAge: 100)
        let file = open("\(scratch.directory.path)/\(lock)", O_RDONLY | O_CLOEXEC)
        try #require(file >= 0)
        #expect(try !scratch.repository.removeStaleLock(of: branch, now: 2_000_000_000))
        close(file)
        // A child of another test may have the file open until it calls exec.
        var isRemoved = false
        for _ in 0..<500 where !isRemoved {
            isRemoved = try scratch.repository.removeStaleLock(of: branch, now: 2_000_000_000)
            if !isRemoved { usleep(10_000) }
        }
        #expect(isRemoved)
        try scratch.commit(["a": "2"])
    }

    /// Git closes a lock before hooks run, and needs it until they have ended.
    @Test func `leaves a closed lock while git works in the repository`() throws {
        let scratch = try scratch(lockAge: 100)
        let git = Process()
        git.executableURL = URL(filePath: "/usr/bin/git")
        git.arguments = ["-C", scratch.directory.path, "cat-file", "--batch"]
        let (input, output) = (Pipe(), Pipe())
        (git.standardInput, git.standardOutput) = (input, output)
        try git.run()
        // Once it answers, it has changed into the directory.
        try input.fileHandleForWriting.write(contentsOf: Data("HEAD\n".utf8))
        #expect(try output.fileHandleForReading.read(upToCount: 1)?.count == 1)
        #expect(try !scratch.repository.removeStaleLock(of: branch, now: 2_000_000_000))
        try input.fileHandleForWriting.close()
        git.waitUntilExit()
        #expect(try scratch.repository.removeStaleLock(of: branch, now: 2_000_000_000))
    }

    @Test(arguments: [(5, false), (11, true)] as [(Int64, Bool)])
    func `removes old locks below a directory`(age: Int64, isRemoved: Bool) throws {
        let scratch = try scratch(lockAge: age)
        let removed = try scratch.repository.removeStaleLocks(
            below: ["refs/none", "refs/heads"], now: 2_000_000_000)
        #expect(removed == (isRemoved ? ["refs/heads/translations.lock"] : []))
        #expect((scratch.directory.read(lock) == nil) == isRemoved)
        #expect(scratch.directory.read(".git/refs/heads/translations") != nil)
    }

    @Test(arguments: ["HEAD", "ORIG_HEAD", "logs/ORIG_HEAD"])
    func `removes the old lock of a linked work tree's heads`(name: String) throws {
        let scratch = try Scratch()
        try scratch.commit(["a": "1"])
        try scratch.directory.git("worktree", "add", "-q", "--detach", "linked")
        let lock = ".git/worktrees/linked/\(name).lock"
        try scratch.directory.write("", to: lock)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_999_999_900)],
            ofItemAtPath: "\(scratch.directory.path)/\(lock)")
        let removed = try scratch.repository.removeStaleSharedLocks(now: 2_000_000_000)
        #expect(removed == ["worktrees/linked/\(name).lock"])
        #expect(scratch.directory.read(lock) == nil)
    }

    @Test func `removes the old lock of a branch's reflog`() throws {
        let scratch = try Scratch()
        try scratch.commit(["a": "1"])
        let lock = ".git/logs/\(branch.rawValue).lock"
        try scratch.directory.write("", to: lock)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_999_999_900)],
            ofItemAtPath: "\(scratch.directory.path)/\(lock)")
        #expect(try scratch.repository.removeStaleLock(of: branch, now: 2_000_000_000))
        #expect(scratch.directory.read(lock) == nil)
    }

    @Test func `there may be no lock`() throws {
        let scratch = try Scratch()
        #expect(try !scratch.repository.removeStaleLock(of: branch, now: 2_000_000_000))
    }
}
