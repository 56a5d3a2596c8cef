import Hosting
import Logging
import Machine
import ServiceLifecycle
import Translation
import Workspace

/// The background work of a server: opens and packs projects, reads commits from other processes,
/// writes missing keys, and reloads tokens and configuration.
struct Housekeeping: Service {
    let projects: OpenProjects
    let tokens: TokenWatch
    let streams: FeedStreams
    let use: TokenUse
    let missingKeys: MissingKeyWriter
    let host: Host
    /// The configuration that the server was started with.
    let started: ServerConfiguration
    let options: ServerOptions
    let logger: Logger

    /// The interval between checks for commits from other processes.
    ///
    /// Such commits must be visible within 300 ms. Quiet projects are checked less often; see
    /// ``OpenProjects``.
    private static let interval = Duration.milliseconds(100)

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await cancelWhenGracefulShutdown { await lookAround() } }
            // These run in separate tasks, because opening or packing a project may take
            // minutes.
            tasks.addTask { await cancelWhenGracefulShutdown { await openProjects() } }
            tasks.addTask { await cancelWhenGracefulShutdown { await pack() } }
            tasks.addTask { await cancelWhenGracefulShutdown { await reload() } }
            tasks.addTask { await cancelWhenGracefulShutdown { await missingKeys.run() } }
            // The tasks end with the server; the stream of reloads may end earlier.
            try await tasks.waitForAll()
        }
        saveUse()
    }

    private func lookAround() async {
        var round = 0
        await every(Self.interval) {
            round += 1
            projects.look()
            if round % 10 == 0 { readTokens() }
            if round % 600 == 0 { saveUse() }
        }
    }

    private func openProjects() async {
        await projects.openAll()
        await options.whenReady()
        await every(.seconds(5)) {
            await projects.recover()
        }
    }

    private func pack() async {
        await every(.seconds(30)) {
            for project in projects.open { await project.packIfNeeded() }
        }
    }

    /// Repeats an action until the task is cancelled, with a pause before each run.
    private func every(_ pause: Duration, _ body: () async -> Void) async {
        while (try? await Task.sleep(for: pause)) != nil { await body() }
    }

    private func readTokens() {
        switch tokens.refresh() {
        case .unchanged: break
        case .reread(let problems):
            logger.info("The tokens were reloaded.")
            streams.recheck()
            for problem in problems {
                logger.warning("\(tokens.path), line \(problem.line): \(problem.reason)")
            }
        case .unreadable(let refusal):
            logger.error("The tokens cannot be read: \(refusal.message)")
        }
    }

    private func saveUse() {
        do {
            try use.save(keeping: tokens.tokens)
        } catch {
            logger.warning("Cannot store the times at which tokens were last used: \(error)")
        }
    }

    private func reload() async {
        for await _ in options.reloads {
            do {
                let configuration = try options.reread()
                for notice in configuration.notices { logger.warning("\(notice)") }
                projects.adopt(configuration)
                readTokens()
                streams.recheck()
                await projects.openAll()
                logger.notice("The configuration was reloaded.")
                let keys = configuration.keysForRestart(since: started)
                guard !keys.isEmpty else { continue }
                logger.warning("Restart the server to apply \(keys.joined(separator: ", ")).")
            } catch {
                let reason = Refusal(error)?.message ?? "\(error)"
                logger.error("The configuration was not reloaded: \(reason)")
            }
        }
    }
}
