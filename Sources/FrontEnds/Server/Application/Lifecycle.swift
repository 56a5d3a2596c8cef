import Synchronization

/// Whether the server is shutting down.
///
/// During shutdown, the server is not ready, and every response closes its connection.
final class Lifecycle: Sendable {
    private let stopping = Mutex(false)

    var isStopping: Bool { stopping.withLock { $0 } }

    func stop() { stopping.withLock { $0 = true } }
}
