import Synchronization
public import Translation

/// How many proposals testers of a project have open, and how many they made today.
///
/// Counts are kept in memory and bounded; who is not known is counted anew by whoever asks.
public final class TesterCounts: Sendable {
    private struct State {
        var open: [HashedGuid: Int] = [:]
        var day: Int64 = 0
        var today = 0

        mutating func turn(to now: Int64) {
            let day = now / 86_400_000
            if day != self.day { (self.day, today) = (day, 0) }
        }
    }

    private static let capacity = 100_000
    private let state = Mutex(State())

    init() {}

    /// Returns how many proposals a guid has open at most, or nil if that is not known.
    public func open(of guid: HashedGuid) -> Int? { state.withLock { $0.open[guid] } }

    /// Takes a number that was counted.
    public func note(_ count: Int, openOf guid: HashedGuid) {
        state.withLock { state in
            if state.open.count >= Self.capacity { state.open.removeAll(keepingCapacity: true) }
            state.open[guid] = count
        }
    }

    /// Counts a proposal that was made; decisions on others are noticed when a guid seems to have too many.
    public func noteProposal(of guid: HashedGuid, at now: Int64) {
        state.withLock { state in
            if let count = state.open[guid] { state.open[guid] = count + 1 }
            state.turn(to: now)
            state.today += 1
        }
    }

    /// Returns how many proposals testers made on the day of a time in Unix milliseconds, since the server started.
    public func today(at now: Int64) -> Int {
        state.withLock { state in
            state.turn(to: now)
            return state.today
        }
    }
}
