package import EventStore
import Git
import GitEventStore
package import Machine
import Synchronization
package import Texts
package import Translation
package import Workspace

/// An open project: one writer, several readers, and a watch for commits from other processes.
package final class ProjectHost: Sendable {
    /// The server's settings for the project.
    package var settings: ProjectSettings { currentSettings.withLock { $0 } }
    /// The project's identity and source language.
    package let project: Project
    /// The machine that the program runs on.
    package let host: Host
    /// The version numbers of each language's texts.
    package let texts: TextVersions
    /// The feed of changes to the log.
    package let feed: EventFeed
    /// The counts of testers' proposals, used to limit them.
    package var testers: TesterCounts { kept.testers }
    /// Maintains the findings of the checks.
    package let findings: FindingsKeeper
    /// Maintains the translation memory, and looks texts up in it.
    package let memory: MemoryKeeper
    /// Maintains the search index.
    package let search: SearchKeeper
    /// Combines the packs that the writer creates.
    let packs: PackKeeper
    /// The keys that apps reported as missing.
    package var missingKeys: MissingKeys { kept.missingKeys }
    /// The channels, and the commits that were found in branches and tags.
    let releases = ReleaseMemory()
    let kept: Kept
    let writer: ProjectWriter
    private let snapshots: Snapshots
    private let heavy: Snapshots
    let ancestry: Ancestry
    private let stateDirectory: String
    /// The repository's own directory: `.git`, or the repository itself if it is bare.
    package let gitDirectory: String
    private let currentSettings: Mutex<ProjectSettings>
    /// The catch-up with commits from other processes that is in progress.
    let catchingUp = Mutex<CatchUp?>(nil)
    /// Whether the last write failed for lack of space.
    private let lacksRoom = Mutex(false)
    /// The number of current uses of the project, and its last use; see ``OpenProjects``.
    let usage = Usage()

    final class Usage: Sendable {
        let count = Atomic(0)
        /// The value that the use counter of ``OpenProjects`` had at the project's last use.
        let last = Atomic<UInt64>(0)
        /// The time of the project's last use, in milliseconds of the clock of ``OpenProjects``.
        private let time = Atomic<Int64>(0)

        /// The time of the project's last use.
        var lastTime: Duration { .milliseconds(time.load(ordering: .relaxed)) }

        func note(_ use: UInt64, at now: Duration) {
            last.store(use, ordering: .relaxed)
            time.store(Int64(now / .milliseconds(1)), ordering: .relaxed)
        }
    }

    /// The maximum number of requests that wait for the writer; further requests are refused.
    private static let longestQueue = 2_048
    /// The time that a write waits for another writing process, in milliseconds.
    private static let lockTimeout = 5_000
    /// The longest time that a request may wait for the writer.
    private static let patience = Duration.seconds(5)

    /// State that survives closing and reopening a project, but is not stored.
    final class Kept: Sendable {
        let testers = TesterCounts()
        let missingKeys = MissingKeys()
        /// The pace of the checks for commits from other processes.
        let pace = Mutex(CheckPace(at: .zero))
        let replica: Replica

        init(replica: Replica) { self.replica = replica }
    }

    /// Opens a project and updates its read model to the tip.
    ///
    /// `readers` is the number of concurrent reads. `longestWait` is the longest time in seconds
    /// that a read may wait for a reader. `committer` is the author of commits, or nil for the
    /// identity in Git's configuration. The writer calls `observer` with each change to the log
    /// before it returns a result, and retains `observer` as long as it has files open. Throws a
    /// ``Translation/Refusal`` if the project does not exist.
    package static func open(
        _ settings: ProjectSettings, committer: Actor? = nil, readers: Int, longestWait: Double = 5,
        host: Host, warn: @escaping @Sendable (String) -> Void,
        observer: @escaping @Sendable (ProjectWriter.Change) -> Void = { _ in }
    ) async throws -> ProjectHost {
        try await open(
            settings, committer: committer, readers: readers, longestWait: longestWait,
            kept: Kept(replica: Replica(now: { .zero })), workers: Workers(), host: host,
            warn: warn,
            observer: observer)
    }

    /// Opens a project like the method above, with the state kept from an earlier session, on
    /// threads that it shares with other projects.
    static func open(
        _ settings: ProjectSettings, committer: Actor?, readers: Int, longestWait: Double = 5,
        kept: Kept, workers: Workers, host: Host, warn: @escaping @Sendable (String) -> Void,
        observer: @escaping @Sendable (ProjectWriter.Change) -> Void
    ) async throws -> ProjectHost {
        let opened = try await workers.openers.result {
            try Opened(
                settings, committer: committer, workers: workers, host: host, warn: warn,
                observer: observer)
        }
        try await opened.writer.catchUp()
        opened.findings.start(opened.writer, on: workers)
        opened.memory.start(opened.writer)
        opened.search.start(opened.writer)
        opened.packs.start(opened.repacking, on: workers)
        let project = ProjectHost(
            settings, opened, .quick(readers: readers, longestWait: longestWait), kept,
            workers: workers, host: host)
        project.lookForRoom()
        return project
    }

    /// Whether a lease exists, or any write is waiting to be executed.
    var isInUse: Bool {
        usage.count.load(ordering: .acquiring) > 0 || writer.waitingCount > 0
            || !missingKeys.isEmpty
    }

    /// Whether the findings, the memory and the search index are up to date.
    var isAtRest: Bool {
        findings.work.queue.isAtRest && memory.work.isAtRest && search.work.isAtRest
    }

    /// Closes connections that are not in use, and that the next request may open again.
    func closeIdleConnections() {
        snapshots.closeIdleReaders()
        heavy.closeIdleReaders()
        memory.closeConnections()
        search.closeConnections()
    }

    /// The components of a project that are opened together.
    private struct Opened: Sendable {
        let writer: ProjectWriter
        let project: Project
        let ancestry: Ancestry
        let texts: TextVersions
        let feed: EventFeed
        let findings: FindingsKeeper
        let memory: MemoryKeeper
        let search: SearchKeeper
        let packs: PackKeeper
        let repacking: Repacking?
        let stateDirectory: String
        let gitDirectory: String

        init(
            _ settings: ProjectSettings, committer: Actor?, workers: Workers, host: Host,
            warn: @escaping @Sendable (String) -> Void,
            observer: @escaping @Sendable (ProjectWriter.Change) -> Void
        ) throws {
            let workspace = try Workspace.open(settings.path, host: host)
            workspace.cacheSize = workers.writerCache
            workspace.warn = warn
            workspace.committer = committer
            workspace.lockTimeout = ProjectHost.lockTimeout
            workspace.packsAfterWrites = false
            repacking = Repacking(of: workspace)
            workspace.writesPacks = repacking != nil
            gitDirectory = workspace.store.repository.commonDirectory
            if settings.git == .write {
                try RepositoryTemplate.requireServerHook(in: workspace.store.repository)
            }
            let texts = TextVersions()
            let feed = EventFeed(try workspace.store.reopened())
            let findings = FindingsKeeper()
            let memory = MemoryKeeper(workers)
            let search = SearchKeeper(workers)
            let packs = PackKeeper()
            project = workspace.project
            ancestry = Ancestry(try workspace.store.reopened())
            stateDirectory = workspace.store.stateDirectory
            self.texts = texts
            self.feed = feed
            self.findings = findings
            self.memory = memory
            self.search = search
            self.packs = packs
            writer = ProjectWriter(
                workspace, patience: ProjectHost.patience, on: workers.writers
            ) {
                [
                    project = workspace.project, work = findings.work, remembering = memory.work,
                    searching = search.work, packing = packs.work
                ] change in
                texts.note(change, source: project.source)
                work.note(change, of: project)
                if change.mayChangeMemory { remembering.note { $0 = () } }
                searching.note { $0 = SearchKeeper.events($0, after: change) }
                packing.note { $0 = () }
                feed.note(change)
                observer(change)
            }
        }
    }

    private init(
        _ settings: ProjectSettings, _ opened: Opened, _ lane: Snapshots.Lane, _ kept: Kept,
        workers: Workers, host: Host
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
        search = opened.search
        packs = opened.packs
        stateDirectory = opened.stateDirectory
        gitDirectory = opened.gitDirectory
        snapshots = Snapshots(
            opened.writer, lane, on: workers.readers, keeping: workers.idleReaders)
        heavy = Snapshots(
            opened.writer, .heavy, on: workers.slowReaders, keeping: workers.idleReaders)
    }

    /// Adopts new settings, starting with the next request.
    func adopt(_ settings: ProjectSettings) { currentSettings.withLock { $0 = settings } }

    /// The position of the read model.
    package var position: Position? { writer.position }

    /// Throws unless the repository has this version's hook, which judges pushes.
    ///
    /// Reads the hook each time: while the project is open, the hook may be removed, and the
    /// configuration may be reread.
    package func requireServerHook() throws {
        try RepositoryTemplate.requireServerHook(in: GitRepository.open(at: gitDirectory))
    }

    /// Executes a write request, and returns when its result is durable and in the read model.
    ///
    /// Calls `note` with the durations of the steps before it returns, even if the request is
    /// refused.
    package func submit(
        _ request: WriteRequest, note: @escaping @Sendable (WriteTimes) -> Void = { _ in }
    ) async throws -> ProjectWriter.Receipt {
        try await submitting {
            let receipt = try await writer.submit(request, note: note)
            return (receipt, receipt.outcome.commit != nil)
        }
    }

    /// Executes write requests in one commit, each by itself; see
    /// ``ProjectWriter/submit(together:note:)``.
    package func submit(
        together requests: [WriteRequest],
        note: @escaping @Sendable (WriteTimes) -> Void = { _ in }
    ) async throws -> ProjectWriter.JointReceipt {
        try await submitting {
            let receipt = try await writer.submit(together: requests, note: note)
            return (receipt, receipt.results.contains { (try? $0.get().commit) != nil })
        }
    }

    /// Runs a write, which returns whether it made a commit, and keeps track of full disks.
    private func submitting<Receipt: Sendable>(
        _ write: () async throws -> (receipt: Receipt, hasCommit: Bool)
    ) async throws -> Receipt {
        guard writer.waitingCount < Self.longestQueue else { throw Overload() }
        do {
            let written = try await write()
            if written.hasCommit { lacksRoom.withLock { $0 = false } }
            return written.receipt
        } catch is ProjectWriter.TooLate {
            throw Overload()
        } catch {
            guard let refusal = Refusal(error) else { throw error }
            if refusal.code == .diskFull { lacksRoom.withLock { $0 = true } }
            throw refusal
        }
    }

    /// Runs `body` with the newest state, after catching up with `position` if it is given.
    ///
    /// A position is a commit id. Throws ``Behind`` if the local log does not contain it,
    /// ``Overload``, ``TooSlow``, and any error that `body` throws. The snapshot must not escape
    /// `body`.
    package func read<Output: Sendable>(
        notOlderThan position: String? = nil,
        _ body: @escaping @Sendable (Snapshot) throws -> Output
    ) async throws -> Output {
        guard let position else { return try await snapshots.read(body) }
        try await reach(position)
        return try await snapshots.read(body)
    }

    /// Runs `body` in the lane for slow reads, with the state at a moment.
    ///
    /// If `locales` is given, the state covers only these languages and their fallback chains.
    ///
    /// One such read runs at a time, for at most 30 seconds. Throws the same errors as
    /// ``read(notOlderThan:_:)``.
    package func readSlowly<Output: Sendable>(
        at moment: Moment = .tip, locales: [LanguageTag]? = nil,
        notOlderThan position: String? = nil,
        _ body: @escaping @Sendable (Snapshot) throws -> Output
    ) async throws -> Output {
        if let position { try await reach(position) }
        return try await heavy.read(at: moment, locales: locales, body)
    }

    /// Whether the repository's directory is still the directory that was opened.
    package var isInPlace: Bool { ancestry.isInPlace }

    /// Packs the repository in a separate process, if it has many loose objects or packs.
    package func packIfNeeded() async { await writer.packIfNeeded() }

    /// The number of requests that wait for the writer.
    package var waitingCount: Int { writer.waitingCount }

    /// The approximate number of loose objects in the repository.
    package var looseObjects: Int { ancestry.looseObjects }

    /// The number of bytes that can still be written to the repository's disk, or nil if it is
    /// unknown.
    package var freeBytes: Int? { Files.freeBytes(in: stateDirectory) }

    /// Whether the disk is known to have no space for a write.
    package var isOutOfRoom: Bool { lacksRoom.withLock { $0 } }

    /// Makes a trial write if space is low or the last write failed for lack of space.
    ///
    /// Cost while there is enough space: one system call.
    package func lookForRoom() { lookForRoom(ifLessThan: DiskRoom.plenty) }

    func lookForRoom(ifLessThan plenty: UInt64) {
        guard isOutOfRoom || DiskRoom.isShort(in: stateDirectory, of: plenty) else { return }
        let isThere = DiskRoom.isThere(in: stateDirectory)
        lacksRoom.withLock { $0 = !isThere }
    }
}
