import Dispatch
public import Git
import Glibc
import Synchronization

/// The lock that lets one writer at a time read the tip, decide and append.
///
/// The operating system releases the lock if the process dies, so no file needs to be removed by
/// hand. The file contains the id of the last process that took the lock, for ``LockHolder``.
public struct WriteLock: ~Copyable {
    private let descriptor: Int32

    /// The maximum time that a writer waits for others, and a callback to run during the wait.
    public struct Patience: Sendable {
        /// The time in milliseconds: 0 does not wait, and a negative value waits forever.
        public var milliseconds: Int
        /// Called once with the holder of the lock, after a second of waiting.
        public var notice: @Sendable (LockHolder) -> Void

        /// The waiting time after which ``notice`` is called, in milliseconds.
        public static let beforeNotice = 1000

        /// Creates a time limit; without a notice, the wait is silent.
        public init(
            milliseconds: Int, notice: @escaping @Sendable (LockHolder) -> Void = { _ in }
        ) {
            self.milliseconds = milliseconds
            self.notice = notice
        }

        /// No time limit, and no notice.
        public static let unlimited = Patience(milliseconds: -1)
    }

    /// Waits for a repository's lock.
    ///
    /// The lock file is `<directory>/write`; the file and its directory are created if missing. If
    /// the file is removed or replaced during the wait, the wait starts again with the current
    /// file. Throws a ``Failure`` if the file cannot be created or locked, and a ``Timeout`` if
    /// `patience` runs out.
    init(in directory: String, sharing: RepositorySharing, patience: Patience) throws {
        let path = directory + "/write"
        var locked = try Self.openLocked(path, in: directory, sharing, patience)
        while !Self.isFile(locked, at: path) {
            close(locked)
            locked = try Self.openLocked(path, in: directory, sharing, patience)
        }
        descriptor = locked
        // The id is only for display, so a failure to write it is ignored.
        let number = Array("\(getpid())          ".utf8.prefix(10)) + [UInt8(ascii: "\n")]
        _ = number.withUnsafeBytes { pwrite(locked, $0.baseAddress, $0.count, 0) }
    }

    deinit { close(descriptor) }

    private static func openLocked(
        _ path: String, in directory: String, _ sharing: RepositorySharing, _ patience: Patience
    ) throws -> Int32 {
        var opened = RegularFile.open(path, O_RDWR | O_CREAT, 0o666)
        if opened < 0, errno == ENOENT {
            if mkdir(directory, 0o777) == 0 { sharing.adjust(directory) }
            opened = RegularFile.open(path, O_RDWR | O_CREAT, 0o666)
        }
        // Read access is enough to lock the file, but the process id cannot be written.
        if opened < 0, errno == EACCES { opened = RegularFile.open(path, O_RDONLY) }
        guard opened >= 0 else { throw Failure(path: path, number: errno) }
        sharing.adjust(opened)
        switch attempt(opened, LOCK_NB) {
        case 0: break
        case EWOULDBLOCK:
            let waiter = Waiter(descriptor: opened)
            let mark = WaitingMark(in: directory, sharing: sharing)
            let isLocked = try withExtendedLifetime(mark) { () throws(Failure) in
                try waiter.wait(path, patience)
            }
            guard isLocked else {
                throw Timeout(
                    path: path, milliseconds: patience.milliseconds,
                    holder: LockHolder(lockFile: path))
            }
        case let number:
            close(opened)
            throw Failure(path: path, number: number)
        }
        return opened
    }

    /// Returns true if a path still refers to the given open file.
    ///
    /// Otherwise other processes lock a different file at that path.
    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var held = stat()
        var found = stat()
        return fstat(descriptor, &held) == 0 && stat(path, &found) == 0
            && held.st_dev == found.st_dev && held.st_ino == found.st_ino
    }

    /// Runs `body` while holding a repository's lock.
    public static func hold<Result>(
        in directory: String, sharing: RepositorySharing = .umask,
        patience: Patience = .unlimited, _ body: () throws -> Result
    ) throws -> Result {
        let lock = try WriteLock(in: directory, sharing: sharing, patience: patience)
        return try withExtendedLifetime(lock) { try body() }
    }

    /// Takes the lock, and returns 0 or the system's error number.
    fileprivate static func attempt(_ descriptor: Int32, _ flags: Int32) -> Int32 {
        while flock(descriptor, LOCK_EX | flags) != 0 {
            if errno != EINTR { return errno }
        }
        return 0
    }

    /// The error for a lock file that cannot be created or locked.
    public struct Failure: Error {
        /// The path of the lock file.
        public let path: String
        /// The system's error number.
        public let number: Int32

        /// The system's description of the error.
        public var reason: String { RegularFile.reason(number) }
    }

    /// Another process held the lock for the whole waiting time.
    public struct Timeout: Error {
        /// The path of the lock file.
        public let path: String
        /// The time waited, in milliseconds.
        public let milliseconds: Int
        /// The holder of the lock.
        public let holder: LockHolder
    }
}

/// A thread that waits for a lock in the system's queue, and can be abandoned.
private final class Waiter: Sendable {
    private enum State {
        case waiting
        case ended(Int32)
        /// The caller has given up, so the thread closes the file once it gets the lock.
        case abandoned
    }

    private let descriptor: Int32
    private let state = Mutex(State.waiting)
    private let end = DispatchSemaphore(value: 0)

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Waits for the lock, and returns true if it was taken in time.
    ///
    /// Otherwise the descriptor is closed: immediately, or by the abandoned thread.
    func wait(_ path: String, _ patience: WriteLock.Patience) throws(WriteLock.Failure) -> Bool {
        let total = patience.milliseconds
        guard total != 0 else {
            close(descriptor)
            return false
        }
        DispatchQueue(label: "dragoman.write-lock").async { [self] in
            let number = WriteLock.attempt(descriptor, 0)
            state.withLock { state in
                if case .abandoned = state { close(descriptor) } else { state = .ended(number) }
            }
            end.signal()
        }
        let first = WriteLock.Patience.beforeNotice
        if total > 0, total <= first {
            _ = end.wait(timeout: .now() + .milliseconds(total))
        } else if end.wait(timeout: .now() + .milliseconds(first)) == .timedOut {
            patience.notice(LockHolder(lockFile: path))
            if total > 0 {
                _ = end.wait(timeout: .now() + .milliseconds(total - first))
            } else {
                end.wait()
            }
        }
        let number: Int32? = state.withLock { state in
            if case .ended(let number) = state { return number }
            state = .abandoned
            return nil
        }
        guard let number, number != 0 else { return number == 0 }
        close(descriptor)
        throw WriteLock.Failure(path: path, number: number)
    }
}
