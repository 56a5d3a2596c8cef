public import EventStore
import GRDB
import Synchronization
public import Translation

/// The projection of an event log in SQLite, and the queries on it.
///
/// It holds nothing that the log does not say: it may be deleted at any moment and is made anew. Several
/// processes may have one file open; one of them at a time catches up. A value may be used from several
/// threads and serves one of them at a time.
public final class ReadModel: StateReader, Sendable {
    /// The project's facts.
    public let project: Project
    /// The file of the database, or `nil` for one in memory.
    public let path: String?
    /// What opening it led to.
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
    }

    var database: DatabaseQueue { connection.withLock(\.database) }

    /// Which file is open.
    var identity: DatabaseFile.Identity? { connection.withLock(\.identity) }

    /// Goes on with another file.
    func connect(to database: DatabaseQueue, identity: DatabaseFile.Identity?) {
        connection.withLock { $0 = Connection(database: database, identity: identity) }
    }

    /// What opening a read model led to.
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

    /// The position that was caught up with last, or `nil` when the projection is empty.
    public var position: Position? {
        get throws { try read { db in try Position.stored(in: db) } }
    }

    /// Runs queries that all see one state, even when another process catches up meanwhile.
    ///
    /// Throws ``PositionMoved`` when the state is not that of `position`, because somebody else's catching up
    /// came in between; catch up again then.
    public func reading<Result>(
        at position: Position, _ body: (ReadModel) throws -> Result
    ) throws -> Result {
        try Self.naming {
            try database.read { db in
                guard try Position.stored(in: db)?.tree == position.tree else {
                    throw PositionMoved()
                }
                return try body(self)
            }
        }
    }

    /// Lets all queries from now on see the state of `position`, until ``release()`` or the next catching up.
    ///
    /// Throws ``PositionMoved`` as ``reading(at:_:)`` does. While it lasts, the log of the database only grows, and where a
    /// file system knows no shared memory others cannot write: who waits for a person releases it.
    public func pin(at position: Position) throws {
        try release()
        try Self.naming {
            try database.writeWithoutTransaction { db in
                try db.beginTransaction(.deferred)
                do {
                    guard try Position.stored(in: db)?.tree == position.tree else {
                        throw PositionMoved()
                    }
                } catch {
                    try db.rollback()
                    throw error
                }
            }
        }
    }

    /// Lets queries see the newest state again, each its own.
    public func release() throws {
        try Self.naming {
            try database.unsafeReentrantWrite { db in
                if db.isInsideTransaction { try db.rollback() }
            }
        }
    }

    /// The read model is at another position than the one that was asked for.
    public struct PositionMoved: Error {}

    /// Reads within the transaction that is going on, or in one of its own.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try Self.naming { try database.unsafeReentrantRead(body) }
    }
}

extension Position {
    /// The position that the tables stand for.
    static func stored(in db: Database) throws -> Position? {
        let values = try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT value FROM meta WHERE name IN ('commit', 'tree') AND value IS NOT NULL
                    ORDER BY name
                    """))
        guard values.count == 2 else { return nil }
        return Position(tree: values[1], commit: values[0])
    }

    /// Says that the tables stand for this position.
    func store(in db: Database) throws {
        for (name, value) in [("tree", tree), ("commit", commit)] {
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)")
                .execute(arguments: [name, value])
        }
    }
}
