import Dispatch
import GRDB
import Synchronization

/// Checkpoints SQLite's log on a separate thread instead of in the commits of a long-lived writer.
///
/// A passive checkpoint copies most of the log while other connections read and write. A truncating
/// checkpoint copies the rest and empties the log, while writers wait. It succeeds only when no
/// reader uses the log. If it fails, it is retried when the log has grown by some megabytes.
/// Readers that start during the attempt read from the file alone, so the attempt succeeds when the
/// older readers have finished. See <https://www.sqlite.org/wal.html#ckpt>.
final class Checkpointer: Sendable {
    private let file: DatabaseFile
    private let identity: DatabaseFile.Identity?
    let limits: Limits
    private let thread = DispatchQueue(label: "dragoman.checkpointer")
    private let state: Mutex<State>

    /// Sizes of the log in bytes, and the times in milliseconds that a checkpoint waits for others.
    struct Limits: Sendable {
        /// The size at which the first checkpoint starts.
        var first = 16 << 20
        /// The growth after which the next checkpoint starts, if the log could not be emptied.
        var step = 4 << 20
        /// The size at which the writer begins to wait for checkpoints.
        var most = 64 << 20
        var patience = 100
        /// The patience for a log of ``most`` bytes or more, which is longer than a server's reads
        /// may take.
        var longPatience = 6_000
    }

    private struct State {
        var isRunning = false
        /// The size of the log at which the next checkpoint is due.
        var next: Int
    }

    init(_ file: DatabaseFile, _ identity: DatabaseFile.Identity?, _ limits: Limits) {
        self.file = file
        self.identity = identity
        self.limits = limits
        state = Mutex(State(next: limits.first))
    }

    /// Starts a checkpoint if the log is long.
    ///
    /// Call this after a commit, outside of transactions. If the log must not grow further, waits
    /// for the checkpoint. Cost otherwise: one `stat`.
    func checkpointIfNeeded() {
        while beginIfNeeded() { thread.sync {} }
    }

    /// Starts a checkpoint if one is due and none is running.
    ///
    /// Returns true if the writer must wait for the checkpoint.
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
                // A reader outlasted the longest wait, so waiting again soon would be useless.
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

    /// Opens the writer's file, or returns `nil` if it was replaced.
    ///
    /// The connection is opened for each checkpoint, because an open connection prevents a rebuild
    /// from replacing the file.
    private func open() throws -> DatabaseQueue? {
        try file.whileItStays {
            guard file.identity == identity else { return nil }
            return try DatabaseQueue(
                path: file.path, configuration: Projection.configuration(cacheSize: 2 << 10))
        }
    }
}
