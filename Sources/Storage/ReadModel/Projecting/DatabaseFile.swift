import Dispatch
import Glibc

/// A database file, which may be replaced while processes have it open.
///
/// SQLite finds a database's log by name. A process that opens a file while another process
/// replaces it could combine one file's pages with the other file's log. Opening therefore takes a
/// shared lock beside the file, and replacing takes an exclusive lock. If no lock can be created,
/// the work continues without a lock. See <https://www.sqlite.org/howtocorrupt.html>, section 2.4.
struct DatabaseFile {
    let path: String
    /// Sets the mode of new files so that other users can use them; if it is `nil`, the umask
    /// applies.
    let share: Projection.Sharing?

    /// The identity of a file, independent of its name.
    struct Identity: Equatable, Sendable {
        let device: UInt64
        let inode: UInt64
    }

    /// The identity of the file that currently has the name, or `nil` if no such file exists.
    var identity: Identity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// The size in bytes of SQLite's log beside the file, or 0 if there is no log.
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

    /// Removes pipes and other special files at the paths of SQLite's files.
    ///
    /// Opening a pipe would block until its other end is opened.
    func removeStrangers() {
        for suffix in Self.suffixes {
            var status = stat()
            guard lstat(path + suffix, &status) == 0,
                ![S_IFREG, S_IFDIR, S_IFLNK].contains(status.st_mode & S_IFMT)
            else { continue }
            unlink(path + suffix)
        }
    }

    /// The suffixes of the files that SQLite uses, with the log first.
    private static let suffixes = ["-wal", "-shm", "-journal", ""]

    /// Creates the file if it is missing, with a mode that lets other users open it.
    ///
    /// SQLite gives its log the same mode.
    func makeShared() {
        guard let share else { return }
        close(open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o666))
        for suffix in ["", "-wal", "-shm"] { share(path + suffix) }
    }

    /// Runs `body` while preventing other processes from replacing the file.
    func whileItStays<Result>(_ body: () throws -> Result) rethrows -> Result {
        try locked(LOCK_SH, body)
    }

    /// Removes the file and SQLite's files beside it, if the file is still the one that was found
    /// damaged.
    ///
    /// If the identity is `nil`, always removes the files. The log is removed first. If this
    /// process were killed and left the log behind, SQLite would apply it to the next file.
    func remove(ifIts identity: Identity?) {
        locked(LOCK_EX) {
            guard identity == nil || self.identity == identity else { return }
            removeAll()
        }
    }

    /// The file beside this one that a rebuild writes.
    var scratch: DatabaseFile { beside("-rebuild") }

    /// Returns the file with this file's name and a suffix.
    func beside(_ suffix: String) -> DatabaseFile {
        DatabaseFile(path: path + suffix, share: share)
    }

    /// Runs `body` while preventing other processes from rebuilding this file.
    func whileRebuilding<Result>(_ body: () throws -> Result) rethrows -> Result {
        try locked(LOCK_EX, by: Self.rebuildLock) {
            // A killed process may have left a file behind.
            scratch.removeAll()
            defer { scratch.removeAll() }
            return try body()
        }
    }

    /// Removes the file of a killed rebuild, which may be as large as the database.
    func removeAbandonedRebuild() {
        guard scratch.identity != nil else { return }
        let descriptor = open(
            path + Self.rebuildLock, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // A running rebuild holds the lock.
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { scratch.removeAll() }
    }

    private static let rebuildLock = "-rebuild-lock"

    /// Runs `body` while preventing other processes from opening the file.
    func whileNobodyOpens<Result>(_ body: () throws -> Result) rethrows -> Result {
        try locked(LOCK_EX, body)
    }

    /// Syncs the file and renames it to `other`; returns true on success.
    func move(to other: DatabaseFile) -> Bool {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fdatasync(descriptor) == 0 && rename(path, other.path) == 0
    }

    /// Starts syncing the written data on another thread, to shorten the wait at the end.
    ///
    /// Errors are ignored, because ``move(to:)`` syncs again.
    func beginSync() {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        DispatchQueue.global().async {
            _ = fdatasync(descriptor)
            close(descriptor)
        }
    }

    /// Removes the file and SQLite's files beside it; no process may have them open.
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
