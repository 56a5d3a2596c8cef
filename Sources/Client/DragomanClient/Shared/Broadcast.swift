import Synchronization

/// Sends values to any number of streams.
///
/// A stream that lags behind keeps only the newest values.
final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var next = 0
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let state = Mutex(State())

    /// Returns a stream that buffers the given number of values.
    ///
    /// The stream starts with `first`, if it is given.
    func stream(from first: Element? = nil, keeping count: Int = 1) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(count))
        let number = state.withLock { state in
            state.next += 1
            state.continuations[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
        }
        if let first { continuation.yield(first) }
        return stream
    }

    /// Sends a value.
    func send(_ value: Element) {
        for continuation in state.withLock({ Array($0.continuations.values) }) {
            continuation.yield(value)
        }
    }

    deinit {
        for continuation in state.withLock({ Array($0.continuations.values) }) {
            continuation.finish()
        }
    }
}
