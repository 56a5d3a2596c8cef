import Glibc

/// Checks for free disk space.
enum DiskRoom {
    /// The number of free bytes above which a write is not tried out first.
    static let plenty: UInt64 = 64 << 20

    /// Returns true if space is so low that only a trial write can tell whether it suffices.
    ///
    /// Checks both blocks and inodes, because an append creates files.
    static func isShort(in directory: String, of plenty: UInt64) -> Bool {
        var status = statvfs()
        guard statvfs(directory, &status) == 0 else { return true }
        let bytes = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        // File systems without an inode table report none.
        return bytes < plenty || (status.f_files > 0 && status.f_favail < 1_000)
    }

    /// Returns true if a file of 64 KiB can be written to the directory, about the size of one
    /// group of requests.
    ///
    /// A directory that does not exist has room: the first write creates it.
    static func isThere(in directory: String) -> Bool {
        let path = directory + "/room"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return errno == ENOENT }
        defer {
            close(descriptor)
            unlink(path)
        }
        let bytes = [UInt8](repeating: 0x20, count: 64 << 10)
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        return count == bytes.count && fsync(descriptor) == 0
    }
}
