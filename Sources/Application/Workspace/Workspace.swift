import Checks
public import EventStore
package import Git
package import GitEventStore
public import Machine
package import ReadModel
public import Translation

/// The machine that hosts a repository; an alias for clients that do not import `Machine`.
public typealias Host = Machine.Host

/// An open translation repository: its log in Git, its read model, and the options for writing.
///
/// Other processes may use the same repository at any time.
public final class Workspace: ProjectScope {
    /// The project's log.
    public private(set) var log: ProjectLog
    /// The read model of the branch, as of the last catch-up.
    package private(set) var projection: Projection {
        didSet {
            if checkpointsAside { projection.checkpointAside() }
            if let cacheSize { projection.limitCache(to: cacheSize) }
        }
    }
    /// The size of the connection's page cache in KiB, or `nil` for the default.
    ///
    /// The cache of a ``SnapshotReader`` has a quarter of this size.
    package var cacheSize: Int? {
        didSet { if let cacheSize { projection.limitCache(to: cacheSize) } }
    }
    /// Whether a separate thread checkpoints SQLite's write-ahead log.
    ///
    /// This is for processes that write for a long time.
    var checkpointsAside = false {
        didSet { if checkpointsAside { projection.checkpointAside() } }
    }
    /// Whether this instance has written to the log.
    public internal(set) var hasWritten = false
    /// The time that each step of the last group of requests took.
    var writeTimes = WriteTimes()
    /// Reports the progress of a long operation: a description, the amount done and the total.
    public var reportProgress: (@Sendable (String, Int, Int) -> Void)? {
        get { log.reportProgress }
        set { log.reportProgress = newValue }
    }
    /// Receives each warning for the user; refusals are thrown instead.
    public var warn: (@Sendable (String) -> Void)? {
        get { log.warn }
        set { log.warn = newValue }
    }

    /// The author of commits, or `nil` for the author in Git's configuration.
    ///
    /// A server commits many people's changes under its own name.
    public var committer: Actor?
    /// The maximum time that a write waits for other processes, in milliseconds, or `nil` for the
    /// value of `dragoman.lockTimeout` in Git's configuration.
    public var lockTimeout: Int?
    /// Whether loose objects are packed after a write.
    ///
    /// A server packs on its own schedule.
    public var packsAfterWrites = true
    /// Whether the objects of a small commit become one pack instead of loose objects.
    ///
    /// Somebody must combine the packs; see ``Repacking``.
    package var writesPacks = false

    private var hasSaidInMemory = false
    private var hasSaidNewer = false

    /// The default name of the branch that contains the log.
    public static let defaultBranch = "translations"

    init(host: Host, project: Project, store: GitEventStore, projection: Projection) {
        log = ProjectLog(host: host, project: project, store: store)
        self.projection = projection
    }

    /// Opens the repository that contains `directory`.
    ///
    /// Throws a ``Refusal`` if there is no repository, if the branch does not exist, or if the
    /// project's format is too new for this program.
    public static func open(
        _ directory: String, branch: String = defaultBranch, host: Host
    ) throws -> Workspace {
        try open(store(directory, branch: branch, host: host), host: host)
    }

    /// Opens the log of a store, as ``open(_:branch:host:)`` does for a directory.
    package static func open(_ store: GitEventStore, host: Host) throws -> Workspace {
        let project = try project(of: store)
        let workspace = Workspace(
            host: host, project: project, store: store,
            projection: try openProjection(of: store, project))
        workspace.settleIfNobodyWrites()
        return workspace
    }

    /// Returns the project in a directory, without opening a read model or changing anything.
    ///
    /// Throws the errors of ``open(_:branch:host:)``.
    public static func project(
        in directory: String, branch: String = defaultBranch, host: Host
    ) throws -> Project {
        try project(of: store(directory, branch: branch, host: host))
    }

    /// Returns the project in the store's branch; throws a ``Refusal`` if there is none.
    package static func project(of store: GitEventStore) throws -> Project {
        let branch = store.branch.shorthand
        let position = try requireHead(of: store)
        guard let bytes = try store.file(atPath: ProjectFile.name, in: position) else {
            throw Refusal(
                .repository,
                "The branch “\(branch)” contains no translations: it has no \(ProjectFile.name).",
                hint: .beginProjectOrNameBranch)
        }
        return try ProjectFile.read(bytes)
    }

