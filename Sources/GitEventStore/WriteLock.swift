import Glibc

/// The lock that lets one writer at a time read the tip, decide and append.
///
/// It is the operating system's: a process that dies lets go of it, and no file needs to be removed by hand.
public struct WriteLock: ~Copyable {
    private let descriptor: Int32

    /// Waits for the lock of a repository.
    ///
    /// The lock file is `<directory>/write`, made with its directory where missing. Throws a ``Failure`` if
    /// that cannot be made.
    init(in directory: String) throws(Failure) {
        let path = directory + "/write"
        var opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        if opened < 0, errno == ENOENT {
            _ = mkdir(directory, 0o777)
            opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        }
        guard opened >= 0 else { throw Failure(path: path, number: errno) }
        while flock(opened, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let failure = Failure(path: path, number: errno)
                close(opened)
                throw failure
            }
        }
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// Holds the lock of a repository while `body` runs.
    public static func hold<Result>(
        in directory: String, _ body: () throws -> Result
    ) throws -> Result {
        let lock = try WriteLock(in: directory)
        return try withExtendedLifetime(lock) { try body() }
    }

    /// A lock file that could not be made or locked.
    public struct Failure: Error {
        /// The file.
        public let path: String
        /// The system's error number.
        public let number: Int32

        /// The system's words for the error.
        public var reason: String { String(cString: strerror(number)) }
    }
}
