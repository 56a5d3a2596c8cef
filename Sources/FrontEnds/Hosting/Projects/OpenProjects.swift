import GitEventStore
package import Machine
import ReadModel
import Synchronization
import Translation
package import Workspace

/// The projects of a server.
///
/// At most ``maximum`` projects are open. The others use no files or threads until a request leases
/// one of them. Then the least recently used open project is closed. An open project is watched, and
/// reopened if it was replaced. It is closed when nobody has used it for ``idleTime``, unless it has
/// work in progress. A ``ProjectLease`` keeps a project open.
package final class OpenProjects: Sendable {
    enum State {
        /// The server is checking or opening the project, at startup or after it was replaced.
        /// Clients are asked to retry.
        case opening
        /// The project is closed, but can be opened.
        case resting
        /// A request is opening the project.
        case waking
        case open(ProjectHost)
        case failed(Refusal)
    }

    struct Entries {
        var configuration: ServerConfiguration
        var states: [String: State] = [:]
        /// The openings in progress, so that no project is opened twice.
        var underWay: Set<Opening> = []
        /// The state that is kept while a project is closed.
        var kept: [String: ProjectHost.Kept] = [:]
        /// The replications of projects, also of those that are no longer configured, because
        /// requests may still wait for them.
        var replicas: [String: Replica] = [:]

        mutating func replica(of name: String, now: @escaping @Sendable () -> Duration) -> Replica {
            if let replica = replicas[name] { return replica }
            let replica = Replica(now: now)
            replicas[name] = replica
            return replica
        }
        var uses: UInt64 = 0
        /// Whether projects were opened at startup.
        var hasStarted = false
        /// The tickets of requests that wait for a free place.
        var waiting: Set<UInt64> = []
        var nextTicket: UInt64 = 0

        /// The number of projects that are open or being opened by a request.
        var openCount: Int {
            states.values.count { state in
                switch state {
                case .open, .waking: true
                case .opening, .resting, .failed: false
                }
            }
        }
    }

    /// A place among the projects with open files.
    ///
    /// A project's writer holds its seat, so the project counts as open until the last thread and
    /// request have released the writer.
    final class Seat: Sendable {
        private let taken: Taken

        init(_ taken: Taken) {
            self.taken = taken
            taken.count.add(1, ordering: .relaxed)
        }

        deinit { taken.count.subtract(1, ordering: .relaxed) }

        final class Taken: Sendable {
            let count = Atomic(0)
        }
    }

    struct Opening: Hashable {
        let name: String
        let path: String

        init(_ settings: ProjectSettings) { (name, path) = (settings.name, settings.path) }
    }

    /// A callback for warnings, with the project's name and a sentence for the operator.
    package typealias Warning = @Sendable (_ project: String, _ sentence: String) -> Void
    /// A callback for changes to a project's log.
    ///
    /// It runs before the authors of the change receive their responses.
    package typealias Observer =
        @Sendable (_ project: String, _ change: ProjectWriter.Change) -> Void

    /// The maximum number of open projects.
    package let maximum: Int
    let patience: Duration
    private let workers: Workers
    /// A monotonic clock.
    let now: @Sendable () -> Duration
    let taken = Seat.Taken()
    private let host: Host
    private let readers: Int
    private let warn: Warning
    private let observer: Observer
    let entries: Mutex<Entries>

    /// Registers the configured projects; ``openAll()`` opens them.
    ///
    /// `readers` is the number of concurrent reads per project, and `maximum` the number of open
    /// projects. If no place is free, a request for a closed project waits for at most `patience`.
    /// The projects share `workers`. `now` is a monotonic clock, or nil for the system's clock.
    package init(
        _ configuration: ServerConfiguration, readers: Int, maximum: Int = .max,
        patience: Duration = .seconds(5), workers: Workers = Workers(),
        now: (@Sendable () -> Duration)? = nil, host: Host, warn: @escaping Warning,
        observer: @escaping Observer = { _, _ in }
    ) {
        self.patience = patience
        self.workers = workers
        let start = ContinuousClock.now
        self.now = now ?? { start.duration(to: .now) }
        self.maximum = max(1, maximum)
        self.host = host
        self.readers = readers
        self.warn = warn
        self.observer = observer
        var entries = Entries(configuration: configuration)
        for project in configuration.projects { entries.states[project.name] = .opening }
        self.entries = Mutex(entries)
    }

    /// The current configuration of the server.
    package var configuration: ServerConfiguration { entries.withLock { $0.configuration } }

    /// Returns the project with the given name if it is open.
    ///
    /// Throws ``ProjectUnavailable`` otherwise. The project may be closed at any time;
    /// ``lease(_:)`` keeps it open.
    package func project(named name: String) throws(ProjectUnavailable) -> ProjectHost {
        switch entries.withLock({ $0.states[name] }) {
        case .open(let project): return project
        case .opening: throw .opening
        case .resting, .waking: throw .resting
        case .failed(let refusal): throw .failed(refusal)
        case nil: throw .unknown
        }
    }

    /// The projects that are currently open.
    package var open: [ProjectHost] {
        entries.withLock { entries in
            entries.configuration.projects.compactMap { settings in
                if case .open(let project) = entries.states[settings.name] { return project }
                return nil
            }
        }
    }

    /// The reasons why the server is not ready: a line for each project that is being checked or
    /// opened at startup, has no disk space, or is cut off from its remote.
    ///
    /// A closed project is ready, because a request opens it. Projects that cannot be opened are
    /// reasons only if there are no others, because otherwise one damaged project would keep
    /// clients away from all others.
    package var unreadiness: [String] {
        entries.withLock { entries in
            var (reasons, failures): ([String], [String]) = ([], [])
            for settings in entries.configuration.projects {
                switch entries.states[settings.name] {
                case .open(let project) where project.isOutOfRoom:
                    reasons.append("\(settings.name): no disk space")
                case .open, .resting, .waking: break
                case .failed: failures.append("\(settings.name): not open")
                case .opening, nil: reasons.append("\(settings.name): starting")
                }
            }
            let isUseless = failures.count == entries.configuration.projects.count
            return reasons + (isUseless ? failures : [])
        } + lags
    }

    /// The number of projects that cannot be opened.
    package var failureCount: Int {
        entries.withLock { entries in
            entries.states.values.count { if case .failed = $0 { true } else { false } }
        }
    }

    /// The maximum number of projects that ``openAll()`` checks or opens concurrently.
    private static let openings = 8
    /// The maximum number of projects that are opened at startup.
    ///
    /// A server with a few projects thus answers its first requests quickly. With many projects,
    /// most are not used soon.
    private static let openedAtStart = 8

    /// Checks new projects, and retries failed projects.
    ///
    /// The first call also opens the first few projects. A project that cannot be opened does not
    /// affect the others. Projects that are already being opened are skipped. A project that was
    /// checked stays closed until a request needs it.
    package func openAll() async {
        let settings = entries.withLock { entries in
            let mostOpened = entries.hasStarted ? 0 : min(maximum, Self.openedAtStart)
            entries.hasStarted = true
            let settings = entries.configuration.projects.filter { settings in
                switch entries.states[settings.name] {
                case .open, .resting, .waking: false
                case .opening, .failed, nil:
                    entries.underWay.insert(Opening(settings)).inserted
                }
            }
            return settings.enumerated().map { index, settings in
                var opens = index < mostOpened
                // A project that was in use before it failed or was replaced is opened again, to
                // find out whether it can be used.
                if entries.kept[settings.name] != nil { opens = true }
                return (settings, opens)
            }
        }
        await withTaskGroup(of: Void.self) { tasks in
            for (index, (settings, opens)) in settings.enumerated() {
                if index >= Self.openings { await tasks.next() }
                tasks.addTask { await self.check(settings, opens: opens) }
            }
        }
    }

    /// Opens a project if there is room and `opens` is true, or else checks that it exists.
    private func check(_ settings: ProjectSettings, opens: Bool) async {
        // The lock prevents two projects from taking the last seat.
        let seat = entries.withLock { _ in
            opens && taken.count.load(ordering: .relaxed) < maximum ? Seat(taken) : nil
        }
        if let seat { return await open(settings, seat) }
        do {
            _ = try await workers.openers.result { [host] in
                try Workspace.project(in: settings.path, host: host)
            }
            finish(settings, .success(nil))
        } catch {
            finish(settings, .failure(error))
        }
    }

    /// Opens a project.
    ///
    /// `seat` lives as long as the project's writer.
    func open(_ settings: ProjectSettings, _ seat: Seat) async {
        let name = settings.name
        let kept = entries.withLock { entries in
            let kept =
                entries.kept[name]
                ?? ProjectHost.Kept(replica: entries.replica(of: name, now: now))
            entries.kept[name] = kept
            return kept
        }
        do {
            let project = try await ProjectHost.open(
                settings, committer: configuration.server.identity, readers: readers, kept: kept,
                workers: workers, host: host, warn: { [warn] in warn(name, $0) },
                observer: { [observer, now] change in
                    kept.pace.withLock { $0.noteChange(at: now()) }
                    kept.replica.note(change)
                    withExtendedLifetime(seat) { observer(name, change) }
                })
            finish(settings, .success(project))
        } catch {
            finish(settings, .failure(error))
        }
    }

    /// Records the result of opening a project; success without a project means that it stays
    /// closed.
    private func finish(
        _ settings: ProjectSettings, _ result: Result<ProjectHost?, any Error>
    ) {
        let name = settings.name
        let state: State
        do {
            state = try result.get().map { .open($0) } ?? .resting
        } catch {
            let refusal =
                Refusal(error)
                ?? Refusal(.repository, "The project cannot be opened: \(error).", hint: "")
            state = .failed(refusal)
        }
        let isNews = entries.withLock { entries in
            entries.underWay.remove(Opening(settings))
            guard let current = entries.configuration.project(named: name),
                current.path == settings.path
            else { return false }
            if case .open(let project) = state {
                // The settings may have changed during the opening.
                project.adopt(current)
                // The request that opened the project has not used it yet.
                entries.uses += 1
                project.usage.note(entries.uses, at: now())
            }
            if case .failed(let new) = state, case .failed(let old) = entries.states[name] {
                entries.states[name] = state
                return new != old
            }
            entries.states[name] = state
            return true
        }
        if isNews, case .failed(let refusal) = state { warn(name, refusal.message) }
    }

    /// Reads commits from other processes, and detects replaced repositories, in projects whose
    /// check is due.
    ///
    /// The server calls this ten times a second.
    package func look() {
        let now = now()
        for project in open where project.isCheckDue(at: now) {
            guard project.isInPlace else {
                reopen(project)
                continue
            }
            // A project with many new commits must not delay the checks of the others.
            Task { await look(at: project, now) }
        }
    }

    private func look(at project: ProjectHost, _ now: Duration) async {
        do {
            try await project.lookForOthers(at: now)
        } catch {
            let reason = Refusal(error)?.message ?? "\(error)"
            warn(project.settings.name, "Cannot read the commits of other processes: \(reason)")
        }
    }

    func reopen(_ project: ProjectHost) {
        let name = project.settings.name
        let isServed = entries.withLock { entries in
            // A new configuration may have replaced the project meanwhile.
            guard case .open(let current) = entries.states[name], current === project else {
                return false
            }
            entries.states[name] = .opening
            return true
        }
        guard isServed else { return }
        warn(name, "The repository was replaced. It will be reopened.")
    }

    /// Closes idle projects, checks whether open projects have disk space again, and retries
    /// projects that failed to open.
    ///
    /// The server calls this every five seconds.
    package func recover() async {
        closeIdle()
        for project in open { project.lookForRoom() }
        await openAll()
    }

    /// Adopts a new configuration: adds and removes projects, and applies changed settings to the
    /// others immediately.
    ///
    /// Call ``openAll()`` afterwards.
    package func adopt(_ configuration: ServerConfiguration) {
        entries.withLock { entries in
            var states: [String: State] = [:]
            for settings in configuration.projects {
                let old = entries.configuration.project(named: settings.name)
                if old?.path == settings.path, let state = entries.states[settings.name] {
                    if case .open(let project) = state { project.adopt(settings) }
                    states[settings.name] = state
                } else {
                    states[settings.name] = .opening
                }
            }
            entries.states = states
            entries.kept = entries.kept.filter { states[$0.key] != nil }
            for settings in configuration.projects {
                let old = entries.configuration.project(named: settings.name)
                guard old?.path != settings.path || old?.remote != settings.remote else { continue }
                entries.replicas[settings.name]?.reset()
            }
            entries.configuration = configuration
        }
    }
}
