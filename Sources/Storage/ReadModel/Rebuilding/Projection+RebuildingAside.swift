import EventStore
import GRDB
import Translation

extension Projection {
    /// Rebuilds the tables in a file beside the database, which then replaces the database file.
    ///
    /// Nothing is written twice, as it would be with SQLite's log. Readers can continue meanwhile.
    /// If the rebuild fails or is killed, the old file remains. `fill` fills empty tables.
    ///
    /// Returns the result of `fill`, or `nil` if `isNeeded` returns false. `isNeeded` is called
    /// while no other process is rebuilding.
    func rebuildAside<Result>(
        of file: DatabaseFile, isNeeded: () throws -> Bool, fill: (Projector) throws -> Result,
        progress: @escaping Progress
    ) throws -> Result? {
        try file.whileRebuilding {
            guard try isNeeded() else { return nil }
            file.scratch.makeShared()
            let scratch = try DatabaseQueue(
                path: file.scratch.path, configuration: Self.scratchConfiguration)
            let result = try scratch.writeWithoutTransaction { db in
                var result: Result?
                try db.inTransaction(.immediate) {
                    let projector = try Projector(
                        db, project: project, limits: limits, isRebuild: true, progress: progress)
                    projector.whenAllIsRead = file.scratch.beginSync
                    result = try fill(projector)
                    return .commit
                }
                return result
            }
            try install(scratch, as: file)
            return result
        }
    }

    /// The configuration for a file that no other process opens, and that is useless until it is
    /// complete.
    private static var scratchConfiguration: Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
                    PRAGMA cache_size = -65536; PRAGMA threads = 2
                    """)
        }
        return configuration
    }

    /// Replaces the database file with a complete database.
    ///
    /// If other processes have the file open, copies the database into it instead.
    private func install(_ scratch: DatabaseQueue, as file: DatabaseFile) throws {
        try scratch.close()
        let isMoved = try file.whileNobodyOpens {
            guard try database.leaveLog() else { return false }
            try database.close()
            let isMoved = file.scratch.move(to: file)
            connect(to: try Self.connection(to: file), identity: file.identity)
            return isMoved
        }
        if isMoved { return }
        let source = try DatabaseQueue(path: file.scratch.path)
        // A file with a log keeps its page size, which another version may have chosen.
        let size = try database.read(Self.pageSize)
        if try source.read(Self.pageSize) != size {
            try source.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA page_size = \(size); VACUUM")
            }
        }
        try source.backup(to: database)
        try source.close()
    }

    private static func pageSize(in db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
    }
}
