import Synchronization
package import Translation

/// Counts each tester's open proposals in a project, and the day's proposals and pictures from all
/// testers.
///
/// Counts are kept in bounded memory. If a guid's count is unknown, the caller must count again.
package final class TesterCounts: Sendable {
    private struct State {
        var open: [HashedGuid: Int] = [:]
        var day: Int64 = 0
        var today = 0
        /// The day's pictures, by guid.
        var pictures: [HashedGuid: Int] = [:]

        mutating func turn(to now: Int64) {
            let day = now / 86_400_000
            if day != self.day { (self.day, today, pictures) = (day, 0, [:]) }
        }
    }

    private static let capacity = 100_000
    private let state = Mutex(State())

    init() {}

    /// Returns an upper bound on the number of a guid's open proposals, or nil if it is unknown.
    package func open(of guid: HashedGuid) -> Int? { state.withLock { $0.open[guid] } }

    /// Stores the number of a guid's open proposals, as counted by the caller.
    package func note(_ count: Int, openOf guid: HashedGuid) {
        state.withLock { state in
            if state.open.count >= Self.capacity { state.open.removeAll(keepingCapacity: true) }
            state.open[guid] = count
        }
    }

    /// Counts a new proposal.
    ///
    /// Decided proposals are not subtracted here. The caller counts again when a guid appears to
    /// have too many open proposals.
    package func noteProposal(of guid: HashedGuid, at now: Int64) {
        state.withLock { state in
            if let count = state.open[guid] { state.open[guid] = count + 1 }
            state.turn(to: now)
            state.today += 1
        }
    }

    /// Counts a picture, unless the guid or all testers have reached the day's limit.
    ///
    /// `now` is in Unix milliseconds. Returns false if a limit has been reached.
    package func countPicture(
        of guid: HashedGuid, at now: Int64, mostOfGuid: Int, most: Int
    ) -> Bool {
        state.withLock { state in
            state.turn(to: now)
            let own = state.pictures[guid, default: 0]
            guard own < mostOfGuid, state.pictures.values.reduce(0, +) < most else { return false }
            state.pictures[guid] = own + 1
            return true
        }
    }

    /// Returns the number of testers' proposals on the day of `now`, counted since the server
    /// started.
    ///
    /// `now` is in Unix milliseconds.
    package func today(at now: Int64) -> Int {
        state.withLock { state in
            state.turn(to: now)
            return state.today
        }
    }
}
