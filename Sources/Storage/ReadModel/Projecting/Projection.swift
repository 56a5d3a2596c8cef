public import EventStore
import GRDB
import Synchronization
public import Translation

/// Projects an event log into SQLite, and gives queries access to the state.
///
/// The database is derived from the log. It may be deleted at any time, and is then rebuilt.
/// Several processes may have the same file open; only one of them catches up at a time. An
/// instance can be shared between threads, and serves one thread at a time. ``ReadModelReader``
/// reads the same file in parallel.
public final class Projection: Sendable {
    /// The project's id, source language and default section.
    public let project: Project
    /// The path of the database file, or `nil` for a database in memory.
    public let path: String?
    /// The result of opening the database.
    public let opening: Opening
    let limits: RebuildLimits
    /// Sets the mode of new files so that other users can use them.
    let share: Sharing?
    private let connection: Mutex<Connection>

    init(
        project: Project, path: String?, identity: DatabaseFile.Identity?, opening: Opening,
        database: DatabaseQueue, limits: RebuildLimits = RebuildLimits(), share: Sharing? = nil
    ) {
        self.project = project
        self.path = path
        self.opening = opening
        self.limits = limits
        self.share = share
        connection = Mutex(Connection(database: database, identity: identity))
    }

    /// A function that sets the mode of a new file or directory so that other users can use it.
    public typealias Sharing = @Sendable (_ path: String) -> Void

    /// An open database and the identity of its file.
    private struct Connection {
        let database: DatabaseQueue
        let identity: DatabaseFile.Identity?
        /// The thread that checkpoints the log, or `nil` if SQLite checkpoints it in commits.
        var checkpointer: Checkpointer?
    }

    var database: DatabaseQueue { connection.withLock(\.database) }

    /// The identity of the open file.
    var identity: DatabaseFile.Identity? { connection.withLock(\.identity) }

    /// Whether the file is still the one that was opened; anyone may delete it at any time.
    ///
    /// Cost: one system call.
    public var isInPlace: Bool {
        guard let path else { return true }
        return DatabaseFile(path: path, share: share).identity == identity
    }

    /// The thread that checkpoints the log outside of commits, if there is one.
    var checkpointer: Checkpointer? { connection.withLock(\.checkpointer) }

    /// Switches to another file, and continues to checkpoint if that was enabled.
    func connect(to database: DatabaseQueue, identity: DatabaseFile.Identity?) {
        let limits = connection.withLock { connection in
            defer { connection = Connection(database: database, identity: identity) }
            return connection.checkpointer?.limits
        }
        if let limits { checkpointAside(limits) }
    }

    /// Checkpoints the log on a separate thread from now on.
    func checkpointAside(_ limits: Checkpointer.Limits) {
        guard let path, (try? leaveCheckpoints()) != nil else { return }
        connection.withLock { connection in
            connection.checkpointer = Checkpointer(
                DatabaseFile(path: path, share: share), connection.identity, limits)
        }
    }

    /// The result of opening a projection.
    public enum Opening: Hashable, Sendable {
        /// The file existed, with this schema and project.
        case opened
        /// The file was missing or had a different schema or project; the database is now empty.
        case created
        /// A newer version of this program wrote the file; the database is now empty.
        case createdOverNewer
        /// The file was damaged and was replaced by an empty one; the reason is SQLite's message.
        case replaced(reason: String)
        /// No file can be written, so the database is in memory; the reason is SQLite's message.
        case inMemory(reason: String)
    }

    /// Runs queries that all see one state, even if another process catches up meanwhile.
    ///
    /// `body` must not use this projection, and must not keep the read model. On file systems
    /// without shared memory, other processes cannot write during the call. Throws a
    /// ``ReadModel/Failure``, and rethrows errors from `body`.
    public func read<Result>(_ body: (ReadModel) throws -> Result) throws -> Result {
        try ReadModel.naming {
            try database.read { db in try body(ReadModel(project: project, db: db)) }
        }
    }

    /// Runs queries on the state at one position in the log; see ``read(_:)``.
    ///
    /// Throws ``PositionMoved`` if the state is at another position, because another catch-up ran
    /// meanwhile. In that case, catch up again.
    public func read<Result>(
        at position: Position, _ body: (ReadModel) throws -> Result
    ) throws -> Result {
        try read { model in
            guard try model.position?.tree == position.tree else { throw PositionMoved() }
            return try body(model)
        }
    }

    /// The read model is not at the requested position.
    public struct PositionMoved: Error {}

    /// The position of the last catch-up, or `nil` if the projection is empty.
    public var position: Position? {
        get throws { try read { model in try model.position } }
    }
}
