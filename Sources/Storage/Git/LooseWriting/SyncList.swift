import Dispatch
import Glibc
import Synchronization

/// Open files and directories that are waited for together until they are on disk.
///
/// A disk takes little more time for many such calls that are under way at once than for one: the file system writes its journal for
/// all of them, and the disk empties its cache once. In sequence, each call waits for that again.
struct SyncList: ~Copyable {
    private var open: [(path: String, descriptor: Int32)] = []

    /// Each lane has a thread while there is something to do; the system keeps it for a while.
    private static let lanes = (1...8).map { DispatchQueue(label: "dragoman.sync.\($0)") }

    private static let isRoused = Atomic(false)

    /// Threads for the lanes that the system starts while somebody prepares a list; they are free when this goes away.
    ///
    /// One starts the next, which takes half a millisecond for all. They wait in queues of their own: others use the lanes.
    final class Threads: Sendable {
        private let gate = DispatchSemaphore(value: 0)

        /// Has them started once in a process: from then on the system has some, or finds time to start them.
        init?() {
            guard !SyncList.isRoused.exchange(true, ordering: .relaxed) else { return nil }
            for _ in SyncList.lanes {
                DispatchQueue(label: "dragoman.sync.start").async { [gate] in gate.wait() }
            }
        }

        deinit { for _ in SyncList.lanes { gate.signal() } }
    }

    deinit { for file in open { close(file.descriptor) } }

    /// Adds an open file, which is closed with the list.
    mutating func add(_ descriptor: Int32, path: String) { open.append((path, descriptor)) }

    /// Opens a directory, or a file that is written, and adds it.
    mutating func add(_ path: String) throws(GitError) {
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw GitError(systemCall: "open", path: path, number: errno)
        }
        add(descriptor, path: path)
    }

    /// Waits until all are on disk; without threads where there is one.
    borrowing func wait() throws(GitError) {
        try wait(for: open.dropFirst()) { outcome throws(GitError) in
            if let first = open.first { outcome.sync(first.descriptor, path: first.path) }
        }
    }

    /// Waits until all are on disk, and runs `body` meanwhile, which waits for something else.
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
        // The files are closed with the list: nobody leaves before.
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
