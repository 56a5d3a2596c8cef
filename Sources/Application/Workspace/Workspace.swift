import Checks
public import EventStore
package import Git
package import GitEventStore
public import Machine
package import ReadModel
public import Translation

/// The computer that a repository is on, by the name that clients of the library know.
public typealias Host = Machine.Host

/// A translation repository that is open: its log in Git, its read model, and who works with it.
///
/// One value serves one process; other processes may work with the same repository at any time.
public final class Workspace: ProjectScope {
    /// The project's log.
    public private(set) var log: ProjectLog
    /// The read model of the branch, as of the last catching up.
    package private(set) var projection: Projection {
        didSet { if checkpointsAside { projection.checkpointAside() } }
    }
    /// Whether SQLite's log is checkpointed on a thread of its own: for a process that writes for long.
    var checkpointsAside = false {
        didSet { if checkpointsAside { projection.checkpointAside() } }
    }
    /// Whether this value has written to the log.
    public internal(set) var hasWritten = false
    /// The times of the last group of requests.
    var writeTimes = WriteTimes()
    /// Called with a word for the work, how much is done and how much there is, when something takes long.
    public var reportProgress: (@Sendable (String, Int, Int) -> Void)? {
        get { log.reportProgress }
        set { log.reportProgress = newValue }
    }
    /// Called with a sentence that the user should see although nothing is refused.
    public var warn: (@Sendable (String) -> Void)? {
        get { log.warn }
        set { log.warn = newValue }
    }

    /// The author of commits; `nil` for the person whom Git names.
    ///
    /// A server commits in its own name what many people write.
    public var committer: Actor?
    /// How long a write waits for other processes, in milliseconds; `nil` for what Git's `dragoman.lockTimeout` says.
    public var lockTimeout: Int?
    /// Whether loose objects are packed after a write; a server does that at times of its own.
    public var packsAfterWrites = true

    private var hasSaidInMemory = false

    /// The branch that holds the log where none is named.
    public static let defaultBranch = "translations"

    init(host: Host, project: Project, store: GitEventStore, projection: Projection) {
        log = ProjectLog(host: host, project: project, store: store)
        self.projection = projection
    }

    /// Opens the repository that `directory` lies in.
    ///
    /// Throws a ``Refusal`` where there is none, where it has no such branch, or where its format is newer
    /// than this program.
    public static func open(
        _ directory: String, branch: String = defaultBranch, host: Host
    ) throws -> Workspace {
        try open(store(directory, branch: branch, host: host), host: host)
    }

    /// Opens the log of a store as ``open(_:branch:host:)`` does that of a directory.
    package static func open(_ store: GitEventStore, host: Host) throws -> Workspace {
        let project = try project(of: store)
        let workspace = Workspace(
            host: host, project: project, store: store,
            projection: try openProjection(of: store, project))
        workspace.settleIfNobodyWrites()
        return workspace
    }

    /// Throws what ``open(_:branch:host:)`` throws of a directory without a project; opens no read model and changes nothing.
    public static func requireProject(in directory: String, host: Host) throws {
        _ = try project(of: store(directory, branch: defaultBranch, host: host))
    }

    private static func project(of store: GitEventStore) throws -> Project {
        let branch = store.branch.shorthand
        let position = try requireHead(of: store)
        guard let bytes = try store.file(atPath: ProjectFile.name, in: position) else {
            throw Refusal(
                .repository,
                "The branch “\(branch)” holds no translations: it has no \(ProjectFile.name).",
                hint: .beginProjectOrNameBranch)
        }
        return try ProjectFile.read(bytes)
    }

    /// The Git repository of a directory and the branch in it, whether or not that exists.
    package static func store(
        _ directory: String, branch: String, host: Host
    ) throws -> GitEventStore {
        let name = try branchName(branch)
        if let store = try discover(directory, name, host: host) { return store }
        guard Files.exists(host.absolute(directory)) else {
            throw Refusal(
                .repository, "There is no directory \(directory).",
                hint: .typed("-C names one that is there."))
        }
        if let closed = Files.closedDirectory(named: ".git", from: host.absolute(directory)) {
            throw Refusal(
                .repository, "\(closed) cannot be opened: Permission denied.",
                hint: "`ls -ld \(closed)` shows whose it is, and who may use it.")
        }
        throw Refusal(
            .repository, "There is no Git repository in \(directory) or above.",
            hint: .typed("`dragoman init` makes one; -C names another directory."))
    }

