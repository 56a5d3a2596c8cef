import Synchronization

/// Knows whether the server is being stopped.
///
/// From then on it is not ready, and every answer closes its connection.
final class Lifecycle: Sendable {
    private let stopping = Mutex(false)

    var isStopping: Bool { stopping.withLock { $0 } }

    func stop() { stopping.withLock { $0 = true } }
}
