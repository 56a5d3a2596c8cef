import Foundation
import Texts
import Translation

/// Writes files below a directory, each completely or not at all, and never outside it.
///
/// Every directory on a path is opened without following symbolic links. A link is therefore
/// rejected, even if it is created during the call.
package enum FileTree {
    /// Writes files by their paths below `directory`, which is created if necessary.
    ///
    /// All files are first written next to their destinations, under names that begin with
    /// `.dragoman-`. They are renamed once all of them are complete and on disk, so if the disk is
    /// full, existing files stay unchanged. Temporary files of killed processes are removed.
    package static func write(_ files: [(path: String, bytes: [UInt8])], below directory: String)
        throws
    {
        try Files.makeDirectory(directory)
        let root = try Descriptor(directory, of: directory)
        var staged: [StagedFile] = []
        var tidied: Set<[String]> = []
        do {
            for (number, file) in files.enumerated() {
                var next = try StagedFile(path: file.path, directory: directory, number: number)
                try next.stage(
                    file.bytes, below: root,
                    isFirstOfItsDirectory: tidied.insert(next.parents).inserted)
                staged.append(next)
            }
            for file in staged { try file.putInPlace(below: root) }
            for parents in Set(staged.map(\.parents)) {
                try root.directory(parents, of: directory, isMaking: false).synchronize()
            }
        } catch {
            for file in staged { file.discard(below: root) }
            throw error
        }
    }

    /// Removes files by their paths, then the directory and its subdirectories if they are empty.
    ///
    /// Leaves other files untouched, and throws an error if there are any.
    package static func remove(_ paths: [String], below directory: String) throws {
        for path in paths { unlink(directory + "/" + path) }
        try removeEmptyDirectories(directory)
    }

    /// Removes files by their paths, or throws if a path leads through a symbolic link.
    package static func removeFiles(_ paths: [String], below directory: String) throws {
        guard !paths.isEmpty else { return }
        let root = try Descriptor(directory, of: directory)
        for path in paths {
            var parents = path.utf8.split(separator: UInt8(ascii: "/")).map {
                String(Substring($0))
            }
            guard let name = parents.popLast() else { continue }
            let place = try root.directory(parents, of: directory, isMaking: false)
            guard unlinkat(place.number, name, 0) == 0 else {
                throw Descriptor.refusal("cannot be removed", "\(directory)/\(path)")
            }
            try place.synchronize()
        }
    }

    private static func removeEmptyDirectories(_ directory: String) throws {
        for name in try Files.names(in: directory) {
            let path = directory + "/" + name
            if Files.kind(of: path) == .directory { try removeEmptyDirectories(path) }
        }
        guard rmdir(directory) == 0 else {
            throw Refusal(
                .file, "\(directory) contains files that are not listed, and was kept.",
                hint: "Inspect it, then remove it.")
        }
    }
}

/// A complete file under its temporary name.
private struct StagedFile {
    let directory: String
    let parents: [String]
    let name: String
    /// The file's index within one call, which makes its temporary name unique.
    let number: Int
    var temporaryName = ""

    init(path: String, directory: String, number: Int) throws {
        guard SafePath.isSafe(path) else {
            throw Refusal(
                .unsafePath, "The path “\(path)” points outside the directory.",
                hint: "Correct the setting “export-profiles”.")
        }
        var parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        name = parts.removeLast()
        parents = parts
        self.directory = directory
        self.number = number
    }

    private var shownPath: String { ([directory] + parents + [name]).joined(separator: "/") }

    mutating func stage(
        _ bytes: [UInt8], below root: borrowing Descriptor, isFirstOfItsDirectory: Bool
    ) throws {
        let parent = try root.directory(parents, of: directory, isMaking: true)
        if isFirstOfItsDirectory { Leftovers.remove(below: parent.number) }
        var status = stat()
        if fstatat(parent.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFDIR
        {
            throw Refusal(
                .file, "\(shownPath) is a directory.", hint: "Remove it, or write elsewhere.")
        }
        var descriptor: Int32 = -1
        var attempt = 0
        repeat {
            temporaryName = "\(Leftovers.prefix)\(getpid())-\(number)-\(attempt)"
            descriptor = openat(
                parent.number, temporaryName, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            attempt += 1
        } while descriptor < 0 && errno == EEXIST && attempt < 10_000
        guard descriptor >= 0 else { throw Descriptor.refusal("cannot be written", shownPath) }
        let file = Descriptor(descriptor)
        guard file.write(bytes), fsync(descriptor) == 0 else {
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
