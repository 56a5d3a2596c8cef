import Dispatch
import Glibc
import Synchronization

/// Open files and directories that are synced to disk together.
///
/// For a disk, many concurrent syncs take little longer than one: the file system writes its
/// journal for all of them, and the disk flushes its cache once. If files are synced one after
/// another, each call waits for both again.
struct SyncList: ~Copyable {
    private var open: [(path: String, descriptor: Int32)] = []

    /// Each lane has a thread while it has work; the system keeps the thread for a while
    /// afterwards.
    private static let lanes = (1...8).map { DispatchQueue(label: "dragoman.sync.\($0)") }

    private static let isRoused = Atomic(false)

    /// Threads for the lanes, which the system starts while the caller prepares a list.
    ///
    /// The threads become free when this object is released. Each thread starts the next, which
    /// takes half a millisecond in total. They wait in separate queues, because other lists use the
    /// lanes.
    final class Threads: Sendable {
        private let gate = DispatchSemaphore(value: 0)

        /// Starts the threads, or returns `nil` if this process has already started them.
        ///
        /// Later lists do not need this, because the system has idle threads or time to start some.
        init?() {
            guard !SyncList.isRoused.exchange(true, ordering: .relaxed) else { return nil }
            for _ in SyncList.lanes {
                DispatchQueue(label: "dragoman.sync.start").async { [gate] in gate.wait() }
            }
        }

        deinit { for _ in SyncList.lanes { gate.signal() } }
    }

    deinit { for file in open { close(file.descriptor) } }

    /// Adds an open file, which is closed together with the list.
    mutating func add(_ descriptor: Int32, path: String) { open.append((path, descriptor)) }

    /// Opens a directory, or a file that has been written, and adds it.
    mutating func add(_ path: String) throws(GitError) {
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw GitError(systemCall: "open", path: path, number: errno)
        }
        add(descriptor, path: path)
    }

    /// Waits until everything is on disk; a single file needs no other thread.
    borrowing func wait() throws(GitError) {
        try wait(for: open.dropFirst()) { outcome throws(GitError) in
            if let first = open.first { outcome.sync(first.descriptor, path: first.path) }
        }
    }

    /// Runs `body` while the files are being synced, and waits until everything is on disk.
    borrowing func wait(during body: () throws(GitError) -> Void) throws(GitError) {
        try wait(for: open[...]) { _ throws(GitError) in try body() }
    }

    private borrowing func wait(
        for files: ArraySlice<(path: String, descriptor: Int32)>,
        during body: (Outcome) throws(GitError) -> Void
    ) throws(GitError) {
        let outcome = Outcome()
        let group = DispatchGroup()
        for (index, file) in zip(files.indices, files) {
            Self.lanes[index % Self.lanes.count].async(group: group) {
                outcome.sync(file.descriptor, path: file.path)
            }
        }
        // The files are closed with the list, so this function must not return before all syncs
        // have finished.
        defer { group.wait() }
        try body(outcome)
        group.wait()
        if let failure = outcome.failure.withLock(\.self) { throw failure }
    }

    /// The result of syncing the files.
    private final class Outcome: Sendable {
        let failure = Mutex<GitError?>(nil)

        func sync(_ descriptor: Int32, path: String) {
            guard fsync(descriptor) != 0 else { return }
            let error = GitError(systemCall: "fsync", path: path, number: errno)
            failure.withLock { $0 = $0 ?? error }
        }
    }
}
