import Dispatch
public import Git
import Glibc
import Synchronization

/// The lock that lets one writer at a time read the tip, decide and append.
///
/// It is the operating system's: a process that dies lets go of it, and no file needs to be removed by hand. The
/// file holds the number of the process that took it last, for ``LockHolder``.
public struct WriteLock: ~Copyable {
    private let descriptor: Int32

    /// The time that a writer waits for others, and the callback for its progress.
    public struct Patience: Sendable {
        /// The time in milliseconds: 0 does not wait, and a negative value waits forever.
        public var milliseconds: Int
        /// Called once, when a second has passed.
        public var notice: @Sendable (LockHolder) -> Void

        /// The milliseconds of waiting after which ``notice`` is called.
        public static let beforeNotice = 1000

        /// Creates a patience; without a notice the wait is silent.
        public init(
            milliseconds: Int, notice: @escaping @Sendable (LockHolder) -> Void = { _ in }
        ) {
            self.milliseconds = milliseconds
            self.notice = notice
        }

        /// Waits forever without a notice.
        public static let unlimited = Patience(milliseconds: -1)
    }

    /// Waits for the lock of a repository.
    ///
    /// The lock file is `<directory>/write`, made with its directory where missing. If somebody removed or replaced the file
    /// meanwhile, the wait begins again with the file that is there now. Throws a ``Failure`` if
    /// the file cannot be made, and a ``Timeout`` when patience is at its end.
    init(in directory: String, sharing: RepositorySharing, patience: Patience) throws {
        let path = directory + "/write"
        var locked = try Self.openLocked(path, in: directory, sharing, patience)
        while !Self.isFile(locked, at: path) {
            close(locked)
            locked = try Self.openLocked(path, in: directory, sharing, patience)
        }
        descriptor = locked
        // Only people read it: a number that cannot be written changes nothing.
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
        // Read access is enough for locking; only the process's number cannot be written then.
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

    /// Returns whether a path still leads to an open file: others lock what the path leads to.
    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var held = stat()
        var found = stat()
        return fstat(descriptor, &held) == 0 && stat(path, &found) == 0
            && held.st_dev == found.st_dev && held.st_ino == found.st_ino
    }

    /// Holds the lock of a repository while `body` runs.
    public static func hold<Result>(
        in directory: String, sharing: RepositorySharing = .umask,
        patience: Patience = .unlimited, _ body: () throws -> Result
    ) throws -> Result {
        let lock = try WriteLock(in: directory, sharing: sharing, patience: patience)
        return try withExtendedLifetime(lock) { try body() }
    }

    /// Takes the lock, and returns the number of the error that stood in the way, or 0.
    fileprivate static func attempt(_ descriptor: Int32, _ flags: Int32) -> Int32 {
        while flock(descriptor, LOCK_EX | flags) != 0 {
            if errno != EINTR { return errno }
        }
        return 0
    }

    /// A lock file that could not be made or locked.
    public struct Failure: Error {
        /// The file.
        public let path: String
        /// The system's error number.
        public let number: Int32

        /// The system's words for the error.
        public var reason: String { RegularFile.reason(number) }
    }

    /// Another process held the lock all the time.
    public struct Timeout: Error {
        /// The file.
        public let path: String
        /// The time waited, in milliseconds.
        public let milliseconds: Int
        /// The holder of the lock.
        public let holder: LockHolder
    }
}

/// A thread that waits for a lock in the system's own queue, and can be left behind.
private final class Waiter: Sendable {
    private enum State {
        case waiting
        case ended(Int32)
        /// Nobody waits any more: whoever has the lock at last closes it.
        case abandoned
    }

    private let descriptor: Int32
    private let state = Mutex(State.waiting)
    private let end = DispatchSemaphore(value: 0)

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Returns whether the lock was had in time; without it the descriptor is closed.
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
