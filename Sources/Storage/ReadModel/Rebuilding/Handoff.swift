package import Dispatch
import Synchronization

/// A value that another thread makes, and that its receiver waits for.
package final class Handoff<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let isMade = DispatchSemaphore(value: 0)

    /// Begins to make a value, after what the queue was given before.
    package init(on queue: DispatchQueue, _ make: @escaping @Sendable () throws -> Value) {
        queue.async { [self] in
            let made = Result { try make() }
            result.withLock { $0 = made }
            isMade.signal()
        }
    }

    /// Waits for the value and gives it away, or throws what kept it from being made; `nil` for whoever comes later.
    package func take() throws -> Value? {
        isMade.wait()
        isMade.signal()
        return try result.withLock { result in
            defer { result = nil }
            return try result?.get()
        }
    }
}
