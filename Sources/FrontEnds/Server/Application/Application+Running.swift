import Glibc
package import Hosting
package import Hummingbird
import NIOCore
import ServiceLifecycle
import Translation
import UnixSignals

/// Runs an application until SIGTERM or SIGINT.
///
/// The server then stops accepting connections, spends at most `drainSeconds` on finishing pending
/// responses, stops its services, and returns. A second signal calls `endNow`, which should end the
/// process. Throws a ``Translation/Refusal`` if the server cannot listen.
package func run(
    _ application: some ApplicationProtocol, at address: ListenAddress, drainSeconds: Int,
    endNow: @escaping @Sendable () -> Void
) async throws {
    var configuration = ServiceGroupConfiguration(
        services: [application], logger: application.logger)
    configuration.maximumGracefulShutdownDuration = .seconds(drainSeconds)
    let group = ServiceGroup(configuration: configuration)
    // A single sequence receives both signals, so that any signal sent after the shutdown has begun
    // counts as the second. The sequence exists before the server listens.
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            var isEnding = false
            for await _ in signals {
                if isEnding { endNow() }
                isEnding = true
                await group.triggerGracefulShutdown()
            }
        }
        defer { tasks.cancelAll() }
        do {
            try await group.run()
        } catch let error as IOError {
            throw Refusal(
                .file,
                "The server cannot listen at \(address): \(String(cString: strerror(error.errnoCode))).",
                hint:
                    "Another program may be using this address, or it may require root. Choose another address with --listen or `server.listen`."
            )
        }
    }
}
