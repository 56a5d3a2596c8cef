public import EventStore
import Git
import GitEventStore
public import Machine
import Synchronization
public import Texts
public import Translation
public import Workspace

/// A project that stays open: one writer, several readers, and a look at what other processes do.
public final class ProjectHost: Sendable {
    /// The settings of the project on this server.
    public var settings: ProjectSettings { currentSettings.withLock { $0 } }
    /// The project's facts.
    public let project: Project
    /// The machine that the program runs on.
    public let host: Host
    /// Numbers that change with the texts of languages.
    public let texts: TextVersions
    /// What becomes part of the log.
    public let feed: EventFeed
    /// What testers have made.
    public var testers: TesterCounts { kept.testers }
    /// What checks find in the texts.
    public let findings: FindingsKeeper
    /// What is translated already.
    public let memory: MemoryKeeper
    /// The keys that apps reported as missing.
    public var missingKeys: MissingKeys { kept.missingKeys }
    private let kept: Kept
    private let writer: ProjectWriter
    private let snapshots: Snapshots
    private let heavy: Snapshots
    private let ancestry: Ancestry
    private let stateDirectory: String
    private let currentSettings: Mutex<ProjectSettings>
    /// Whether the last write failed for want of room.
    private let lacksRoom = Mutex(false)
    /// The uses of the project, now and before; see ``OpenProjects``.
    let usage = Usage()

    /// The uses of an open project.
    final class Usage: Sendable {
        let count = Atomic(0)
        /// A number that grows with each use of any project.
        let last = Atomic<UInt64>(0)
    }

    /// How many requests may wait for the writer; beyond it they are refused.
    private static let longestQueue = 2_048
    /// How long a write waits for another process that writes, in milliseconds.
    private static let lockTimeout = 5_000
    /// How long a request may wait for the writer.
    private static let patience = Duration.seconds(5)

    /// State that outlives the opening of a project, and is written nowhere.
    struct Kept: Sendable {
        let testers = TesterCounts()
        let missingKeys = MissingKeys()
    }

    /// Opens a project and brings its read model to the tip.
    ///
    /// `readers` is how many reads may go on at once, `longestWait` how many seconds one may wait for another, `committer` the author of
    /// commits, or `nil` for Git's. The writer calls `observer` with each change of the log before it answers, and holds it as long as
    /// it has files open. Throws a ``Translation/Refusal`` if there is no such project.
    public static func open(
        _ settings: ProjectSettings, committer: Actor? = nil, readers: Int, longestWait: Double = 5,
        host: Host, warn: @escaping @Sendable (String) -> Void,
        observer: @escaping @Sendable (ProjectWriter.Change) -> Void = { _ in }
    ) async throws -> ProjectHost {
        try await open(
            settings, committer: committer, readers: readers, longestWait: longestWait,
            kept: Kept(), host: host, warn: warn, observer: observer)
    }

    /// Opens a project as above, with what was kept of an earlier opening.
    static func open(
        _ settings: ProjectSettings, committer: Actor?, readers: Int, longestWait: Double = 5,
        kept: Kept, host: Host, warn: @escaping @Sendable (String) -> Void,
        observer: @escaping @Sendable (ProjectWriter.Change) -> Void
    ) async throws -> ProjectHost {
        let opened = try Opened(
            settings, committer: committer, host: host, warn: warn, observer: observer)
        try await opened.writer.catchUp()
        opened.findings.start(opened.writer)
        opened.memory.start(opened.writer)
        let project = ProjectHost(
            settings, opened, .quick(readers: readers, longestWait: longestWait), kept, host: host)
        project.lookForRoom()
        return project
    }

    /// Whether somebody's write waits.
    var hasPendingWrites: Bool { writer.waitingCount > 0 || !missingKeys.isEmpty }

    /// Whether findings and memory are up to date.
    var isAtRest: Bool { findings.work.queue.isIdle && memory.work.isIdle }

    /// The parts of a project that share one opening.
    private struct Opened: Sendable {
        let writer: ProjectWriter
        let project: Project
        let ancestry: Ancestry
        let texts: TextVersions
        let feed: EventFeed
        let findings: FindingsKeeper
        let memory: MemoryKeeper
        let stateDirectory: String

        init(
            _ settings: ProjectSettings, committer: Actor?, host: Host,
            warn: @escaping @Sendable (String) -> Void,
            observer: @escaping @Sendable (ProjectWriter.Change) -> Void
        ) throws {
            let workspace = try Workspace.open(settings.path, host: host)
            workspace.warn = warn
            workspace.committer = committer
            workspace.lockTimeout = ProjectHost.lockTimeout
            workspace.packsAfterWrites = false
            let texts = TextVersions()
            let feed = EventFeed(try workspace.store.reopened())
            let findings = FindingsKeeper()
            let memory = MemoryKeeper()
            project = workspace.project
            ancestry = Ancestry(try workspace.store.reopened())
            stateDirectory = workspace.store.stateDirectory
            self.texts = texts
            self.feed = feed
            self.findings = findings
            self.memory = memory
            writer = ProjectWriter(workspace, patience: ProjectHost.patience) {
                [project = workspace.project, work = findings.work, remembering = memory.work]
                change in
                texts.note(change, source: project.source)
                work.note(change, of: project)
                if change.mayChangeMemory { remembering.note { $0 = () } }
                feed.note(change)
                observer(change)
            }
        }
    }

