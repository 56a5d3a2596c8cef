import GitEventStore
public import Machine
import ReadModel
import Synchronization
import Translation
public import Workspace

/// The projects of a server: each is opened, watched, and opened again when it failed or was replaced.
///
/// At most ``maximum`` projects are open. The others rest without files and threads until a request leases one; the open
/// project that nobody has used for longest is closed for it.
public final class OpenProjects: Sendable {
    private enum State {
        /// It is opened at the start, or after it was replaced; requests are told to come back.
        case opening
        /// It can be opened, and is closed.
        case resting
        /// A request opens it.
        case waking
        case open(ProjectHost)
        case failed(Refusal)
    }

    private struct Entries {
        var configuration: ServerConfiguration
        var states: [String: State] = [:]
        /// What is being opened, so that nobody else opens it too.
        var underWay: Set<Opening> = []
        /// The parts of projects that are kept while they are closed.
        var kept: [String: ProjectHost.Kept] = [:]
        var uses: UInt64 = 0
        /// The tickets of requests that wait for a place.
        var waiting: Set<UInt64> = []
        var nextTicket: UInt64 = 0

        /// The number of projects that are open, or are opened by a request.
        var openCount: Int {
            states.values.count { state in
                switch state {
                case .open, .waking: true
                case .opening, .resting, .failed: false
                }
            }
        }
    }

    /// A place among the projects that have files open.
    ///
    /// The writer of a project holds it, so a project counts until its last thread and request have let go of it.
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

    /// A project that is being opened.
    private struct Opening: Hashable {
        let name: String
        let path: String

        init(_ settings: ProjectSettings) { (name, path) = (settings.name, settings.path) }
    }

    /// Called with a project's name and a sentence for the operator.
    public typealias Warning = @Sendable (_ project: String, _ sentence: String) -> Void
    /// Called with a project's name and a change of its log, before those who made it are answered.
    public typealias Observer =
        @Sendable (_ project: String, _ change: ProjectWriter.Change) -> Void

    /// The number of projects that may be open at a time.
    public let maximum: Int
    private let patience: Duration
    private let taken = Seat.Taken()
    private let host: Host
    private let readers: Int
    private let warn: Warning
    private let observer: Observer
    private let entries: Mutex<Entries>

    /// Names the projects; ``openAll()`` opens them.
    ///
    /// `readers` is how many reads of one project may go on at once, `maximum` how many projects may be open. A request for another
    /// one waits for at most `patience`.
    public init(
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

    /// The configuration that counts now.
    public var configuration: ServerConfiguration { entries.withLock { $0.configuration } }

    /// Returns the project with a name, if it is open.
    ///
    /// Throws ``ProjectUnavailable``. Nothing keeps the project open; ``lease(_:)`` does.
    public func project(named name: String) throws(ProjectUnavailable) -> ProjectHost {
        switch entries.withLock({ $0.states[name] }) {
        case .open(let project): return project
        case .opening: throw .opening
        case .resting, .waking: throw .resting
        case .failed(let refusal): throw .failed(refusal)
        case nil: throw .unknown
        }
    }

    /// The projects that are open.
    public var open: [ProjectHost] {
        entries.withLock { entries in
            entries.configuration.projects.compactMap { settings in
                if case .open(let project) = entries.states[settings.name] { return project }
                return nil
            }
        }
    }

    /// Why the server is not ready: a sentence for each project that is not open, or cannot be written for want of room.
    public var unreadiness: [String] {
        entries.withLock { entries in
            entries.configuration.projects.compactMap { settings in
                switch entries.states[settings.name] {
                case .open(let project): project.isOutOfRoom ? "\(settings.name): no room" : nil
                case .failed: "\(settings.name): not open"
                case .resting, .waking: nil
                case .opening, nil: "\(settings.name): starting"
                }
            }
        }
    }

    /// The number of projects that are opened at once at the start.
    private static let openings = 8

    /// Opens what is not open: at the start as many projects as may be, later those that failed.
    ///
    /// A project that cannot be opened does not stop the others. It does not wait for projects that are being opened already. Projects
    /// beyond ``maximum`` are looked at, and rest.
    public func openAll() async {
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
        // The lock keeps two from taking the last seat.
        let seat = entries.withLock { _ in
            taken.count.load(ordering: .relaxed) < maximum ? Seat(taken) : nil
        }
        if let seat { return await open(settings, seat) }
        finish(
            settings,
            Result { try Workspace.requireProject(in: settings.path, host: host) }.map { _ in nil })
    }

    /// Opens a project; `seat` lives as long as its writer.
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

    /// Notes how an opening ended; a success without a project is one that rests.
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
                // Other settings may have come meanwhile.
                project.adopt(current)
                // Whoever opened it has yet to use it.
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

    /// The pause between two looks for a free place.
    private static let lookout = Duration.milliseconds(5)

    /// Returns the project with a name, and opens it first if it rests; it stays open as long as the lease is held.
    ///
    /// Throws ``ProjectUnavailable``, and ``Overload`` if the others stay in use for too long.
    public func lease(_ name: String) async throws -> ProjectLease {
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

    /// Returns what a request for a project does next; those that wait for a place get it in their order.
    private func step(to name: String, _ ticket: UInt64) throws(ProjectUnavailable) -> Step {
        // A project that is closed is let go after the lock.
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

    /// Closes the unused project that nobody has used for longest, and returns it.
    ///
    /// One whose findings or memory are being renewed is closed only if there is no other: its thread ends what it began.
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

    /// Takes in what other processes committed, and notices repositories that were replaced.
    ///
    /// A server calls it ten times a second.
    public func look() async {
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
            warn(project.settings.name, "What others committed cannot be read: \(reason)")
        }
    }

    private func reopen(_ project: ProjectHost) {
        let name = project.settings.name
        let isServed = entries.withLock { entries in
            // Another configuration may have put another one in its place meanwhile.
            guard case .open(let current) = entries.states[name], current === project else {
                return false
            }
            entries.states[name] = .opening
            return true
        }
        guard isServed else { return }
        warn(name, "The repository was replaced, and is opened again.")
    }

    /// Looks for room where the last write found none, and opens what failed before.
    ///
    /// A server calls it every five seconds.
    public func recover() async {
        for project in open { project.lookForRoom() }
        await openAll()
    }

    /// Takes another configuration: projects come and go, and settings of those that stay change at once.
    ///
    /// Call ``openAll()`` afterwards.
    public func adopt(_ configuration: ServerConfiguration) {
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
