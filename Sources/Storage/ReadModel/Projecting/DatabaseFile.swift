import Dispatch
import Glibc

/// The file of a database, whose name can come to stand for another file while processes have it open.
///
/// SQLite finds the log of a database by its name: who opens a file while another process replaces it could read
/// one's pages with the other's log. So opening takes a shared lock beside the file and replacing an exclusive one, as
/// far as such a lock can be had. See <https://www.sqlite.org/howtocorrupt.html>, section 2.4.
struct DatabaseFile {
    let path: String
    /// Gives files that were just made the modes that others need; `nil` leaves them to the umask.
    let share: Projection.Sharing?

    /// The identity of the file behind a name.
    struct Identity: Equatable, Sendable {
        let device: UInt64
        let inode: UInt64
    }

    /// The identity of the file that has the name now; `nil` if there is none.
    var identity: Identity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// The size of SQLite's log beside the file, in bytes.
    var logSize: Int {
        var status = stat()
        return stat(path + "-wal", &status) == 0 ? Int(status.st_size) : 0
    }

    /// Creates the directory of the file if it is missing and can be created.
    func makeDirectory() {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex
        else { return }
        let directory = String(path[..<slash])
        if mkdir(directory, 0o777) == 0 { share?(directory) }
    }

    /// Removes pipes and the like that somebody put in the place of SQLite's files: it would wait for their other end.
    func removeStrangers() {
        for suffix in Self.suffixes {
            var status = stat()
            guard lstat(path + suffix, &status) == 0,
                ![S_IFREG, S_IFDIR, S_IFLNK].contains(status.st_mode & S_IFMT)
            else { continue }
            unlink(path + suffix)
        }
    }

    /// The file, and what SQLite keeps beside it; the log first.
    private static let suffixes = ["-wal", "-shm", "-journal", ""]

    /// Creates the file if it is missing, also for other users: SQLite gives its log the same mode.
    func makeShared() {
        guard let share else { return }
        close(open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o666))
        for suffix in ["", "-wal", "-shm"] { share(path + suffix) }
    }

    /// Runs `body` while nobody replaces the file.
    func whileItStays<Result>(_ body: () throws -> Result) rethrows -> Result {
        try locked(LOCK_SH, body)
    }

    /// Removes the file, and what SQLite keeps beside it, if it is still the one that was found to be damaged.
    ///
    /// The log first: left behind by a kill, it would be taken for that of the next file.
    func remove(ifIts identity: Identity?) {
        locked(LOCK_EX) {
            guard identity == nil || self.identity == identity else { return }
            removeAll()
        }
    }

    /// The file beside this one that a rebuild is made in.
    var scratch: DatabaseFile { beside("-rebuild") }

    /// Returns the file whose name adds a suffix to that of this one.
    func beside(_ suffix: String) -> DatabaseFile {
        DatabaseFile(path: path + suffix, share: share)
    }

    /// Runs `body` while no other process rebuilds this file.
    func whileRebuilding<Result>(_ body: () throws -> Result) rethrows -> Result {
        try locked(LOCK_EX, by: Self.rebuildLock) {
            // A kill may have left one behind.
            scratch.removeAll()
            defer { scratch.removeAll() }
            return try body()
        }
    }

    /// Removes what a rebuild left that was killed: as much as the file itself.
    func removeAbandonedRebuild() {
        guard scratch.identity != nil else { return }
        let descriptor = open(
            path + Self.rebuildLock, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // A process that rebuilds holds the lock.
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { scratch.removeAll() }
    }

    private static let rebuildLock = "-rebuild-lock"

    /// Runs `body` while nobody opens the file.
    func whileNobodyOpens<Result>(_ body: () throws -> Result) rethrows -> Result {
        try locked(LOCK_EX, body)
    }

    /// Puts the file in the place of another, when its bytes are on the disk; returns whether that could be done.
    func move(to other: DatabaseFile) -> Bool {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fdatasync(descriptor) == 0 && rename(path, other.path) == 0
    }

    /// Has another thread sync the data already written while more is made, to shorten the wait at the end.
    ///
    /// That it succeeds does not count; ``move(to:)`` asks again.
    func beginSync() {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        DispatchQueue.global().async {
            _ = fdatasync(descriptor)
            close(descriptor)
        }
    }

    /// Removes the file, and what SQLite keeps beside it, which nobody may have open.
    func removeAll() {
        for suffix in Self.suffixes { _ = unlink(path + suffix) }
    }

    private func locked<Result>(
        _ kind: Int32, by suffix: String = "-lock", _ body: () throws -> Result
    ) rethrows -> Result {
        let descriptor = open(path + suffix, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return try body() }
        defer { close(descriptor) }
        share?(path + suffix)
        while flock(descriptor, kind) != 0, errno == EINTR {}
        return try body()
    }
}
