public import EventStore
import GRDB
public import Translation

/// A fixed state of the projection of an event log, with queries.
///
/// It is valid only inside the closure that receives it; see ``Projection/read(_:)`` and
/// ``ReadModelReader/read(_:)``.
public struct ReadModel: StateReader {
    /// The project's id, source language and default section.
    public let project: Project
    private let db: Database

    init(project: Project, db: Database) {
        self.project = project
        self.db = db
    }

    /// The position of the log at this state, or `nil` if nothing has been projected yet.
    public var position: Position? {
        get throws { try read { db in try Position.stored(in: db) } }
    }

    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try Self.naming { try body(db) }
    }
}

extension Position {
    /// Returns the tables' position, or `nil` if nothing has been projected yet.
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

    /// Stores this position as the tables' position.
    func store(in db: Database) throws {
        for (name, value) in [("tree", tree), ("commit", commit)] {
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)")
                .execute(arguments: [name, value])
        }
    }
}
