import HTTPTypes
import Synchronization

/// Limits the number of a server's open event streams, and ends the streams.
package final class FeedStreams: Sendable {
    /// The limits on the number of streams, and on the time between their messages.
    package struct Limits: Sendable {
        /// The maximum number of open streams.
        package var streams = 5_000
        /// The maximum number of open streams per token.
        package var ofToken = 8
        /// The maximum number of open streams without a token, per client address.
        package var ofAddress = 4
        /// The longest time without a message before a comment is sent.
        package var silence = Duration.seconds(15)

        package init() {}
    }

    fileprivate enum Sender: Hashable {
        case token(String)
        case address(ClientAddress)
    }

    private struct State {
        var counts: [Sender: Int] = [:]
        var wakers: [Int: @Sendable () -> Void] = [:]
        var nextSeat = 0
        var total = 0
        var round = 0
        var isEnding = false
    }

    let limits: Limits
    private let metrics: MetricsRegistry
    private let state = Mutex(State())

    init(limits: Limits = Limits(), metrics: MetricsRegistry) {
        self.limits = limits
        self.metrics = metrics
    }

    /// A stream's place, which counts towards the limits until it is released.
    final class Seat: Sendable {
        private let streams: FeedStreams
        private let id: Int
        private let sender: Sender

        fileprivate init(_ streams: FeedStreams, id: Int, sender: Sender) {
            self.streams = streams
            self.id = id
            self.sender = sender
        }

        deinit { streams.leave(id, sender) }

        /// Sets the function that wakes the stream when it may have to end.
        func whenWoken(_ wake: @escaping @Sendable () -> Void) {
            streams.state.withLock { $0.wakers[id] = wake }
        }
    }

    /// Returns a place for a stream.
    ///
    /// Throws `too-many` if its sender has the maximum number of streams, and `overloaded` if the
    /// server has the maximum or is stopping.
    func enter(_ principal: Principal, from address: ClientAddress?) throws(Problem) -> Seat {
        let sender: Sender
        let most: Int
        if let id = principal.tokenID {
            (sender, most) = (.token(id), limits.ofToken)
        } else {
            (sender, most) = (.address((address ?? .local).client), limits.ofAddress)
        }
        enum Answer { case seat(Int), full, tooMany }
        let answer: Answer = state.withLock { state in
            guard !state.isEnding, state.total < limits.streams else { return .full }
            guard state.counts[sender, default: 0] < most else { return .tooMany }
            state.counts[sender, default: 0] += 1
            state.total += 1
            state.nextSeat += 1
            return .seat(state.nextSeat)
        }
        switch answer {
        case .seat(let id):
            count(1)
            return Seat(self, id: id, sender: sender)
        case .full: throw Problem.overloaded
        case .tooMany:
            throw Problem(
                .tooMany, "This sender has reached the limit for open streams (\(most)).",
                hint: "Close a stream, or share one among several readers.",
                headers: [.retryAfter: "15"])
        }
    }

    private func leave(_ id: Int, _ sender: Sender) {
        state.withLock { state in
            state.wakers[id] = nil
            state.total -= 1
            let count = state.counts[sender, default: 1] - 1
            state.counts[sender] = count > 0 ? count : nil
        }
        count(-1)
    }

    private func count(_ change: Double) {
        metrics.add("dragoman_feed_streams", "Open event streams.", change)
    }

    /// Whether the server is stopping, so that all streams must end.
    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// A number that changes whenever streams must check again whether they may continue.
    var round: Int { state.withLock { $0.round } }

    /// Makes all streams check whether they may continue, because tokens or the configuration
    /// changed.
    func recheck() {
        wakeAll { $0.round += 1 }
    }

    /// Ends all streams.
    ///
    /// The clients reconnect to another server, or to this server after its restart.
    func end() {
        wakeAll { $0.isEnding = true }
    }

    private func wakeAll(_ change: (inout State) -> Void) {
        let wakers = state.withLock { state in
            change(&state)
            return Array(state.wakers.values)
        }
        for wake in wakers { wake() }
    }
}
