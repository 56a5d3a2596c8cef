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
    var configuration = ServiceGroupConfiguration(
        services: [application], logger: application.logger)
    configuration.maximumGracefulShutdownDuration = .seconds(drainSeconds)
    let group = ServiceGroup(configuration: configuration)
    // One sequence for the first signal and the second: who sees the server end may be sure that the next one is a second.
    // It is watched before the server listens.
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
                    "Another program may listen there, or only root may: name another place with --listen or `server.listen`."
            )
        }
    }
}
