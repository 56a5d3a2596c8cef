import Foundation
package import Translation

/// An open file or directory, closed when its owner is released.
package struct Descriptor: ~Copyable {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    /// Opens a directory by its path, following links, because they are the user's own.
    package init(_ path: String, of shown: String) throws {
        number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw Self.refusal("cannot be opened", shown) }
    }

    deinit { close(number) }

    /// Opens a directory below this directory, one path component at a time, without following
    /// links.
    package func directory(
        _ parts: [String], of shown: String, isMaking: Bool
    ) throws -> Descriptor {
        var current = Descriptor(dup(number))
        var path = shown
        for part in parts {
            path += "/" + part
            if isMaking, mkdirat(current.number, part, 0o777) != 0, errno != EEXIST {
                throw Self.refusal("cannot be created", path)
            }
            let next = openat(
                current.number, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard next >= 0 else {
                var status = stat()
                if fstatat(current.number, part, &status, AT_SYMLINK_NOFOLLOW) == 0,
                    status.st_mode & S_IFMT == S_IFLNK
                {
                    throw Refusal(
                        .unsafePath, "\(path) is a symbolic link that points outside \(shown).",
                        hint: "Remove it, or write to its target.")
                }
                throw Self.refusal("cannot be opened", path)
            }
            current = Descriptor(next)
        }
        return current
    }

    /// Writes all bytes; on failure, returns false and leaves the error number in `errno`.
    package func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Flushes the directory's entries to disk, as far as its file system supports that.
    package func synchronize() throws {
        guard fsync(number) == 0 || errno == EINVAL else {
            throw Self.refusal("cannot be written", "The directory")
        }
    }

    package static func refusal(_ what: String, _ path: String) -> Refusal {
        Refusal(
            .file, "\(path) \(what): \(String(cString: strerror(errno))).",
            hint: Refusal.hintForSpace(String(cString: strerror(errno)))
                ?? "Check the path and its permissions.")
    }
}
