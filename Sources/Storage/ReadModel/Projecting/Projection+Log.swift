import GRDB

/// SQLite's write-ahead log: <https://www.sqlite.org/wal.html>.
///
/// SQLite copies the log into the database file when the log reaches a thousand pages, and when the
/// last connection closes. A long-lived writer uses a ``Checkpointer`` instead.
extension Projection {
    /// Checkpoints the log on a separate thread from now on; intended for long-lived writers.
    ///
    /// Commits and catch-ups no longer checkpoint. Has no effect on a projection in memory.
    public func checkpointAside() { checkpointAside(Checkpointer.Limits()) }

    /// Stops SQLite from checkpointing during commits.
    func leaveCheckpoints() throws {
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
        }
    }
}

extension DatabaseQueue {
    /// Switches off the write-ahead log; returns true on success.
    ///
    /// SQLite allows this only if no other process has the file open.
    func leaveLog() throws -> Bool {
        try withoutWaiting { db in
            guard try String.fetchOne(db, sql: "PRAGMA journal_mode") == "wal" else { return false }
            return (try? String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")) == "delete"
        }
    }

    /// Runs `body` so that it fails immediately if another process holds a lock.
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
