import Dispatch
import Machine
import Synchronization
import Testing

/// Threads that several owners share.
@Suite(.timeLimit(.minutes(5))) struct WorkerPoolTests {
    private final class Load: Sendable {
        private let state = Mutex((running: 0, most: 0))

        var most: Int { state.withLock { $0.most } }

        func begin() {
            state.withLock { state in
                state.running += 1
                state.most = max(state.most, state.running)
            }
        }

        func end() { state.withLock { $0.running -= 1 } }
    }

    @Test func noMoreThreadsRunThanAllowed() async throws {
        let pool = WorkerPool(maximum: 3)
        let load = Load()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 0..<200 {
                tasks.addTask {
                    try await pool.result {
                        load.begin()
                        load.end()
                    }
                }
            }
            try await tasks.waitForAll()
        }
        #expect((1...3).contains(load.most))
        #expect(pool.threadCount <= 3)
    }

    @Test func theWorkOfALaneRunsInOrder() async throws {
        let pool = WorkerPool(maximum: 4)
        let lanes = (0..<8).map { _ in WorkerLane(on: pool) }
        let seen = lanes.map { _ in Seen() }
        let group = DispatchGroup()
        for number in 0..<100 {
            for (lane, seen) in zip(lanes, seen) {
                group.enter()
                lane.async {
                    seen.numbers.withLock { $0.append(number) }
                    group.leave()
                }
            }
        }
        await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
        for seen in seen { #expect(seen.numbers.withLock { $0 } == Array(0..<100)) }
    }

    private final class Seen: Sendable {
        let numbers = Mutex<[Int]>([])
    }

    /// A lane that always has work does not keep the thread from other lanes.
    @Test func aBusyLaneLetsOthersRun() async throws {
        let pool = WorkerPool(maximum: 1)
        let (busy, other) = (WorkerLane(on: pool), WorkerLane(on: pool))
        let end = End()
        end.keepBusy(busy)
        await withCheckedContinuation { done in
            other.async {
                end.isReached.withLock { $0 = true }
                done.resume()
            }
        }
        #expect(end.isReached.withLock { $0 })
    }

    private final class End: Sendable {
        let isReached = Mutex(false)

        func keepBusy(_ lane: WorkerLane) {
            lane.async { if !self.isReached.withLock({ $0 }) { self.keepBusy(lane) } }
        }
    }

    @Test func aResultIsReturnedAndAnErrorIsThrown() async throws {
        struct Failure: Error {}
        let pool = WorkerPool(maximum: 1)
        #expect(try await pool.result { 7 } == 7)
        await #expect(throws: Failure.self) { try await pool.result { throw Failure() } }
    }
}
