import Dispatch
import GRDB
import Synchronization

/// Checkpoints SQLite's log on a thread of its own, so that no commit of a long-lived writer does.
///
/// A passive checkpoint copies most of the log while others write and read. A truncating one copies the rest and empties the log; writers
/// wait meanwhile. It needs a moment in which no reader uses the log, and is tried again after some more megabytes
/// otherwise. Readers that begin during the attempt read from the file alone, so it succeeds when the others have ended.
/// See <https://www.sqlite.org/wal.html#ckpt>.
final class Checkpointer: Sendable {
    private let file: DatabaseFile
    private let identity: DatabaseFile.Identity?
    let limits: Limits
    private let thread = DispatchQueue(label: "dragoman.checkpointer")
    private let state: Mutex<State>

    /// Sizes of the log, in bytes, and how long a truncating checkpoint waits for writers and readers, in milliseconds.
    struct Limits: Sendable {
        /// The first checkpoint begins at this size.
        var first = 16 << 20
        /// The next one begins when the log has grown by so much more, if it could not be emptied.
        var step = 4 << 20
        /// From this size on, the writer waits for the checkpoint.
        var most = 64 << 20
        var patience = 100
        /// The patience from ``most`` on: longer than readers of a server may take.
        var longPatience = 6_000
    }

    private struct State {
        var isRunning = false
        /// The size of the log from which on a checkpoint is due.
        var next: Int
    }

    init(_ file: DatabaseFile, _ identity: DatabaseFile.Identity?, _ limits: Limits) {
        self.file = file
        self.identity = identity
        self.limits = limits
        state = Mutex(State(next: limits.first))
    }

    /// Begins a checkpoint if the log is long; call it after a commit, outside of transactions.
    ///
    /// Waits for the checkpoint if the log is so long that it must not grow further. Cost otherwise: one `stat`.
    func checkpointIfNeeded() {
        while beginIfNeeded() { thread.sync {} }
    }

    /// Begins a checkpoint if one is due and none goes on; returns whether the writer must wait for it.
    private func beginIfNeeded() -> Bool {
        let size = file.logSize
        let (isDue, starts) = state.withLock { state in
            guard size >= state.next else { return (false, false) }
            defer { state.isRunning = true }
            return (true, !state.isRunning)
        }
        if starts { thread.async { self.run() } }
        return isDue && size >= limits.most
    }

    private func run() {
        let isPatient = file.logSize >= limits.most
        try? checkpoint(patience: isPatient ? limits.longPatience : limits.patience)
        let size = file.logSize
        state.withLock { state in
            state.isRunning = false
            if size < limits.first {
                state.next = limits.first
            } else if isPatient {
                // Somebody reads for longer than can be waited for.
                state.next = 2 * size
            } else {
                state.next = min(size + limits.step, limits.most)
            }
        }
    }

    private func checkpoint(patience: Int) throws {
        guard let database = try open() else { return }
        try database.writeWithoutTransaction { db in
            _ = try? db.checkpoint(.passive)
            try db.execute(sql: "PRAGMA busy_timeout = \(patience)")
            _ = try? db.checkpoint(.truncate)
        }
        try database.close()
    }

    /// Opens the file of the writer, or returns `nil` if it was replaced.
    ///
    /// A connection that stays open would keep a rebuild from replacing the file.
    private func open() throws -> DatabaseQueue? {
        try file.whileItStays {
            guard file.identity == identity else { return nil }
            return try DatabaseQueue(
                path: file.path, configuration: Projection.configuration(cacheSize: 2 << 10))
        }
    }
}
