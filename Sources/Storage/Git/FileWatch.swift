import Glibc

/// Notices that a file was replaced or written to, by comparing stamps.
///
/// A stamp has the device, inode, size, owner and modification time in nanoseconds of the regular file that the path leads to,
/// symbolic links followed. A look costs one `stat`, so a server can look many times a second without depending on
/// notifications of the file system.
///
/// Look before reading the file, never after: a write between the look and the read is then noticed by the next look. Two
/// writes in place that keep the size and come within one tick of the file system's clock look like one; files that
/// are renamed into place have another inode.
public struct FileWatch: Sendable {
    /// The path of the file.
    public let path: String

    private enum Seen: Sendable, Equatable {
        case nothingYet
        case missing
        case file(FileStamp)
    }

    private var last = Seen.nothingYet

    /// Watches a path, whether or not a file exists there.
    ///
    /// The first look always reports a change.
    public init(_ path: String) {
        self.path = path
    }

    /// Returns true if the file was created, removed, replaced or written to since the last look, or if this is the first one.
    ///
    /// Throws the system's error if the path cannot be examined; the next look then reports a change.
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

    /// Makes the next look report a change, for a caller that could not read the file.
    public mutating func forget() { last = .nothingYet }
}

extension FileStamp {
    /// Returns the stamp of the regular file that a path leads to, or `nil` if there is none.
    fileprivate static func followingLinks(at path: String) throws(GitError) -> FileStamp? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw GitError(systemCall: "stat", path: path, number: errno)
        }
        return status.st_mode & S_IFMT == S_IFREG ? FileStamp(status) : nil
    }
}
