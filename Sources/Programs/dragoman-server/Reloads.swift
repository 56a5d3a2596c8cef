import Foundation
import UnixSignals

/// SIGHUP as a stream.
enum Reloads {
    static func stream() -> AsyncStream<Void> {
        AsyncStream { continuation in
            let task = Task {
                for await _ in await UnixSignalsSequence(trapping: .sighup) { continuation.yield() }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
