import Glibc

/// Room for writes.
enum DiskRoom {
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
