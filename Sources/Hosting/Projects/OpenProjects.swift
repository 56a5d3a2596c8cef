import GitEventStore
import ReadModel
import Synchronization
public import Translation
public import Workspace

/// The projects of a server: each is opened, watched, and opened again when it failed or was replaced.
public final class OpenProjects: Sendable {
    private enum State {
        case opening
        case open(ProjectHost)
        case failed(Refusal)
    }

    private struct Entries {
        var configuration: ServerConfiguration
        var states: [String: State] = [:]
        /// What is being opened, so that nobody else opens it too.
        var underWay: Set<Opening> = []
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

    private let host: Host
    private let readers: Int
    private let warn: Warning
    private let observer: Observer
    private let entries: Mutex<Entries>

    /// Names the projects; ``openAll()`` opens them.
    ///
    /// `readers` is how many reads of one project may go on at once.
    public init(
        _ configuration: ServerConfiguration, readers: Int, host: Host, warn: @escaping Warning,
        observer: @escaping Observer = { _, _ in }
    ) {
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

    /// Returns the open project with a name.
    ///
    /// Throws ``ProjectUnavailable``.
    public func project(named name: String) throws(ProjectUnavailable) -> ProjectHost {
        switch entries.withLock({ $0.states[name] }) {
        case .open(let project): return project
        case .opening: throw .opening
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
                case .opening, nil: "\(settings.name): starting"
                }
            }
        }
    }

    /// Opens what is not open: all projects at the start, later those that failed.
    ///
    /// A project that cannot be opened does not stop the others. What is being opened already is not waited for.
    public func openAll() async {
        let settings = entries.withLock { entries in
            let settings = entries.configuration.projects.filter { settings in
                switch entries.states[settings.name] {
                case .open: false
                case .opening, .failed, nil:
                    entries.underWay.insert(Opening(settings)).inserted
                }
            }
            return settings
        }
        await withTaskGroup(of: Void.self) { tasks in
            for settings in settings { tasks.addTask { await self.open(settings) } }
        }
    }

    private func open(_ settings: ProjectSettings) async {
        let name = settings.name
        let state: State
        do {
            let project = try await ProjectHost.open(
                settings, committer: configuration.server.identity, readers: readers, host: host,
                warn: { [warn] in warn(name, $0) },
                observer: { [observer] in observer(name, $0) })
            state = .open(project)
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
            // Other settings may have come meanwhile.
            if case .open(let project) = state { project.adopt(current) }
            if case .failed(let new) = state, case .failed(let old) = entries.states[name] {
                entries.states[name] = state
                return new != old
            }
            entries.states[name] = state
            return true
        }
        if isNews, case .failed(let refusal) = state { warn(name, refusal.message) }
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
            entries.configuration = configuration
        }
    }
}

/// Why a project cannot be used.
public enum ProjectUnavailable: Error, Sendable {
    /// The server has no project of that name.
    case unknown
    /// It is being opened.
    case opening
    /// It could not be opened, and is tried again.
    case failed(Refusal)
}
