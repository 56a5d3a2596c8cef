import Synchronization

/// Sends values to any number of streams; of several values that a stream did not read yet, it gets the newest.
final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var next = 0
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let state = Mutex(State())

    /// Returns a stream that begins with a value.
    func stream(from first: Element) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.next += 1
            state.continuations[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
        }
        continuation.yield(first)
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
