import Foundation
import Texts
import Translation

/// Reads and writes files by path, and throws refusals that explain the error.
public enum Files {
    /// The size limit for reading a file: 64 MiB.
    public static let maximumSize = 64 << 20

    /// Returns the contents of a file or a named pipe.
    ///
    /// Shells use named pipes for the output of a command.
    public static func read(_ path: String) throws -> [UInt8] {
        guard !isDirectory(path) else {
            throw Refusal(
                .file, "\(path) is a directory, not a file.",
                hint: "Specify the files in it, such as \(path)/*.")
        }
        let bytes = try read(path, first: maximumSize + 1)
        guard bytes.count <= maximumSize else {
            throw Refusal(
                .file, "\(path) is larger than \(maximumSize >> 20) MiB.",
                hint: "Split it into smaller ones.")
        }
        return bytes
    }

    /// Returns the first `count` bytes of a file, or fewer if it is shorter.
    package static func read(_ path: String, first count: Int) throws -> [UInt8] {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw refusal("cannot be read", path) }
        let file = Descriptor(number)
        guard let bytes = read(descriptor: file.number, upTo: count) else {
            throw refusal("cannot be read", path)
        }
        return bytes
    }

    /// Reads an open file to its end, or at most `limit` bytes.
    ///
    /// On failure, returns `nil` and leaves the error number in `errno`.
    public static func read(descriptor: Int32, upTo limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            bytes.reserveCapacity(min(limit, max(0, Int(status.st_size))))
        }
        let size = 1 << 16
        return withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { buffer in
            while bytes.count < limit {
                let wanted = min(size, limit - bytes.count)
                let count = Foundation.read(descriptor, buffer.baseAddress, wanted)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { return nil }
                guard count > 0 else { break }
                bytes += UnsafeRawBufferPointer(buffer).prefix(count)
            }
            return bytes
        }
    }

    /// Replaces a file completely or not at all.
    ///
    /// The new file is on disk before it is renamed to `path`.
    public static func write(
        _ bytes: [UInt8], to path: String, isExecutable: Bool = false
    ) throws {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let name = parts.last.map { String(Substring($0)) } ?? path
        let directory = String(path.dropLast(name.count))
        let temporary = "\(directory).\(name.prefix(100)).dragoman-\(getpid())"
        // A dead process with the same id, or anything else, may have left a file with this name.
        unlink(temporary)
        let number = open(
            temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isExecutable ? 0o777 : 0o666)
        guard number >= 0 else { throw refusal("cannot be written", path) }
        let file = Descriptor(number)
        guard file.write(bytes), fsync(number) == 0, rename(temporary, path) == 0 else {
            let refusal = refusal("cannot be written", path)
            unlink(temporary)
            throw refusal
        }
        try synchronize(directory: directory.isEmpty ? "." : directory)
    }

    /// Flushes the entries of a directory to disk, as far as its file system supports that.
    package static func synchronize(directory: String) throws {
        let number = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw refusal("cannot be opened", directory) }
        defer { close(number) }
        // Some file systems do not support fsync for directories.
        guard fsync(number) == 0 || errno == EINVAL else {
            throw refusal("cannot be written", directory)
        }
    }

    /// Creates a directory and its missing parents.
    public static func makeDirectory(_ path: String) throws {
        guard !isFile(path) else {
            throw Refusal(
                .file, "\(path) is a file, not a directory.", hint: "Choose another path.")
        }
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        } catch {
            throw refusal("cannot be created", path)
        }
    }

    /// Removes a directory and its contents.
    package static func remove(_ path: String) throws {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw refusal("cannot be removed", path)
        }
    }

    /// Renames a file or directory within one file system.
    package static func move(_ path: String, to target: String) throws {
        guard rename(path, target) == 0 else { throw refusal("cannot be replaced", target) }
    }

    /// Copies the permissions of `source` to `target`.
    package static func copyPermissions(of source: String, to target: String) throws {
        var status = stat()
        guard stat(source, &status) == 0, chmod(target, status.st_mode & 0o7777) == 0 else {
            throw refusal("cannot be written", target)
        }
    }

    /// Returns the names in a directory, in byte order, without `.` and `..`.
    package static func names(in directory: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: directory)
                .sorted { $0.precedesInBytes($1) }
        } catch {
            throw refusal("cannot be read", directory)
        }
    }

    /// The kind of a directory entry; symbolic links are not followed.
    package enum Kind {
        case file
        case directory
        case other
    }

    /// Returns the kind of a directory entry, without following a symbolic link.
    package static func kind(of path: String) -> Kind {
        var status = stat()
        guard lstat(path, &status) == 0 else { return .other }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .directory
        default: .other
        }
    }

    /// Returns true if a file or directory exists at the path.
    public static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    /// Returns true if the path exists but is not a directory.
    public static func isFile(_ path: String) -> Bool { exists(path) && !isDirectory(path) }

    /// Returns true if the path can be read only once: a pipe, a terminal or another device.
    ///
    /// This includes the pipes that a shell creates, as for `<(command)`.
    public static func isStream(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// Returns true if the path is a directory.
    public static func isDirectory(_ path: String) -> Bool {
        var isDirectory = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
            && isDirectory
    }

    /// Returns the nearest directory with the given name if the user cannot read or search it.
    ///
    /// Looks in `directory` and its parents.
    package static func closedDirectory(named name: String, from directory: String) -> String? {
        var parent = directory[...]
        while !parent.isEmpty {
            let path = "\(parent)/\(name)"
            if isDirectory(path) {
                return access(path, R_OK | X_OK) != 0 && errno == EACCES ? path : nil
            }
            parent = parent[..<(parent.lastIndex(of: "/") ?? parent.startIndex)]
        }
        return nil
    }

    /// Returns the regular files below a directory, as sorted relative paths.
    public static func filesBelow(_ directory: String) throws -> [String] {
        guard let paths = FileManager.default.subpaths(atPath: directory) else {
            throw refusal("cannot be read", directory)
        }
        return paths.filter { path in
            let path = directory + "/" + path
            return !isDirectory(path) && !isStream(path)
        }.sorted()
    }

    /// Whether the current user may execute a file.
    package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// Returns the number of bytes that an unprivileged process can still write to the directory's
    /// file system, or `nil` if it is unknown.
    package static func freeBytes(in directory: String) -> Int? {
        var status = statvfs()
        guard statvfs(directory, &status) == 0 else { return nil }
        return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }

    /// Returns the app's files below a directory, as sorted relative paths.
    ///
    /// Leaves out files in hidden directories, and in directories with downloaded packages (`Pods`
    /// and `node_modules`).
    public static func appFilesBelow(_ directory: String) throws -> [String] {
        try filesBelow(directory).filter { file in
            !file.split(separator: "/").dropLast().contains {
                $0.hasPrefix(".") || ["Pods", "node_modules"].contains($0)
            }
        }
    }

    /// Returns the root of the app that contains a directory, or `nil` if no app contains it.
    ///
    /// The root is the work tree that Git would find.
    public static func workTree(above directory: String) -> String? {
        var place = standardized(directory)[...]
        while true {
            if FileManager.default.fileExists(atPath: "\(place)/.git") { return String(place) }
            guard let slash = place.lastIndex(of: "/"), slash > place.startIndex else { return nil }
            place = place[..<slash]
        }
    }

    /// Returns the absolute path without `.` and `..`.
    ///
    /// The result is computed from the text alone, so links are not followed.
    public static func standardized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Returns the path of a file for display, starting with the directory that the user specified.
    public static func shown(_ file: String, below directory: String) -> String {
        let directory = directory.hasSuffix("/") ? String(directory.dropLast()) : directory
        return directory == "." ? file : "\(directory)/\(file)"
    }

    private static func refusal(_ what: String, _ path: String) -> Refusal {
        let reason = errno == 0 ? "" : ": " + String(cString: strerror(errno))
        return Refusal(
            .file, "\(path) \(what)\(reason).",
            hint: Refusal.hintForSpace(reason) ?? "Check the path and its permissions.")
    }
}
