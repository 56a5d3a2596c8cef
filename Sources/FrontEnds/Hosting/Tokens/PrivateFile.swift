import Git
import Glibc
import Machine
import Workspace

/// Reads and writes files in the state directory, with mode 0600 and atomic replacement.
enum PrivateFile {
    /// Returns the bytes of a regular file, or nil if it does not exist.
    ///
    /// Throws a `Refusal` if it cannot be read or is larger than `limit`.
    static func read(_ path: String, upTo limit: Int) throws -> [UInt8]? {
        let descriptor = RegularFile.open(path, O_RDONLY)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw refusal(path)
        }
        defer { close(descriptor) }
        guard let bytes = Files.read(descriptor: descriptor, upTo: limit + 1) else {
            throw refusal(path)
        }
        guard bytes.count <= limit else {
            throw TokenRefusal.file(path, "The file is larger than \(limit >> 20) MiB")
        }
        return bytes
    }

    /// Replaces a file by writing, syncing and renaming a temporary file.
    ///
    /// The caller must hold the directory's lock.
    static func replace(_ path: String, with bytes: [UInt8]) throws {
        let temporary = path + ".new"
        // A process that died may have left the temporary file behind.
        unlink(temporary)
        let descriptor = open(
            temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw refusal(path) }
        defer { close(descriptor) }
        keepOwner(descriptor, of: path)
        guard write(bytes, to: descriptor), fsync(descriptor) == 0, rename(temporary, path) == 0
        else {
            let refusal = refusal(path)
            unlink(temporary)
            throw refusal
        }
        try synchronize(parent(of: path))
    }

    /// Creates a directory that only its owner can enter, and its missing parents with the usual
    /// mode.
    static func makeDirectory(_ path: String) throws {
        guard !Files.isDirectory(path) else { return }
        let parent = parent(of: path)
        if !Files.isDirectory(parent) { try Files.makeDirectory(parent) }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw refusal(path) }
        try synchronize(parent)
    }

    /// Gives the file to its directory's owner if the process runs as root.
    ///
    /// Otherwise a service could not read its own state after root has edited it.
    private static func keepOwner(_ descriptor: Int32, of path: String) {
        var status = stat()
        guard geteuid() == 0, stat(parent(of: path), &status) == 0 else { return }
        _ = fchown(descriptor, status.st_uid, status.st_gid)
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func synchronize(_ directory: String) throws {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal(directory) }
        defer { close(descriptor) }
        // Some file systems do not support fsync on directories.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw refusal(directory) }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func refusal(_ path: String) -> any Error {
        TokenRefusal.file(path, RegularFile.reason(errno))
    }
}