    /// Returns the log in a branch of the repository that contains a directory.
    ///
    /// The branch need not exist.
    package static func store(
        _ directory: String, branch: String, host: Host
    ) throws -> GitEventStore {
        let name = try branchName(branch)
        if let store = try discover(directory, name, host: host) { return store }
        guard Files.exists(host.absolute(directory)) else {
            throw Refusal(
                .repository, "There is no directory \(directory).",
                hint: .typed("Specify an existing one with -C."))
        }
        if let closed = Files.closedDirectory(named: ".git", from: host.absolute(directory)) {
            throw Refusal(
                .repository, "\(closed) cannot be opened: Permission denied.",
                hint: "`ls -ld \(closed)` shows its owner and permissions.")
        }
        throw Refusal(
            .repository, "There is no Git repository in \(directory) or its parent directories.",
            hint: .typed("Create one with `dragoman init`, or specify another directory with -C."))
    }

    package static func branchName(_ branch: String) throws -> ReferenceName {
        if let name = ReferenceName(branch: branch) { return name }
        throw Refusal(
            .repository, "“\(branch)” is not a valid branch name.",
            hint: "Git's rules for names are in `git help check-ref-format`.")
    }

    /// Returns the log in a branch of the repository that contains a directory, or `nil` if there
    /// is no repository.
    ///
    /// Throws a ``Refusal`` if the repository cannot be opened.
    static func discover(
        _ directory: String, _ branch: ReferenceName, host: Host
    ) throws -> GitEventStore? {
        let repository: GitRepository
        do throws(GitError) {
            repository = try GitRepository.discover(from: host.absolute(directory))
        } catch {
            guard error.code == .notFound else { throw Refusal(opening: error) }
            return nil
        }
        return GitEventStore(
            repository: repository, branch: branch,
            fallback: try checkedOutLog(of: repository), identity: .events,
            signing: CommitSigning(repository, host: host).signature)
    }

    /// Returns HEAD if it is detached at a commit of a log, as in a clone of a tag.
    private static func checkedOutLog(
        of repository: GitRepository
    ) throws(GitError) -> ReferenceName? {
        guard try repository.headBranch() == nil, let commit = try repository.target(of: .head),
            try repository.entry(atPath: ProjectFile.name, in: commit) != nil
        else { return nil }
        return .head
    }

    package static func requireHead(of store: GitEventStore) throws -> Position {
        if let position = try store.head() { return position }
        let branch = store.branch.shorthand
        throw Refusal(
            .repository, "There is no branch “\(branch)” here.",
            hint: bringing(branch, to: store) ?? .typed("Start a project with `dragoman init`."))
    }

    /// Returns a hint to fetch the branch, or `nil` if the repository has no remotes.
    private static func bringing(_ branch: String, to store: GitEventStore) -> Refusal.Hint? {
        let remotes = (try? store.repository.remotes().map(\.name)) ?? []
        guard let remote = remotes.contains("origin") ? "origin" : remotes.first else { return nil }
        // If the branch was fetched from a remote other than origin, it is not read until a local
        // branch is created from it.
        let verb = remote == "origin" ? "fetch" : "sync \(remote)"
        let option = branch == defaultBranch ? "" : " --branch \(branch)"
        return .typed("`dragoman \(verb)\(option)` fetches it, if \(remote) has it.")
    }

    /// Returns the path of the branch's read model, in a directory separate from Git's own files.
    package static func readModelPath(of store: GitEventStore) -> String {
        store.projectionDirectory + "/\(fileName(of: store)).sqlite"
    }

    static func openProjection(of store: GitEventStore, _ project: Project) throws -> Projection {
        let sharing = store.repository.sharing
        let share: Projection.Sharing = { path in sharing.adjust(path) }
        return try Projection.open(
            at: readModelPath(of: store), project: project, share: sharing.isOn ? share : nil)
    }

    /// Returns the branch's name, escaped for use as a file name.
    ///
    /// All bytes except ASCII letters, digits, `-` and `_` are escaped: `/` becomes `%2f`.
    package static func fileName(of store: GitEventStore) -> String {
        fileName(ofBranch: store.branch.shorthand)
    }

