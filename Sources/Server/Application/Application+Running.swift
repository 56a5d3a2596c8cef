import Glibc
public import Hosting
public import Hummingbird
import NIOCore
import ServiceLifecycle
import Translation
import UnixSignals

/// Runs an application until it is told to end by SIGTERM or SIGINT.
///
/// Then it takes no new connections, answers what is under way for at most `drainSeconds`, lets its services end, and returns. A second signal
/// calls `endNow`, which is to end the process. Throws a ``Translation/Refusal`` if it cannot listen.
public func run(
    _ application: some ApplicationProtocol, at address: ListenAddress, drainSeconds: Int,
    endNow: @escaping @Sendable () -> Void
) async throws {
    let signals: [UnixSignal] = [.sigterm, .sigint]
    var configuration = ServiceGroupConfiguration(
        services: [application], gracefulShutdownSignals: signals, logger: application.logger)
    configuration.maximumGracefulShutdownDuration = .seconds(drainSeconds)
    let group = ServiceGroup(configuration: configuration)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            var count = 0
            for await _ in await UnixSignalsSequence(trapping: .sigterm, .sigint) {
                count += 1
                if count == 2 { endNow() }
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
                    "Another program may listen there, or only root may: name another place with --listen or `server.listen`."
            )
        }
    }
}