    package static func branchName(_ branch: String) throws -> ReferenceName {
        if let name = ReferenceName(branch: branch) { return name }
        throw Refusal(
            .repository, "“\(branch)” is no name of a branch.",
            hint: "Git's rules for names are in `git help check-ref-format`.")
    }

    /// The Git repository that a directory lies in, or `nil` if there is none; one that cannot be opened is refused.
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

    /// HEAD, where it is a commit of a log and no branch: that is how a tag is cloned.
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
            hint: bringing(branch, to: store) ?? .typed("`dragoman init` begins a project."))
    }

    /// The hint to fetch a branch from a remote, if there is one.
    private static func bringing(_ branch: String, to store: GitEventStore) -> Refusal.Hint? {
        let remotes = (try? store.repository.remotes().map(\.name)) ?? []
        guard let remote = remotes.contains("origin") ? "origin" : remotes.first else { return nil }
        // What was fetched from another remote than origin is not read, unless the branch is made of it.
        let verb = remote == "origin" ? "fetch" : "sync \(remote)"
        let option = branch == defaultBranch ? "" : " --branch \(branch)"
        return .typed("`dragoman \(verb)\(option)` brings it, if \(remote) has it.")
    }

    /// Where the projection of a branch is kept: beside Git's own files, never in them.
    static func readModelPath(of store: GitEventStore) -> String {
        store.projectionDirectory + "/\(fileName(of: store)).sqlite"
    }

    static func openProjection(of store: GitEventStore, _ project: Project) throws -> Projection {
        let sharing = store.repository.sharing
        let share: Projection.Sharing = { path in sharing.adjust(path) }
        return try Projection.open(
            at: readModelPath(of: store), project: project, share: sharing.isOn ? share : nil)
    }

    /// The name of the branch as that of a file: what is no letter, digit, `-` or `_` is written as `%2f`.
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

    /// Brings the read model up to the tip and returns the tip.
    ///
    /// A damaged read model is made anew, and one that cannot be written is kept in memory; the user is told.
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

    /// Makes the read model again if somebody deleted its file while it was open.
    func remakeReadModel() throws {
        if !projection.isInPlace { try catchUp() }
    }

    /// Runs `body` with the newest state of the branch.
    ///
    /// The workspace is not to be used from `body`, whose state stays as it is whatever other processes do. A person who is
    /// waited for is waited for outside. Throws a ``Refusal``, a ``ReadModel/Failure``, and what `body` throws.
    public func read<Result>(_ body: (Snapshot) throws -> Result) throws -> Result {
        for _ in 0..<Self.catchUpAttempts {
            let position = try catchUp()
            do {
                return try projection.read(at: position) { try body(Snapshot(log, $0)) }
            } catch is Projection.PositionMoved {
                // Another process has caught up with something newer meanwhile, or with a branch that was set back.
                continue
            }
        }
        throw Refusal(
            .busy, "The branch moved \(Self.catchUpAttempts) times while its events were read.",
            hint: "Try again when other writers are done.")
    }

    /// How often the branch may move while the read model follows.
    private static let catchUpAttempts = 100

    var readingProgress: Projection.Progress {
        { [reportProgress] done, total in reportProgress?("Reading events", done, total) }
    }

    func sayWaiting() { warn?("Waiting for another process to bring the read model up to date.") }

    /// Runs `body` with the read model; with an empty one after damage was found, and with one in memory where none can
    /// be written.
    func withSoundProjection(_ body: (Projection) throws -> Void) throws {
        if case .inMemory(let reason) = projection.opening { sayInMemory(reason) }
        do {
            try body(projection)
        } catch let failure as ReadModel.Failure where failure.kind == .damage {
            warn?("The read model was damaged and is made anew: \(failure.reason).")
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

    private func sayInMemory(_ reason: String) {
        guard !hasSaidInMemory else { return }
        hasSaidInMemory = true
        warn?("The read model cannot be written, and is made anew in memory: \(reason).")
    }

    /// Forgets a read model in which a query found damage, so that the next opening makes it anew.
    public func discardReadModel() { projection.removeFile() }
}

extension Refusal.Hint {
    /// Begins a project in the branch, or names another branch.
    package static let beginProjectOrNameBranch = Refusal.Hint.typed(
        "`dragoman init` begins a project; --branch names another branch.")
}