    private init(
        _ settings: ProjectSettings, _ opened: Opened, _ lane: Snapshots.Lane, _ kept: Kept,
        host: Host
    ) {
        self.kept = kept
        currentSettings = Mutex(settings)
        self.host = host
        project = opened.project
        writer = opened.writer
        ancestry = opened.ancestry
        texts = opened.texts
        feed = opened.feed
        findings = opened.findings
        memory = opened.memory
        stateDirectory = opened.stateDirectory
        snapshots = Snapshots(opened.writer, lane)
        heavy = Snapshots(opened.writer, .heavy)
    }

    /// Takes other settings, which hold from the next request on.
    func adopt(_ settings: ProjectSettings) { currentSettings.withLock { $0 = settings } }

    /// The position that the read model has reached.
    public var position: Position? { writer.position }

    /// Carries out a request; returns when it is durable and in the read model.
    ///
    /// `note` is called with the times of the steps before the answer, even if the request is refused.
    public func submit(
        _ request: WriteRequest, note: @escaping @Sendable (WriteTimes) -> Void = { _ in }
    ) async throws -> ProjectWriter.Receipt {
        guard writer.waitingCount < Self.longestQueue else { throw Overload() }
        do {
            let receipt = try await writer.submit(request, note: note)
            if receipt.outcome.commit != nil { lacksRoom.withLock { $0 = false } }
            return receipt
        } catch is ProjectWriter.TooLate {
            throw Overload()
        } catch {
            guard let refusal = Refusal(error) else { throw error }
            if refusal.code == .diskFull { lacksRoom.withLock { $0 = true } }
            throw refusal
        }
    }

    /// Runs `body` with the newest state, or with one that is not older than a position.
    ///
    /// A position is a commit id. Throws ``Behind`` if the log here does not have it, ``Overload``, ``TooSlow``, and what
    /// `body` throws. What `body` returns is complete: nothing of the snapshot may leave it.
    public func read<Output: Sendable>(
        notOlderThan position: String? = nil,
        _ body: @escaping @Sendable (Snapshot) throws -> Output
    ) async throws -> Output {
        guard let position else { return try await snapshots.read(body) }
        try await reach(position)
        return try await snapshots.read(body)
    }

    /// Runs `body` with the state at a moment, of some languages and their chains, in the lane for what takes long.
    ///
    /// One such read goes on at a time, for at most 30 seconds. Throws as ``read(notOlderThan:_:)`` does.
    public func readSlowly<Output: Sendable>(
        at moment: Moment = .tip, locales: [LanguageTag]? = nil,
        notOlderThan position: String? = nil,
        _ body: @escaping @Sendable (Snapshot) throws -> Output
    ) async throws -> Output {
        if let position { try await reach(position) }
        return try await heavy.read(at: moment, locales: locales, body)
    }

    /// Catches up if the read model does not have a position yet.
    public func reach(_ position: String) async throws {
        if let now = writer.position, try ancestry.isAncestor(position, of: now.commit) { return }
        let now = try await writer.catchUp()
        guard try ancestry.isAncestor(position, of: now.commit) else {
            throw Behind(position: position)
        }
    }

    /// The log does not have a position yet.
    public struct Behind: Error, Sendable {
        /// The position.
        public let position: String
    }

    /// Takes in what other processes committed, if the branch moved since the last call.
    ///
    /// Cost of a call that finds nothing: two `stat`.
    public func lookForOthers() async throws {
        guard try ancestry.hasMoved() else { return }
        do {
            try await writer.catchUp()
        } catch {
            ancestry.forget()
            throw error
        }
    }

    /// Whether the repository is still the one that was opened.
    public var isInPlace: Bool { ancestry.isInPlace }

    /// Packs the repository if there are many loose objects or packs, in a process of its own.
    public func packIfNeeded() async { await writer.packIfNeeded() }

    /// How many requests wait for the writer.
    public var waitingCount: Int { writer.waitingCount }

    /// How many objects of the repository are not in packs, about.
    public var looseObjects: Int { ancestry.looseObjects }

    /// How many bytes can still be written where the repository is, or nil if that cannot be told.
    public var freeBytes: Int? { DiskRoom.free(in: stateDirectory) }

    /// Whether there is no room for a write, as far as is known.
    public var isOutOfRoom: Bool { lacksRoom.withLock { $0 } }

    /// Tries to write as much as an append does, if there is little room or the last write found none.
    ///
    /// Cost: one system call as long as there is room.
    public func lookForRoom() { lookForRoom(ifLessThan: DiskRoom.plenty) }

    func lookForRoom(ifLessThan plenty: UInt64) {
        guard isOutOfRoom || DiskRoom.isShort(in: stateDirectory, of: plenty) else { return }
        let isThere = DiskRoom.isThere(in: stateDirectory)
        lacksRoom.withLock { $0 = !isThere }
    }
}
