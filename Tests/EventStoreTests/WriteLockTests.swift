import Dispatch
import Foundation
@testable import GitEventStore
import Synchronization
import TestWorld
import Testing

/// The lock for one writer at a time: the waiting writers, their order, and the time limit.
@Suite struct WriteLockTests {
    private let sandbox: Sandbox
    private var directory: String { sandbox.directory + "/dragoman" }

    init() throws { sandbox = try Sandbox() }

    /// A program that holds the lock until it is told to end.
    private final class Holder {
        private let process = Process()
        private let input = Pipe()
        var number: Int32 { process.processIdentifier }

        init(_ directory: String) throws {
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = [
                "-c",
                "exec 9<>\(directory)/write; flock 9; printf '%s\\n' $$ >&9; echo held; read end",
            ]
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            _ = output.fileHandleForReading.readData(ofLength: 5)
        }

        func end() throws {
            kill(number, SIGCONT)
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
        }

        func stop() throws {
            kill(number, SIGSTOP)
            // A process that was just stopped may not have reached that state yet.
            while true {
                let status = try String(
                    contentsOf: URL(fileURLWithPath: "/proc/\(number)/stat"), encoding: .utf8)
                if status.contains(") T ") { return }
                usleep(1000)
            }
        }
    }

    @Test func whoFindsItFreeHasItAtOnce() throws {
        let patience = WriteLock.Patience(milliseconds: 0)
        #expect(try WriteLock.hold(in: directory, patience: patience) { 1 } == 1)
        #expect(try WriteLock.hold(in: directory, patience: patience) { 2 } == 2)
        let number = try sandbox.read("dragoman/write").split(separator: " ").first
        #expect(number == "\(getpid())")
    }

    /// A writer that takes the lock repeatedly lets waiting writers go first, however slowly they
    /// wake.
    @Test func whoWaitsHasItFirst() throws {
        let hasIt = Mutex(false)
        let ended = DispatchSemaphore(value: 0)
        let directory = directory
        try WriteLock.hold(in: directory) {
            DispatchQueue(label: "waits").async {
                try? WriteLock.hold(in: directory) { hasIt.withLock { $0 = true } }
                ended.signal()
            }
            while !WaitingMark.isThere(in: directory) { usleep(1_000) }
        }
        WriteLock.letOthers(in: directory, atMost: 60_000)
        // Without the wait, this thread would get the lock again.
        try WriteLock.hold(in: directory) {}
        #expect(hasIt.withLock { $0 })
        #expect(!WaitingMark.isThere(in: directory))
        ended.wait()
    }

    @Test(arguments: [0, 50]) func whoDoesNotWaitLongIsToldWhoHoldsIt(milliseconds: Int) throws {
        try sandbox.write("", to: "dragoman/write")
        let holder = try Holder(directory)
        let timeout = try #require(throws: WriteLock.Timeout.self) {
            try WriteLock.hold(in: directory, patience: .init(milliseconds: milliseconds)) {}
        }
        #expect(timeout.holder.process == holder.number)
        #expect(timeout.holder.name == "sh")
        #expect(!timeout.holder.isStopped)
        try holder.end()
        #expect(try WriteLock.hold(in: directory, patience: .init(milliseconds: 0)) { true })
    }

    @Test func aStoppedProcessIsNamedAsSuch() throws {
        try sandbox.write("", to: "dragoman/write")
        let holder = try Holder(directory)
        try holder.stop()
        let timeout = try #require(throws: WriteLock.Timeout.self) {
            try WriteLock.hold(in: directory, patience: .init(milliseconds: 0)) {}
        }
        #expect(timeout.holder.isStopped)
        try holder.end()
    }

    @Test func whoWaitsIsToldOnceAndHasItInTheEnd() throws {
        try sandbox.write("", to: "dragoman/write")
        let holder = try Holder(directory)
        let notices = Mutex<[LockHolder]>([])
        let patience = WriteLock.Patience(milliseconds: -1) { found in
            notices.withLock { $0.append(found) }
            // A killed process releases the lock as well.
            if let number = found.process { kill(number, SIGKILL) }
        }
        #expect(try WriteLock.hold(in: directory, patience: patience) { true })
        #expect(notices.withLock { $0.map(\.process) } == [holder.number])
        try holder.end()
    }

    @Test func aNumberOfNobodyIsLeftOut() throws {
        // The file is written in place, because a replaced file would not be the locked one.
        try WriteLock.hold(in: directory) {
            let handle = try #require(FileHandle(forWritingAtPath: directory + "/write"))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data("4194304999\n".utf8))
            try handle.close()
            let timeout = try #require(throws: WriteLock.Timeout.self) {
                try WriteLock.hold(in: directory, patience: .init(milliseconds: 0)) {}
            }
            #expect(timeout.holder.process == nil)
            #expect(timeout.holder.description == "another process")
        }
    }

    /// A lock on a removed file protects nothing, so waiters switch to the new file.
    @Test func aLockFileThatWasReplacedMeanwhileIsWaitedForAgain() throws {
        for name in ["dragoman", "new"] { try sandbox.write("", to: name + "/write") }
        let first = try Holder(directory)
        let second = try Holder(sandbox.directory + "/new")
        let holders = Mutex<[Int32?]>([])
        let patience = WriteLock.Patience(milliseconds: 2000) { [sandbox, directory] found in
            holders.withLock { $0.append(found.process) }
            guard holders.withLock({ $0.count == 1 }) else { return }
            try? FileManager.default.removeItem(atPath: directory)
            try? FileManager.default.moveItem(
                atPath: sandbox.directory + "/new", toPath: directory)
            if let number = found.process { kill(number, SIGKILL) }
        }
        let timeout = try #require(throws: WriteLock.Timeout.self) {
            try WriteLock.hold(in: directory, patience: patience) {}
        }
        #expect(timeout.holder.process == second.number)
        #expect(holders.withLock { $0 } == [first.number, second.number])
        try second.end()
        try first.end()
    }

    @Test func aDirectoryThatCannotBeMadeIsAFailure() throws {
        try sandbox.write("a file", to: "dragoman")
        #expect(throws: WriteLock.Failure.self) { try WriteLock.hold(in: directory) {} }
    }
}
