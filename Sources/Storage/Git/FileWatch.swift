import Glibc

/// Detects when a file is replaced or written to, by comparing stamps.
///
/// A stamp contains the device, inode, size, owner and modification time (in nanoseconds) of the
/// regular file at the path. Symbolic links are followed. A check costs one `stat`, so a server can
/// check many times a second without file system notifications.
///
/// Check before reading the file, never after. The next check then detects any write between the
/// check and the read. A write in place goes undetected if it keeps the size and follows another
/// write within one tick of the file system's clock. A file that is renamed into place is always
/// detected, because it has a different inode.
public struct FileWatch: Sendable {
    /// The path of the file.
    public let path: String

    private enum Seen: Sendable, Equatable {
        case nothingYet
        case missing
        case file(FileStamp)
    }

    private var last = Seen.nothingYet

    /// Watches a path, whether or not a file exists at the path.
    ///
    /// The first check always reports a change.
    public init(_ path: String) {
        self.path = path
    }

    /// Returns true if the file was created, removed, replaced or written to since the last check.
    ///
    /// The first check always returns true. Throws the system's error if the path cannot be
    /// examined; the next check then reports a change.
    public mutating func hasChanged() throws(GitError) -> Bool {
        let seen: Seen
        do throws(GitError) {
            seen = try FileStamp.followingLinks(at: path).map(Seen.file) ?? .missing
        } catch {
            last = .nothingYet
            throw error
        }
        defer { last = seen }
        return seen != last
    }

    /// Makes the next check report a change, for a caller that could not read the file.
    public mutating func forget() { last = .nothingYet }
}

extension FileStamp {
    /// Returns the stamp of the regular file at a path, following links, or `nil` if no such file
    /// exists.
    fileprivate static func followingLinks(at path: String) throws(GitError) -> FileStamp? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw GitError(systemCall: "stat", path: path, number: errno)
        }
        return status.st_mode & S_IFMT == S_IFREG ? FileStamp(status) : nil
    }
}
