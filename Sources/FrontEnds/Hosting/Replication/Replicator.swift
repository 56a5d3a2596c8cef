package import Machine
package import Sync
import Synchronization
import Translation
import Workspace

/// Keeps the projects of a server equal to their clones on other servers.
///
/// Synchronizes each project that has a `remote`, whether the project is open or not. Servers do
/// not know each other. They share only the log, whose copies merge without conflicts.
package final class Replicator: Sendable {
    /// Something that the operator should know.
    package enum Report: Sendable, Equatable {
        case failed(String)
        /// A sync succeeded after a failure.
        case recovered
        case warning(String)
    }

    /// Runs a sync; tests replace it.
    typealias Run = @Sendable (ProjectSync, _ remote: String?) throws -> SyncReport

    private let projects: OpenProjects
    private let host: Host
    private let run: Run
    private let report: @Sendable (_ project: String, Report) -> Void
    /// The threads of the syncs, which mostly wait for the network.
    private let threads = WorkerPool(maximum: 8)
    /// The threads for projects whose last sync failed, so that a remote that does not answer
    /// delays only others like it.
    private let retryThreads = WorkerPool(maximum: 2)
    /// The threads of the syncs that requests ask for.
    private let requestThreads = WorkerPool(maximum: 4)
    /// The time at which all syncs end because the server ends.
    private let end = Mutex<Duration?>(nil)
    /// The warnings that were reported, so that no sync repeats them.
    private let warnings = Mutex<Set<String>>([])

    /// The interval between checks for syncs that are due.
    private static let interval = Duration.milliseconds(50)
    /// The time for the last syncs when the server ends.
    private static let lastPatience = Duration.seconds(10)
    private static let mostWarnings = 1_000

    package convenience init(
        _ projects: OpenProjects, host: Host,
        report: @escaping @Sendable (_ project: String, Report) -> Void
    ) {
        self.init(projects, host: host, run: { try $0.run(with: $1) }, report: report)
    }

    init(
        _ projects: OpenProjects, host: Host, run: @escaping Run,
        report: @escaping @Sendable (_ project: String, Report) -> Void
    ) {
        self.projects = projects
        self.host = host
        self.run = run
        self.report = report
    }

    // MARK: Running

    /// Synchronizes projects until the task is cancelled, and then sends what is left.
    package func run() async {
        await withDiscardingTaskGroup { tasks in
            repeat {
                for (settings, replica) in projects.replicated where begin(settings, replica) {
                    tasks.addTask { await self.sync(settings, replica) }
                }
            } while (try? await Task.sleep(for: Self.interval)) != nil
            end.withLock { $0 = projects.now() + Self.lastPatience }
        }
        await sendTheRest()
    }

    /// Synchronizes the projects whose sync is due, and returns when that is done.
    func runOnce() async {
        await withDiscardingTaskGroup { tasks in
            for (settings, replica) in projects.replicated where begin(settings, replica) {
                tasks.addTask { await self.sync(settings, replica) }
            }
        }
    }

    private func sendTheRest() async {
        await withDiscardingTaskGroup { tasks in
            for (settings, replica) in projects.replicated
            where !replica.isAllSent && begin(settings, replica, isDue: true) {
                tasks.addTask { await self.sync(settings, replica) }
            }
        }
    }

    private func begin(
        _ settings: ProjectSettings, _ replica: Replica, isDue: Bool = false
    ) -> Bool {
        var random = host.random
        return replica.begin(
            every: .milliseconds(settings.syncInterval), isDue: isDue,
            random: Double.random(in: 0..<1, using: &random))
    }

    private func sync(_ settings: ProjectSettings, _ replica: Replica) async {
        let threads = replica.status.failures > 0 ? retryThreads : threads
        _ = try? await replicate(settings, replica, on: threads)
    }

    /// Runs a sync that ``begin(_:_:isDue:)`` has begun, and reports how it ended.
    private func replicate(
        _ settings: ProjectSettings, _ replica: Replica, on threads: WorkerPool
    ) async throws -> SyncReport {
        let (sync, remote) = (sync(of: settings), settings.remote)
        do {
            let result = try await run(sync, with: remote, on: threads)
            if replica.end(.success(result.commit)) { report(settings.name, .recovered) }
            await read(result, in: settings.name)
            return result
        } catch {
            let unsent = try? await threads.result { sync.unsentEvents(to: remote) }
            let failure = SyncFailure(error)
            if replica.end(.failure(failure), unsent: unsent ?? nil) {
                report(settings.name, .failed(failure.reason))
            }
            throw error
        }
    }

    /// Shows the received events to the clients of an open project at once.
    private func read(_ report: SyncReport, in name: String) async {
        guard report.received.events > 0, let project = try? projects.project(named: name) else {
            return
        }
        // A failure is reported by the regular checks for commits from other processes.
        try? await project.catchUp()
    }

    private func run(
        _ sync: ProjectSync, with remote: String?, on threads: WorkerPool
    ) async throws -> SyncReport {
        try await threads.result { [self] in
            var sync = sync
            // The time in the queue does not count.
            let last = projects.now() + ProjectSync.patience
            sync.isCancelled = { [self] in
                let now = projects.now()
                return now > last || end.withLock { $0.map { now > $0 } ?? false }
            }
            return try run(sync, remote)
        }
    }

    private func sync(of settings: ProjectSettings) -> ProjectSync {
        ProjectSync(
            path: settings.path, committer: projects.configuration.server.identity, host: host,
            warn: { [self] in warn($0, of: settings.name) })
    }

    private func warn(_ warning: String, of project: String) {
        let isNew = warnings.withLock { warnings in
            if warnings.count >= Self.mostWarnings { warnings = [] }
            return warnings.insert("\(project) \(warning)").inserted
        }
        if isNew { report(project, .warning(warning)) }
    }

    // MARK: Requests

    /// Synchronizes a project with a remote now, after a sync that is running.
    ///
    /// `remote` is nil for the project's `remote`, or otherwise for the one that the branch
    /// follows. Throws ``Busy`` if the running sync takes longer than ten seconds, and a
    /// ``Translation/Refusal`` if the sync fails.
    package func sync(_ settings: ProjectSettings, with remote: String?) async throws -> SyncReport
    {
        let replica = projects.replica(of: settings.name)
        let remote = remote ?? settings.remote
        let isReplication = remote != nil && remote == settings.remote
        let patience = projects.now() + .seconds(10)
        while !(isReplication ? begin(settings, replica, isDue: true) : replica.occupy()) {
            guard projects.now() < patience else { throw Busy() }
            try await Task.sleep(for: Self.interval)
        }
        guard !isReplication else {
            return try await replicate(settings, replica, on: requestThreads)
        }
        defer { replica.release() }
        return try await run(sync(of: settings), with: remote, on: requestThreads)
    }

    /// The error thrown while another sync of the project is running.
    package struct Busy: Error {}
}
