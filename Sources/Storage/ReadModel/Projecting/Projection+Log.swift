import GRDB

/// SQLite's write-ahead log: <https://www.sqlite.org/wal.html>.
///
/// SQLite puts the log into the database file when it has a thousand pages, and when the last connection closes. A process that writes for
/// long has a ``Checkpointer`` instead.
extension Projection {
    /// Checkpoints the log on a thread of its own from now on: for a process that writes for long.
    ///
    /// Neither a commit nor a catch-up does it any more. Has no effect on a projection in memory.
    public func checkpointAside() { checkpointAside(Checkpointer.Limits()) }

    /// Keeps SQLite from checkpointing in the commit that fills a thousand pages.
    func leaveCheckpoints() throws {
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
        }
    }
}

extension DatabaseQueue {
    /// Gives the log up, which SQLite grants to the only process that has the file open; returns whether it did.
    func leaveLog() throws -> Bool {
        try withoutWaiting { db in
            guard try String.fetchOne(db, sql: "PRAGMA journal_mode") == "wal" else { return false }
            return (try? String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")) == "delete"
        }
    }

    /// Runs `body` so that locks of others make it fail at once.
    fileprivate func withoutWaiting<Result>(
        _ body: (Database) throws -> Result
    ) throws -> Result {
        try writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA busy_timeout = 0")
            defer { try? db.execute(sql: "PRAGMA busy_timeout = 10000") }
            return try body(db)
        }
    }
}
