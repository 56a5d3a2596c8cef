import Glibc

/// Room for writes.
enum DiskRoom {
    /// Returns how many bytes an unprivileged process can still write where a directory is, or nil if that cannot be told.
    static func free(in directory: String) -> Int? {
        var status = statvfs()
        guard statvfs(directory, &status) == 0 else { return nil }
        return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }

    /// The number of free bytes from which on writes are not tried beforehand.
    static let plenty: UInt64 = 64 << 20

    /// Returns true if a write may fail for want of room: only a trial can tell then.
    ///
    /// A disk has blocks and inodes; files of an append take some of both.
    static func isShort(in directory: String, of plenty: UInt64) -> Bool {
        var status = statvfs()
        guard statvfs(directory, &status) == 0 else { return true }
        let bytes = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        // File systems without a table of inodes report none.
        return bytes < plenty || (status.f_files > 0 && status.f_favail < 1_000)
    }

    /// Returns whether a file of 64 KiB can be written to a directory, which is about what a group of requests takes.
    static func isThere(in directory: String) -> Bool {
        let path = directory + "/room"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer {
            close(descriptor)
            unlink(path)
        }
        let bytes = [UInt8](repeating: 0x20, count: 64 << 10)
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        return count == bytes.count && fsync(descriptor) == 0
    }
}
