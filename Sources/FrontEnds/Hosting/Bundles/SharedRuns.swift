import Synchronization

/// Lets concurrent callers that want the same result share one run of an operation.
package final class SharedRuns<Key: Hashable & Sendable, Output: Sendable>: Sendable {
    private let tasks = Mutex<[Key: Task<Output, any Error>]>([:])

    package init() {}

    /// Returns the result of `body`, or of a run for the same key that has not ended yet.
    ///
    /// The run continues if its callers are cancelled.
    package func run(
        _ key: Key, _ body: @escaping @Sendable () async throws -> Output
    ) async throws -> Output {
        let task = tasks.withLock { tasks in
            if let task = tasks[key] { return task }
            let task = Task {
                defer { self.tasks.withLock { $0[key] = nil } }
                return try await body()
            }
            tasks[key] = task
            return task
        }
        return try await task.value
    }
}
