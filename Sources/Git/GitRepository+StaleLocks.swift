import Glibc

extension GitRepository {
    /// Removes the lock of a reference that a killed process left behind, and returns whether it did.
    ///
    /// A lock counts as left behind if it was last written more than `seconds` before `now` (seconds since
    /// 1970-01-01 00:00 UTC), if no process holds it open, if it stayed the same while that was found out,
    /// and if it belongs to the current user, as other users' processes can't be looked into. A lock on
    /// a shared disk that a process of another machine holds can't be told from a stale one but by its
    /// age.
    public func removeStaleLock(
        of name: ReferenceName, olderThan seconds: Int64 = 10, now: Int64
    ) throws(GitError) -> Bool {
        let path = "\(commonDirectory)/\(name.rawValue).lock"
        guard let first = try FileStamp.ofFile(at: path), first.modified < now - seconds,
            first.owner == geteuid(), !OpenFiles.contain(first),
            try FileStamp.ofFile(at: path) == first
        else { return false }
        if unsafe unlink(path) == 0 { return true }
        if errno == ENOENT { return false }
        throw GitError(systemCall: "unlink", path: path, number: errno)
    }
}

/// What tells whether a file is still the same and has not been written to.
private struct FileStamp: Equatable {
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

    /// Returns the stamp of a regular file, or `nil` if there is none.
    static func ofFile(at path: String) throws(GitError) -> FileStamp? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw GitError(systemCall: "lstat", path: path, number: errno)
        }
        return status.st_mode & S_IFMT == S_IFREG ? FileStamp(status) : nil
    }
}

/// The files that processes of this machine hold open, as far as the current user may see.
private enum OpenFiles {
    static func contain(_ file: FileStamp) -> Bool {
        for process in names(in: "/proc") where process.utf8.allSatisfy(isDigit) {
            let directory = "/proc/\(process)/fd"
            for descriptor in names(in: directory) where descriptor.utf8.allSatisfy(isDigit) {
                var status = stat()
                // By identity, not by name: a process may know the file by another path.
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

    private static func names(in path: String) -> [String] {
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

extension GitError {
    fileprivate init(systemCall: String, path: String, number: Int32) {
        let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
        self.init(code: .system, function: systemCall, message: "\(path): \(reason)")
    }
}
