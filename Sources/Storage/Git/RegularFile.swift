import Glibc

/// Opening of files below `.git`, where anybody who may write there could have put something else in a file's place.
public enum RegularFile {
    /// Opens a file as `open` does, and only if it is a regular one.
    ///
    /// A named pipe would make `open` or `read` wait for somebody at its other end, perhaps forever. Returns the descriptor, or -1;
    /// `errno` then holds a number for ``reason(_:)``.
    public static func open(_ path: String, _ flags: Int32, _ mode: UInt32 = 0) -> Int32 {
        let descriptor = unsafe Glibc.open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            // A pipe that nobody reads, or a socket.
            if errno == ENXIO { errno = notRegular }
            return -1
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            errno = notRegular
            return -1
        }
        return descriptor
    }

    /// Throws if something that is no regular file has a name, for those who open the file by other means.
    static func require(at path: String) throws(GitError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFDIR: return
        default: throw GitError(systemCall: "open", path: path, number: notRegular)
        }
    }

    /// The number in `errno` for anything but a regular file; no system has a negative one.
    public static let notRegular: Int32 = -1

    /// The system's words for a number in `errno`.
    public static func reason(_ number: Int32) -> String {
        if number == notRegular { return "It is not a regular file" }
        return unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    }
}
