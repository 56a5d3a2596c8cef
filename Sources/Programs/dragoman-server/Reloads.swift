import Foundation
import UnixSignals

/// SIGHUP as a stream of reload requests.
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
