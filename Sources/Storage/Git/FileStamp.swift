import Glibc

/// The identity of a file and the attributes that change with a write.
///
/// Comparing stamps reveals that a file was replaced or written to.
struct FileStamp: Equatable {
    let device: UInt64
    let inode: UInt64
    let size: Int64
    let modified: Int64
    let modifiedNanoseconds: Int64
    let owner: UInt32

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = Int64(status.st_mtim.tv_sec)
        modifiedNanoseconds = Int64(status.st_mtim.tv_nsec)
        owner = UInt32(status.st_uid)
    }

    /// Returns the stamp of the regular file at a path, or `nil` if no such file exists.
    static func ofFile(at path: String) throws(GitError) -> FileStamp? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw GitError(systemCall: "lstat", path: path, number: errno)
        }
        return status.st_mode & S_IFMT == S_IFREG ? FileStamp(status) : nil
    }
}

/// The files that processes on this machine have open, as far as the current user can see.
enum OpenFiles {
    /// Returns true if a process has the file open, or if `/proc` does not exist.
    ///
    /// Without `/proc`, the answer is unknown.
    static func contain(_ file: FileStamp) -> Bool {
        guard unsafe access("/proc/self/fd", X_OK) == 0 else { return true }
        for process in names(in: "/proc") where process.utf8.allSatisfy(isDigit) {
            let directory = "/proc/\(process)/fd"
            for descriptor in names(in: directory) where descriptor.utf8.allSatisfy(isDigit) {
                var status = stat()
                // Compare identities, not names, because a process may have opened the file through
                // another path.
                if unsafe stat("\(directory)/\(descriptor)", &status) == 0 {
                    let open = FileStamp(status)
                    if open.device == file.device, open.inode == file.inode { return true }
                }
            }
        }
        return false
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Returns the names in a directory, including `.` and `..`.
    ///
    /// Returns an empty array if the directory cannot be read.
    static func names(in path: String) -> [String] {
        guard let directory = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                names.append(unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
            }
        }
        return names
    }
}

/// Reads a file from its current position to the end, or at most `limit` bytes.
///
/// Returns `nil` on a system error, and leaves the error number in `errno`.
func readBytes(of descriptor: Int32, atMost limit: Int) -> [UInt8]? {
    var isRefused = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        while count < limit {
            let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...])
            let got = unsafe read(descriptor, rest.baseAddress, rest.count)
            if got < 0, errno == EINTR { continue }
            isRefused = got < 0
            guard got > 0 else { return }
            count += got
        }
    }
    return isRefused ? nil : bytes
}

/// Writes all bytes at the current position of a file.
func writeBytes(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(GitError) {
    var start = 0
    while start < bytes.count {
        let written = unsafe bytes.withUnsafeBytes {
            unsafe write(descriptor, $0.baseAddress.map { unsafe $0 + start }, bytes.count - start)
        }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else {
            throw GitError(systemCall: "write", path: path, number: errno)
        }
        start += written
    }
}

extension GitError {
    init(systemCall: String, path: String, number: Int32) {
        self.init(
            code: number == EACCES ? .denied : .system, function: systemCall,
            message: "\(path): \(RegularFile.reason(number))")
    }
}
