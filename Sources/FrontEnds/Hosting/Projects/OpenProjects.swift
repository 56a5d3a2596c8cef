import GitEventStore
package import Machine
import ReadModel
import Synchronization
import Translation
package import Workspace

/// The projects of a server.
///
/// Each project is opened and watched. It is reopened if it failed or was replaced. At most
/// ``maximum`` projects are open. The others use no files or threads until a request leases one of
/// them. Then the least recently used open project is closed.
package final class OpenProjects: Sendable {
    private enum State {
        /// The server is opening the project, at startup or after it was replaced. Clients are
        /// asked to retry.
        case opening
        /// The project is closed, but can be opened.
        case resting
        /// A request is opening the project.
        case waking
        case open(ProjectHost)
        case failed(Refusal)
    }

    private struct Entries {
        var configuration: ServerConfiguration
        var states: [String: State] = [:]
        /// The openings in progress, so that no project is opened twice.
        var underWay: Set<Opening> = []
        /// The state that is kept while a project is closed.
        var kept: [String: ProjectHost.Kept] = [:]
        var uses: UInt64 = 0
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
    private final class Seat: Sendable {
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

    private struct Opening: Hashable {
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
    private let patience: Duration
    private let taken = Seat.Taken()
    private let host: Host
    private let readers: Int
    private let warn: Warning
    private let observer: Observer
    private let entries: Mutex<Entries>

    /// Registers the configured projects; ``openAll()`` opens them.
    ///
    /// `readers` is the number of concurrent reads per project, and `maximum` the number of open
    /// projects. If no place is free, a request for a closed project waits for at most `patience`.
    package init(
        _ configuration: ServerConfiguration, readers: Int, maximum: Int = .max,
        patience: Duration = .seconds(5), host: Host, warn: @escaping Warning,
        observer: @escaping Observer = { _, _ in }
    ) {
        self.patience = patience
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

    /// The reasons why the server is not ready: a line for each project that failed, is starting,
    /// or has no disk space.
    package var unreadiness: [String] {
        entries.withLock { entries in
            entries.configuration.projects.compactMap { settings in
                switch entries.states[settings.name] {
                case .open(let project):
                    project.isOutOfRoom ? "\(settings.name): no disk space" : nil
                case .failed: "\(settings.name): not open"
                case .resting, .waking: nil
                case .opening, nil: "\(settings.name): starting"
                }
            }
        }
    }

    /// The maximum number of projects that ``openAll()`` opens concurrently.
    private static let openings = 8

    /// Opens new projects and retries failed projects, up to ``maximum`` open projects.
    ///
    /// A project that cannot be opened does not affect the others. Projects that are already being
    /// opened are skipped. Projects beyond ``maximum`` are checked but stay closed.
    package func openAll() async {
        let settings = entries.withLock { entries in
            entries.configuration.projects.filter { settings in
                switch entries.states[settings.name] {
                case .open, .resting, .waking: false
                case .opening, .failed, nil:
                    entries.underWay.insert(Opening(settings)).inserted
                }
            }
        }
        await withTaskGroup(of: Void.self) { tasks in
            for (index, settings) in settings.enumerated() {
                if index >= Self.openings { await tasks.next() }
                tasks.addTask { await self.openIfThereIsRoom(settings) }
            }
        }
    }

    private func openIfThereIsRoom(_ settings: ProjectSettings) async {
        // The lock prevents two projects from taking the last seat.
        let seat = entries.withLock { _ in
            taken.count.load(ordering: .relaxed) < maximum ? Seat(taken) : nil
        }
        if let seat { return await open(settings, seat) }
        finish(
            settings,
            Result { try Workspace.project(in: settings.path, host: host) }.map { _ in nil })
    }

    /// Opens a project.
    ///
    /// `seat` lives as long as the project's writer.
    private func open(_ settings: ProjectSettings, _ seat: Seat) async {
        let name = settings.name
        let kept = entries.withLock { entries in
            let kept = entries.kept[name] ?? ProjectHost.Kept()
            entries.kept[name] = kept
            return kept
        }
        do {
            let project = try await ProjectHost.open(
                settings, committer: configuration.server.identity, readers: readers, kept: kept,
                host: host, warn: { [warn] in warn(name, $0) },
                observer: { [observer] change in
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
                project.usage.last.store(entries.uses, ordering: .relaxed)
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

    /// The interval between two checks for a free place.
    private static let lookout = Duration.milliseconds(5)

    /// Returns a lease on the project with the given name, and opens the project first if it is
    /// closed.
    ///
    /// The project stays open as long as the lease is held.
    ///
    /// Throws ``ProjectUnavailable``, or ``Overload`` if the other projects stay in use for too
    /// long.
    package func lease(_ name: String) async throws -> ProjectLease {
        let end = ContinuousClock.now + patience
        let ticket = entries.withLock { entries in
            entries.nextTicket += 1
            return entries.nextTicket
        }
        defer { entries.withLock { entries in _ = entries.waiting.remove(ticket) } }
        while true {
            switch try step(to: name, ticket) {
            case .use(let lease): return lease
            case .open(let settings, let seat): await open(settings, seat)
            case .wait:
                guard ContinuousClock.now < end else { throw Overload() }
                try await Task.sleep(for: Self.lookout)
            }
        }
    }

    private enum Step {
        case use(ProjectLease)
        case open(ProjectSettings, Seat)
        case wait
    }

    /// Returns the next step in handling a request for a project.
    ///
    /// Requests that wait for a place are served in order of arrival.
    private func step(to name: String, _ ticket: UInt64) throws(ProjectUnavailable) -> Step {
        // A closed project is deinitialized after the lock is released.
        var closed: ProjectHost?
        defer { withExtendedLifetime(closed) {} }
        return try entries.withLock { entries throws(ProjectUnavailable) in
            switch entries.states[name] {
            case .open(let project):
                entries.uses += 1
                return .use(ProjectLease(project, use: entries.uses))
            case .waking:
                entries.waiting.remove(ticket)
                return .wait
            case .opening: throw .opening
            case .failed(let refusal): throw .failed(refusal)
            case nil: throw .unknown
            case .resting: break
            }
            entries.waiting.insert(ticket)
            guard entries.waiting.min() == ticket else { return .wait }
            if entries.openCount >= maximum { closed = closeOne(&entries) }
            guard entries.openCount < maximum, taken.count.load(ordering: .relaxed) < maximum,
                let settings = entries.configuration.project(named: name),
                entries.underWay.insert(Opening(settings)).inserted
            else { return .wait }
            entries.states[name] = .waking
            entries.waiting.remove(ticket)
            return .open(settings, Seat(taken))
        }
    }

    /// Closes the least recently used project that is not in use, and returns it.
    ///
    /// A project whose findings or memory are being updated is closed only if no other can be,
    /// because its thread must finish its work first.
    private func closeOne(_ entries: inout Entries) -> ProjectHost? {
        var oldest: (name: String, project: ProjectHost, rank: (Int, UInt64))?
        for (name, state) in entries.states {
            guard case .open(let project) = state,
                project.usage.count.load(ordering: .acquiring) == 0, !project.hasPendingWrites
            else { continue }
            let rank = (project.isAtRest ? 0 : 1, project.usage.last.load(ordering: .relaxed))
            if oldest.map({ rank < $0.rank }) ?? true { oldest = (name, project, rank) }
        }
        guard let oldest else { return nil }
        entries.states[oldest.name] = .resting
        return oldest.project
    }

    /// Reads commits from other processes, and detects replaced repositories.
    ///
    /// The server calls this ten times a second.
    package func look() async {
        await withTaskGroup(of: Void.self) { tasks in
            for project in open { tasks.addTask { await self.look(at: project) } }
        }
    }

    private func look(at project: ProjectHost) async {
        guard project.isInPlace else { return reopen(project) }
        do {
            try await project.lookForOthers()
        } catch {
            let reason = Refusal(error)?.message ?? "\(error)"
            warn(project.settings.name, "Cannot read the commits of other processes: \(reason)")
        }
    }

    private func reopen(_ project: ProjectHost) {
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

    /// Checks whether open projects have disk space again, and retries projects that failed to
    /// open.
    ///
    /// The server calls this every five seconds.
    package func recover() async {
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
            entries.configuration = configuration
        }
    }
}
