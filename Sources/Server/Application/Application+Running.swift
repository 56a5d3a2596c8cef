public import Hummingbird
import ServiceLifecycle
import UnixSignals

/// Runs an application until it is told to end by SIGTERM or SIGINT.
///
/// Then it takes no new connections, answers what is under way for at most `drainSeconds`, lets its services end, and returns. A second signal
/// calls `endNow`, which is to end the process.
public func run(
    _ application: some ApplicationProtocol, drainSeconds: Int,
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
        try await group.run()
    }
}
