import Dispatch
import Synchronization

/// Waits for asynchronous work on the caller's thread, because verbs are synchronous.
enum Waiting {
    /// Returns the result of the work; rethrows its error.
    static func value<T: Sendable>(_ work: @escaping @Sendable () async throws -> T) throws -> T {
        let result = Mutex<Result<T, any Error>?>(nil)
        let bell = DispatchSemaphore(value: 0)
        Task {
            let made: Result<T, any Error>
            do { made = .success(try await work()) } catch { made = .failure(error) }
            result.withLock { $0 = made }
            bell.signal()
        }
        bell.wait()
        guard let made = result.withLock({ $0 }) else { throw CancellationError() }
        return try made.get()
    }
}
