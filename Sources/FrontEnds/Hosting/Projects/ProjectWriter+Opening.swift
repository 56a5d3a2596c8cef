import Dispatch
import Synchronization
import Workspace

extension ProjectWriter {
    /// Opens a reader like ``makeReader()``, but blocks the calling thread until the reader is
    /// open.
    func makeReaderWaiting() throws -> SnapshotReader {
        let answer = Answer()
        Task {
            do {
                let reader = try await makeReader()
                answer.value.withLock { $0 = .success(reader) }
            } catch {
                answer.value.withLock { $0 = .failure(error) }
            }
            answer.isThere.signal()
        }
        answer.isThere.wait()
        guard let reader = try answer.value.withLock({ $0 })?.get() else {
            throw CancellationError()
        }
        return reader
    }

    /// Hands the result of a task to a waiting thread.
    private final class Answer: Sendable {
        let value = Mutex<Result<SnapshotReader, any Error>?>(nil)
        let isThere = DispatchSemaphore(value: 0)
    }
}
