package import Dispatch
import Synchronization

/// A value that one thread computes and another waits for.
package final class Handoff<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let isMade = DispatchSemaphore(value: 0)

    /// Starts computing a value after the earlier work on the queue.
    package init(on queue: DispatchQueue, _ make: @escaping @Sendable () throws -> Value) {
        queue.async { [self] in
            let made = Result { try make() }
            result.withLock { $0 = made }
            isMade.signal()
        }
    }

    /// Waits for the value and returns it, or throws the error of its computation; returns `nil` on
    /// later calls.
    package func take() throws -> Value? {
        isMade.wait()
        isMade.signal()
        return try result.withLock { result in
            defer { result = nil }
            return try result?.get()
        }
    }
}
