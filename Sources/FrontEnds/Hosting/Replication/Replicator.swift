package import Machine
package import Sync
import Synchronization
import Translation
import Workspace

/// Keeps the projects of a server equal to their clones on other servers.
///
/// It synchronizes each project that has a `remote`, whether the project is open or not. Servers know
/// nothing of each other: what unites them is the log, which merges without conflicts.
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
    private let threads = WorkerPool(maximum: 4)
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
                for (settings, replica) in replicas {
                    replica.giveUp()
                    guard begin(settings, replica) else { continue }
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
            for (settings, replica) in replicas where begin(settings, replica) {
                tasks.addTask { await self.sync(settings, replica) }
            }
        }
    }

    private func sendTheRest() async {
        await withDiscardingTaskGroup { tasks in
            for (settings, replica) in replicas {
                if replica.status.unsentEvents > 0, begin(settings, replica, isDue: true) {
                    tasks.addTask { await self.sync(settings, replica) }
                }
            }
        }
        for (_, replica) in replicas { replica.giveUp(all: true) }
    }

    private var replicas: [(ProjectSettings, Replica)] {
        projects.configuration.projects.compactMap { settings in
            settings.remote.map { _ in (settings, projects.replica(of: settings.name)) }
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
        let (result, unsent) = await attempt(settings, settings.remote)
        switch result {
        case .success(let report):
            if replica.end(.success(report.commit)) { self.report(settings.name, .recovered) }
            await read(report, in: settings.name)
        case .failure(let failure):
            if replica.end(.failure(failure), unsent: unsent) {
                report(settings.name, .failed(failure.reason))
            }
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

    private func attempt(
        _ settings: ProjectSettings, _ remote: String?
    ) async -> (Result<SyncReport, SyncFailure>, unsent: Int?) {
        let sync = sync(of: settings)
        do {
            return try await threads.result { [run] in
                do {
                    return (.success(try run(sync, remote)), nil)
                } catch {
                    return (.failure(SyncFailure(error)), sync.unsentEvents(to: remote))
                }
            }
        } catch {
            return (.failure(SyncFailure(error)), nil)
        }
    }

    private func sync(of settings: ProjectSettings) -> ProjectSync {
        let last = projects.now() + ProjectSync.patience
        return ProjectSync(
            path: settings.path, committer: projects.configuration.server.identity, host: host,
            warn: { warning in self.warn(warning, of: settings.name) },
            isCancelled: {
                let now = self.projects.now()
                return now > last || self.end.withLock { $0.map { now > $0 } ?? false }
            })
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
    /// `remote` is nil for the project's `remote`, or otherwise for the one that the branch follows.
    /// Throws ``Busy`` if the running sync takes longer than ten seconds, and a
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
        let sync = sync(of: settings)
        do {
            let report = try await threads.result { [run] in try run(sync, remote) }
            if isReplication {
                replica.end(.success(report.commit))
            } else {
                replica.release()
            }
            return report
        } catch {
            if isReplication {
                replica.end(.failure(SyncFailure(error)))
            } else {
                replica.release()
            }
            throw error
        }
    }

    /// The error thrown while another sync of the project is running.
    package struct Busy: Error {}
}
