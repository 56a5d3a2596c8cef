import GRDB

/// SQLite's log, which is called WAL: what was written last, until it is put into the file (a checkpoint).
///
/// A process of the command line ends without closing the database, so that the log stays: a checkpoint waits for the disk
/// twice, and a new log twice more. The next process reads the log when it opens the database, which is why it must not be long.
/// See <https://www.sqlite.org/wal.html>.
///
/// A process that writes for long has a ``Checkpointer`` instead.
extension Projection {
    /// How many bytes the log may have: some 250 pages, which are read one by one when the database is opened.
    private static let longLog = 1 << 20

    /// Empties a log that others left long, unless somebody reads from it: then the next who catches up tries again.
    ///
    /// Before a catch-up and not after it: what one catch-up writes is put into the file once, with what came before, and
    /// nobody waits for it who did not find it. Not within a transaction. Cost: a look at the file's size.
    func shortenLog() throws {
        guard checkpointer == nil, let path,
            DatabaseFile(path: path, share: share).logSize > Self.longLog
        else {
            return
        }
        try ReadModel.naming {
            try database.withoutWaiting { db in _ = try? db.checkpoint(.truncate) }
        }
    }

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
