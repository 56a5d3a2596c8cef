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
        let file = try #require(FileHandle(forReadingAtPath: "\(scratch.directory.path)/\(lock)"))
        #expect(try !scratch.repository.removeStaleLock(of: branch, now: 2_000_000_000))
        try file.close()
        #expect(try scratch.repository.removeStaleLock(of: branch, now: 2_000_000_000))
        try scratch.commit(["a": "2"])
    }

    @Test func `there may be no lock`() throws {
        let scratch = try Scratch()
        #expect(try !scratch.repository.removeStaleLock(of: branch, now: 2_000_000_000))
    }
}
