import Clibgit2
import Glibc
import Synchronization

/// Objects that are stored together as loose files, so that they share the waits for the disk.
///
/// They are kept in memory until ``finish()``.
final class LooseBatch: Sendable {
    let objects = BatchObjects()
    /// The `objects` directory to write to.
    private let directory: String
    /// Whether the files have been written before; only the first write replaces existing files.
    private let wasWritten = Atomic(false)

    private let sharing: RepositorySharing

    init(directory: String, sharing: RepositorySharing) {
        self.directory = directory
        self.sharing = sharing
    }

    /// Writes the missing files and renames them to their final names, durably.
    ///
    /// A file gets its final name only after its content is on disk. Otherwise a power failure
    /// could leave a name without its content, and prevent the object from being stored again. If a
    /// pruning process removes files immediately, they are written again. Throws
    /// ``GitError/Code/pruned`` if that keeps happening.
    func finish() throws(GitError) {
        var rest = objects.all
        if wasWritten.load(ordering: .relaxed) { rest.removeAll { isThere($0.key) } }
        guard !rest.isEmpty else { return }
        let deflater = try Deflater()
        for _ in 0..<Self.attempts {
            try write(rest, by: deflater)
            wasWritten.store(true, ordering: .relaxed)
            rest.removeAll { isThere($0.key) }
            if rest.isEmpty { return }
        }
        throw GitError(
            code: .pruned, function: "rename",
            message:
                "another process, such as `git gc --prune=now`, removes objects as soon as they are stored"
        )
    }

    private func write(
        _ objects: [(key: ObjectID, value: RawObject)], by deflater: Deflater
    ) throws(GitError) {
        var rest = objects[...]
        var changed: Set<String> = []
        while !rest.isEmpty {
            changed.formUnion(try write(rest.prefix(Self.openFiles), by: deflater))
            rest = rest.dropFirst(Self.openFiles)
        }
        var directories = SyncList()
        for directory in changed {
            do throws(GitError) {
                try directories.add(directory)
            } catch {
                // The directory was pruned together with the file. The caller's check for missing
                // files detects this.
                guard unsafe access(directory, F_OK) != 0 else { throw error }
            }
        }
        try directories.wait()
    }

    private func path(of id: ObjectID) -> (directory: String, file: String) {
        let digits = id.description
        let fan = "\(directory)/\(digits.prefix(2))"
        return (fan, "\(fan)/\(digits.dropFirst(2))")
    }

    private func isThere(_ id: ObjectID) -> Bool { unsafe access(path(of: id).file, F_OK) == 0 }

    /// The maximum number of files open at once; the usual limit for a process is a thousand.
    private static let openFiles = 128

    /// Writes files under their final names, and returns the directories that need syncing.
    private func write(
        _ objects: ArraySlice<(key: ObjectID, value: RawObject)>, by deflater: Deflater
    ) throws(GitError) -> Set<String> {
        var files = SyncList()
        var temporary: [(path: String, id: ObjectID)] = []
        defer { for file in temporary { _ = unsafe unlink(file.path) } }
        for (id, object) in objects {
            let bytes = try Self.deflated(object, by: deflater)
            temporary.append((try put(bytes, into: &files), id))
        }
        try files.wait()
        var changed: Set<String> = []
        while let file = temporary.last {
            changed.formUnion(try name(file.path, file.id))
            temporary.removeLast()
        }
        return changed
    }

    /// Writes an object's bytes to a new temporary file.
    private func put(_ bytes: [UInt8], into files: inout SyncList) throws(GitError) -> String {
        // Use the C library's naming scheme, so that `GitRepository.abandonedTemporaryFiles` finds
        // the files that killed processes left.
        let name = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let path = "\(directory)/tmp_object_git2_\(name)"
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o444)
        guard descriptor >= 0 else {
            throw GitError(systemCall: "open", path: path, number: errno)
        }
        sharing.adjust(descriptor)
        files.add(descriptor, path: path)
        do throws(GitError) {
            try writeBytes(bytes, to: descriptor, path: path)
        } catch {
            _ = unsafe unlink(path)
            throw error
        }
        return path
    }

    /// Renames a file to its object's name, and returns the changed directories.
    ///
    /// `git gc` removes empty directories at any time, even between two system calls of this
    /// function.
    private func name(_ temporary: String, _ id: ObjectID) throws(GitError) -> [String] {
        let (fan, path) = path(of: id)
        var changed = [fan]
        for attempt in 1...Self.attempts {
            if unsafe rename(temporary, path) == 0 { break }
            let number = errno
            // Pruning also removes temporary files. The caller's check for missing files detects
            // this.
            if number == ENOENT, unsafe access(temporary, F_OK) != 0 { break }
            guard number == ENOENT, attempt < Self.attempts else {
                throw GitError(systemCall: "rename", path: path, number: number)
            }
            changed = [fan, directory]
            if unsafe mkdir(fan, 0o777) == 0 {
                sharing.adjust(fan)
            } else if errno != EEXIST {
                throw GitError(systemCall: "mkdir", path: fan, number: errno)
            }
        }
        return changed
    }

    private static let attempts = 50

    /// Returns the bytes of an object's file.
    ///
    /// https://git-scm.com/book/en/v2/Git-Internals-Git-Objects
    private static func deflated(
        _ object: RawObject, by deflater: Deflater
    ) throws(GitError) -> [UInt8] {
        let kind = unsafe String(
            cString: git_object_type2string(git_object_t(object.kind.rawValue)))
        let bytes = Array("\(kind) \(object.bytes.count)\0".utf8) + object.bytes
        // Typed errors cannot pass through the library's closure.
        let result = unsafe bytes.withUnsafeBytes { bytes -> Result<[UInt8], GitError> in
            var deflated: [UInt8] = []
            do throws(GitError) {
                try unsafe deflater.deflate(bytes, into: &deflated)
                return .success(deflated)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
