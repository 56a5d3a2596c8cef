public import EventStore
import GRDB
import Synchronization
public import Translation

/// Keeps a read model: projects an event log into SQLite, and hands out the state to queries.
///
/// It holds nothing that the log does not say: it may be deleted at any moment and is rebuilt. Several
/// processes may have one file open; one of them at a time catches up. A value may be used from several
/// threads and serves one of them at a time; ``ReadModelReader`` reads the same file beside it.
public final class Projection: Sendable {
    /// The project's facts.
    public let project: Project
    /// The file of the database, or `nil` for one in memory.
    public let path: String?
    /// The result of opening it.
    public let opening: Opening
    let limits: RebuildLimits
    /// Gives files that were just made the modes that others need.
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

    /// Gives the file or directory of a path, which was just made, the mode that others need.
    public typealias Sharing = @Sendable (_ path: String) -> Void

    /// An open database, and which file it is in.
    private struct Connection {
        let database: DatabaseQueue
        let identity: DatabaseFile.Identity?
        /// The thread that checkpoints the log, or nil if SQLite does it.
        var checkpointer: Checkpointer?
    }

    var database: DatabaseQueue { connection.withLock(\.database) }

    /// The identity of the open file.
    var identity: DatabaseFile.Identity? { connection.withLock(\.identity) }

    /// Whether the file is still the one that is open: anybody may delete it at any moment.
    ///
    /// Cost: one system call.
    public var isInPlace: Bool {
        guard let path else { return true }
        return DatabaseFile(path: path, share: share).identity == identity
    }

    /// Checkpoints the log outside of commits, in a process that writes for long.
    var checkpointer: Checkpointer? { connection.withLock(\.checkpointer) }

    /// Continues with another file.
    func connect(to database: DatabaseQueue, identity: DatabaseFile.Identity?) {
        let limits = connection.withLock { connection in
            defer { connection = Connection(database: database, identity: identity) }
            return connection.checkpointer?.limits
        }
        if let limits { checkpointAside(limits) }
    }

    /// Hands the log to a thread of its own from now on.
    func checkpointAside(_ limits: Checkpointer.Limits) {
        guard let path, (try? leaveCheckpoints()) != nil else { return }
        connection.withLock { connection in
            connection.checkpointer = Checkpointer(
                DatabaseFile(path: path, share: share), connection.identity, limits)
        }
    }

    /// The result of opening a projection.
    public enum Opening: Hashable, Sendable {
        /// It was there, of this schema and project.
        case opened
        /// There was none, or one of another schema or project: it is empty now.
        case created
        /// The file was damaged and has been replaced by an empty one; SQLite's message.
        case replaced(reason: String)
        /// No file can be written there, so that it is kept in memory; SQLite's message.
        case inMemory(reason: String)
    }

    /// Runs queries that all see one state, even when another process catches up meanwhile.
    ///
    /// While `body` runs, this value serves nobody else: calling it from there is a defect. The read model is of no use
    /// afterwards. Where a file system knows no shared memory, others cannot write meanwhile. Throws a
    /// ``ReadModel/Failure``, and what `body` throws.
    public func read<Result>(_ body: (ReadModel) throws -> Result) throws -> Result {
        try ReadModel.naming {
            try database.read { db in try body(ReadModel(project: project, db: db)) }
        }
    }

    /// Runs queries as ``read(_:)`` does, on the state of one position of the log.
    ///
    /// Throws ``PositionMoved`` when the state is another one, because somebody else's catching up
    /// came in between; catch up again then.
    public func read<Result>(
        at position: Position, _ body: (ReadModel) throws -> Result
    ) throws -> Result {
        try read { model in
            guard try model.position?.tree == position.tree else { throw PositionMoved() }
            return try body(model)
        }
    }

    /// The read model is at another position than the one that was asked for.
    public struct PositionMoved: Error {}

    /// The position that was caught up with last, or `nil` when the projection is empty.
    public var position: Position? {
        get throws { try read { model in try model.position } }
    }
}
