import Git
import Glibc

/// A mark that shows that a process is waiting for the ``WriteLock``.
///
/// The system wakes waiters, but does not reserve the lock for them. A writer that retakes the lock
/// immediately overtakes all waiters that wake up slowly. While they wait, all waiters share a lock
/// on the file `<directory>/waiting`. The system releases the lock when the process exits.
struct WaitingMark: ~Copyable {
    private static let name = "/waiting"
    private let descriptor: Int32

    /// Marks the calling process as waiting.
    ///
    /// If the file cannot be created, other processes do not see the mark.
    init(in directory: String, sharing: RepositorySharing) {
        descriptor = RegularFile.open(directory + Self.name, O_RDWR | O_CREAT, 0o666)
        guard descriptor >= 0 else { return }
        sharing.adjust(descriptor)
        while flock(descriptor, LOCK_SH) != 0, errno == EINTR {}
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Returns true if a process is waiting for the lock.
    static func isThere(in directory: String) -> Bool {
        let descriptor = RegularFile.open(directory + name, O_RDONLY, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}

extension WriteLock {
    /// Waits until no process is waiting for a repository's lock, for at most `milliseconds`.
    ///
    /// Returns immediately if no process is waiting. A writer that takes the lock repeatedly calls
    /// this between two writes.
    public static func letOthers(in directory: String, atMost milliseconds: Int) {
        for _ in 0..<milliseconds {
            guard WaitingMark.isThere(in: directory) else { return }
            usleep(1_000)
        }
    }
}