    package static func fileName(ofBranch branch: String) -> String {
        branch.utf8.map { byte -> String in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                String(UnicodeScalar(byte))
            default: "%" + String(byte, radix: 16)
            }
        }.joined()
    }

    /// Updates the read model to the tip, and returns the tip.
    ///
    /// If the read model is damaged, it is rebuilt. If it cannot be written, it is kept in memory.
    /// In both cases, the user gets a warning.
    @discardableResult
    public func catchUp() throws -> Position {
        let position = try Self.requireHead(of: store)
        if !projection.isInPlace { projection = try Self.openProjection(of: store, project) }
        try withSoundProjection { projection in
            try projection.catchUp(
                with: store, to: position, progress: readingProgress, waiting: sayWaiting)
        }
        return position
    }

    /// Rebuilds the read model if its file was deleted while it was open.
    func remakeReadModel() throws {
        if !projection.isInPlace { try catchUp() }
    }

    /// Runs `body` with the newest state of the branch.
    ///
    /// The state stays the same while `body` runs, even if other processes write. `body` must not
    /// use the workspace, and must not wait for user input. Throws a ``Refusal`` or a
    /// ``ReadModel/Failure``, and rethrows errors from `body`.
    public func read<Result>(_ body: (Snapshot) throws -> Result) throws -> Result {
        for _ in 0..<Self.catchUpAttempts {
            let position = try catchUp()
            do {
                return try projection.read(at: position) { try body(Snapshot(log, $0)) }
            } catch is Projection.PositionMoved {
                // Meanwhile, another process updated the read model to a newer position, or to a
                // branch that was reset.
                continue
            }
        }
        throw Refusal(
            .busy, "The branch moved \(Self.catchUpAttempts) times while its events were read.",
            hint: "Try again when other writers have finished.")
    }

    /// The maximum number of attempts to read a state while the branch keeps moving.
    private static let catchUpAttempts = 100

    var readingProgress: Projection.Progress {
        { [reportProgress] done, total in reportProgress?("Reading events", done, total) }
    }

    func sayWaiting() { warn?("Waiting for another process to update the read model.") }

    /// Runs `body` with a usable read model.
    ///
    /// If the read model is damaged, it is deleted, and `body` runs again with an empty read model.
    /// If it cannot be written, `body` runs again with an empty read model in memory.
    func withSoundProjection(_ body: (Projection) throws -> Void) throws {
        switch projection.opening {
        case .inMemory(let reason): sayInMemory(reason)
        case .createdOverNewer: sayNewer()
        case .opened, .created, .replaced: break
        }
        do {
            try body(projection)
        } catch let failure as ReadModel.Failure where failure.kind == .damage {
            warn?("The read model was damaged, and is being rebuilt: \(failure.reason).")
            projection.removeFile()
            projection = try Self.openProjection(of: store, project)
            do {
                try body(projection)
            } catch let failure as ReadModel.Failure
                where failure.kind == .damage || failure.kind == .unwritable
            {
                try keepInMemory(failure, body)
            }
        } catch let failure as ReadModel.Failure where failure.kind == .unwritable {
            try keepInMemory(failure, body)
        }
    }

    private func keepInMemory(
        _ failure: ReadModel.Failure, _ body: (Projection) throws -> Void
    ) throws {
        projection = try Projection.inMemory(project: project, because: failure.reason)
        sayInMemory(failure.reason)
        try body(projection)
    }

    private func sayNewer() {
        guard !hasSaidNewer else { return }
        hasSaidNewer = true
        warn?(
            "A newer version of dragoman wrote the read model, which is now rebuilt. Use one version per repository."
        )
    }

    private func sayInMemory(_ reason: String) {
        guard !hasSaidInMemory else { return }
        hasSaidInMemory = true
        warn?("The read model cannot be written, and is rebuilt in memory: \(reason).")
    }

    /// Deletes a read model in which a query found damage, so that it is rebuilt when it is next
    /// opened.
    public func discardReadModel() { projection.removeFile() }
}

extension Refusal.Hint {
    /// Suggests creating a project in the branch, or specifying another branch.
    package static let beginProjectOrNameBranch = Refusal.Hint.typed(
        "`dragoman init` starts a project; --branch selects another branch.")
}
