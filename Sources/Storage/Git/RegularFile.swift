import Glibc

/// Safe opening of files below `.git`, where other writers could have replaced a file.
public enum RegularFile {
    /// Opens a file like `open`, but only if it is a regular file.
    ///
    /// A named pipe would make `open` or `read` wait for its other end, perhaps forever. Returns
    /// the descriptor, or -1 with a number for ``reason(_:)`` in `errno`.
    public static func open(_ path: String, _ flags: Int32, _ mode: UInt32 = 0) -> Int32 {
        let descriptor = unsafe Glibc.open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            // The file is a pipe without a reader, or a socket.
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

    /// Throws if a path exists but is neither a regular file nor a directory.
    ///
    /// Callers use this before they open the file by other means.
    static func require(at path: String) throws(GitError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFDIR: return
        default: throw GitError(systemCall: "open", path: path, number: notRegular)
        }
    }

    /// The error number for anything other than a regular file; the system uses no negative
    /// numbers.
    public static let notRegular: Int32 = -1

    /// Returns the system's message for a number in `errno`.
    public static func reason(_ number: Int32) -> String {
        if number == notRegular { return "It is not a regular file" }
        return unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    }
}
