import Glibc

/// Checks for free disk space.
enum DiskRoom {
    /// The number of free bytes above which no trial write is needed.
    static let plenty: UInt64 = 64 << 20

    /// Returns true if space is so low that only a trial write can tell whether it suffices.
    ///
    /// Checks both blocks and inodes, because an append creates files.
    static func isShort(in directory: String, of plenty: UInt64) -> Bool {
        var status = statvfs()
        guard statvfs(directory, &status) == 0 else { return true }
        let bytes = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        // File systems without an inode table report zero inodes.
        return bytes < plenty || (status.f_files > 0 && status.f_favail < 1_000)
    }

    /// Returns true if a trial file of 64 KiB can be written to the directory.
    ///
    /// This is about the size of one group of requests. If the directory does not exist, returns
    /// true, because the first write creates it.
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
