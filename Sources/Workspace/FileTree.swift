import Foundation
import Translation

/// Files that are put below a directory, each whole or not at all, and never anywhere else.
///
/// Every directory on the way is opened without following symbolic links: what somebody put there to lead
/// elsewhere is refused, also when it is put there at this moment.
enum FileTree {
    /// Writes files by their paths below `directory`, which is made where it is missing.
    ///
    /// All are written beside their places first, under names that begin with `.dragoman-`, and put there
    /// when the last one is complete: a full disk leaves everything as it was.
    static func write(_ files: [(path: String, bytes: [UInt8])], below directory: String) throws {
        try Files.makeDirectory(directory)
        let root = try Descriptor(directory, of: directory)
        var staged: [StagedFile] = []
        do {
            for file in files {
                staged.append(try stage(file.bytes, at: file.path, below: root, of: directory))
            }
            for file in staged { try file.putInPlace(below: root) }
        } catch {
            for file in staged { file.discard(below: root) }
            throw error
        }
    }

    /// Removes files by their paths, and the directory with those below it that are empty then.
    ///
    /// What else is there stays, and is named in the refusal that is thrown.
    static func remove(_ paths: [String], below directory: String) throws {
        for path in paths { unlink(directory + "/" + path) }
        try removeEmptyDirectories(directory)
    }

    private static func removeEmptyDirectories(_ directory: String) throws {
        for name in try Files.names(in: directory) {
            let path = directory + "/" + name
            if Files.kind(of: path) == .directory { try removeEmptyDirectories(path) }
        }
        guard rmdir(directory) == 0 else {
            throw Refusal(
                .file, "\(directory) holds something that nobody listed, and was kept.",
                hint: "Look at it, and remove it.")
        }
    }

    private static func stage(
        _ bytes: [UInt8], at path: String, below root: borrowing Descriptor, of directory: String
    ) throws -> StagedFile {
        guard SafePath.isSafe(path) else {
            throw Refusal(
                .unsafePath, "The path “\(path)” would leave the directory.",
                hint: "Correct the setting “export-profiles”.")
        }
        var file = StagedFile(path: path, directory: directory)
        try file.stage(bytes, below: root)
        return file
    }
}

/// A file that is complete, and not yet in its place.
private struct StagedFile {
    let directory: String
    let parents: [String]
    let name: String
    var temporaryName = ""

    init(path: String, directory: String) {
        var parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        name = parts.removeLast()
        parents = parts
        self.directory = directory
    }

    private var shownPath: String { ([directory] + parents + [name]).joined(separator: "/") }

    mutating func stage(_ bytes: [UInt8], below root: borrowing Descriptor) throws {
        let parent = try root.directory(parents, of: directory, isMaking: true)
        var status = stat()
        if fstatat(parent.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFDIR
        {
            throw Refusal(
                .file, "\(shownPath) is a directory.", hint: "Remove it, or write elsewhere.")
        }
        var number: Int32 = -1
        var attempt = 0
        repeat {
            temporaryName = ".dragoman-\(getpid())-\(attempt)"
            number = openat(
                parent.number, temporaryName, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            attempt += 1
        } while number < 0 && errno == EEXIST && attempt < 10_000
        guard number >= 0 else { throw Descriptor.refusal("cannot be written", shownPath) }
        let file = Descriptor(number)
        guard file.write(bytes) else {
            let refusal = Descriptor.refusal("cannot be written", shownPath)
            unlinkat(parent.number, temporaryName, 0)
            throw refusal
        }
    }

    func putInPlace(below root: borrowing Descriptor) throws {
        let parent = try root.directory(parents, of: directory, isMaking: false)
        guard renameat(parent.number, temporaryName, parent.number, name) == 0 else {
            throw Descriptor.refusal("cannot be written", shownPath)
        }
    }

    func discard(below root: borrowing Descriptor) {
        guard let parent = try? root.directory(parents, of: directory, isMaking: false) else {
            return
        }
        unlinkat(parent.number, temporaryName, 0)
    }
}

/// An open file or directory, closed when its owner goes away.
private struct Descriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    /// Opens a directory by its path; links on the way to it are the user's own.
    init(_ path: String, of shown: String) throws {
        number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw Self.refusal("cannot be used", shown) }
    }

    deinit { close(number) }

    /// Opens a directory below this one, part by part.
    func directory(
        _ parts: [String], of shown: String, isMaking: Bool
    ) throws -> Descriptor {
        var current = Descriptor(dup(number))
        var path = shown
        for part in parts {
            path += "/" + part
            if isMaking, mkdirat(current.number, part, 0o777) != 0, errno != EEXIST {
                throw Self.refusal("cannot be made", path)
            }
            let next = openat(
                current.number, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard next >= 0 else {
                var status = stat()
                if fstatat(current.number, part, &status, AT_SYMLINK_NOFOLLOW) == 0,
                    status.st_mode & S_IFMT == S_IFLNK
                {
                    throw Refusal(
                        .unsafePath, "\(path) is a symbolic link, and leads out of \(shown).",
                        hint: "Remove it, or write to where it leads.")
                }
                throw Self.refusal("cannot be used", path)
            }
            current = Descriptor(next)
        }
        return current
    }

    /// Writes all bytes; `false` leaves the reason in `errno`.
    func write(_ bytes: [UInt8]) -> Bool {
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

    static func refusal(_ what: String, _ path: String) -> Refusal {
        Refusal(
            .file, "\(path) \(what): \(String(cString: strerror(errno))).",
            hint: "Check the path and its permissions.")
    }
}
