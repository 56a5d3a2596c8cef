import Foundation
import TestWorld
import Testing
import Texts
import Translation
import Workspace

@testable import Hosting

/// Sharing of readers, and the clients that wait for one.
@Suite(.timeLimit(.minutes(10))) struct SnapshotsTests {
    private let project: HostedProject
    private let workers = Workers()

    init() throws { project = try HostedProject() }

    private func writer() async throws -> ProjectWriter {
        let writer = ProjectWriter(
            try Workspace.open(project.path, host: project.sandbox.host()))
        try await writer.catchUp()
        return writer
    }

    /// Returns snapshots with one reader, so that all other clients wait.
    private func snapshots(
        longestQueue: Int = 100, longestWait: Double = 60, patience: Double = 60
    ) async throws -> Snapshots {
        Snapshots(
            try await writer(),
            Snapshots.Lane(
                readers: 1, longestQueue: longestQueue, longestWait: longestWait,
                patience: patience),
            on: workers.readers, keeping: workers.idleReaders)
    }

    @Test func whoWaitsForAReaderGetsOne() async throws {
        let snapshots = try await snapshots()
        let gate = Gate()
        try await withThrowingTaskGroup(of: [LanguageTag].self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await snapshots.read { snapshot in
                        gate.pass()
                        return try snapshot.locales()
                    }
                }
            }
            gate.open()
            for try await locales in group { #expect(locales.count == 2) }
        }
    }

    @Test func tooManyWhoWaitAreRefused() async throws {
        let snapshots = try await snapshots(longestQueue: 8)
        let gate = Gate()
        let refused = Counter()
        let (waiting, excess) = (8, 5)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<(1 + waiting + excess) {
                group.addTask {
                    do {
                        return try await snapshots.read { _ in
                            gate.pass()
                            return true
                        }
                    } catch is Overload {
                        refused.add()
                        return false
                    }
                }
            }
            while refused.value < excess { try await Task.sleep(for: .milliseconds(1)) }
            gate.open()
            let served = try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            #expect(served == 1 + waiting)
        }
        #expect(refused.value == excess)
    }

    /// The next read on the same connection is not affected.
    @Test func aReadThatTakesTooLongIsEnded() async throws {
        let snapshots = try await snapshots(patience: 0.05)
        for _ in 0..<3 {
            await #expect(throws: TooSlow.self) {
                try await snapshots.read { snapshot in
                    // Only an error ends the loop, most likely between two statements.
                    while true { _ = try snapshot.locales() }
                }
            }
            #expect(try await snapshots.read { try $0.locales().count } == 2)
        }
    }

    @Test func whoWaitedTooLongIsRefused() async throws {
        let snapshots = try await snapshots(longestQueue: 1, longestWait: 0)
        let (started, gate) = (Gate(), Gate())
        let first = Task {
            try await snapshots.read { _ in
                started.open()
                gate.pass()
            }
        }
        while !started.isPassable { try await Task.sleep(for: .milliseconds(1)) }
        let refused = Counter()
        let others = (0..<2).map { _ in
            Task {
                await #expect(throws: Overload.self) { try await snapshots.read { _ in } }
                refused.add()
            }
        }
        // Only one of the two may wait, and does so once the other is refused.
        while refused.value == 0 { try await Task.sleep(for: .milliseconds(1)) }
        gate.open()
        for other in others { await other.value }
        try await first.value
        #expect(try await snapshots.read { try $0.locales().count } == 2)
    }

    /// A reader does not wait for the reads of other projects, however few cores there are.
    @Test func longReadsHoldUpNobodyElse() async throws {
        let writer = try await writer()
        let busy = (0..<24).map { _ in
            Snapshots(
                writer,
                Snapshots.Lane(readers: 1, longestQueue: 8, longestWait: 60, patience: 60),
                on: workers.readers, keeping: workers.idleReaders)
        }
        let gate = Gate()
        let reads = busy.map { snapshots in
            Task { try await snapshots.read { _ in gate.spin() } }
        }
        // The time limit ends it, although all others occupy a thread each.
        let hasty = try await snapshots(patience: 0.05)
        await #expect(throws: TooSlow.self) {
            try await hasty.read { snapshot in while true { _ = try snapshot.locales() } }
        }
        gate.open()
        for read in reads { try await read.value }
    }

    @Test func anErrorOfTheReadIsThrown() async throws {
        let snapshots = try await snapshots()
        for _ in 0..<3 {
            await #expect(throws: NotRefused.self) {
                try await snapshots.read { _ in throw NotRefused() }
            }
        }
        #expect(try await snapshots.read { try $0.locales().count } == 2)
    }

    /// A read model in memory has no readers: the writer's connection serves all, even clients that
    /// already wait.
    @Test func withoutAFileNobodyIsLeftWaiting() async throws {
        let directory = project.path + "/.git/dragoman"
        try FileManager.default.removeItem(atPath: directory)
        try Data().write(to: URL(fileURLWithPath: directory))
        let snapshots = try await snapshots()
        for _ in 0..<10 {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await snapshots.read { try $0.locales().count } }
                }
                for try await count in group { #expect(count == 2) }
            }
        }
    }
}
