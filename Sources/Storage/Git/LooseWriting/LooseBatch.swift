import Clibgit2
import Glibc
import Synchronization

/// Objects that are stored together, each in a file of its own, and waited for together until they are on disk.
///
/// They are kept in memory until ``finish()``.
final class LooseBatch: Sendable {
    /// The `objects` directory.
    private let directory: String
    private let objects = Mutex<[ObjectID: RawObject]>([:])
    /// Whether the files were written once: until then each is written, whatever is there under its name.
    private let wasWritten = Atomic(false)

    private let sharing: RepositorySharing

    init(directory: String, sharing: RepositorySharing) {
        self.directory = directory
        self.sharing = sharing
    }

    func add(_ object: RawObject, _ id: ObjectID) { objects.withLock { $0[id] = object } }

    func object(_ id: ObjectID) -> RawObject? { objects.withLock { $0[id] } }

    /// Writes the files that are not there and gives them their names; they are on disk then.
    ///
    /// A file gets its name when its content is on disk: a name whose content a power failure took would be in the way of who
    /// stores the object again. Files that a process which prunes has removed at once are written again; throws
    /// ``GitError/Code/pruned`` if that goes on.
    func finish() throws(GitError) {
        var rest = objects.withLock { Array($0) }
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
                // Pruned with the file in it: the look at the files finds out.
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

    /// The number of files that are open at once; a process may open a thousand.
    private static let openFiles = 128

    /// Writes files with their names, and returns the directories that are to be waited for.
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

    /// Puts an object's bytes into a new file.
    private func put(_ bytes: [UInt8], into files: inout SyncList) throws(GitError) -> String {
        // Named as the C library's own: `GitRepository.abandonedTemporaryFiles` knows what a kill leaves behind.
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

    /// Gives a file its object's name, and returns the directories that changed.
    ///
    /// `git gc` removes directories that it has emptied, also between two calls here.
    private func name(_ temporary: String, _ id: ObjectID) throws(GitError) -> [String] {
        let (fan, path) = path(of: id)
        var changed = [fan]
        for attempt in 1...Self.attempts {
            if unsafe rename(temporary, path) == 0 { break }
            let number = errno
            // A prune takes temporary files, too: the look at the files finds out.
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

    /// The bytes of an object's file.
    ///
    /// https://git-scm.com/book/en/v2/Git-Internals-Git-Objects
    private static func deflated(
        _ object: RawObject, by deflater: Deflater
    ) throws(GitError) -> [UInt8] {
        let kind = unsafe String(
            cString: git_object_type2string(git_object_t(object.kind.rawValue)))
        let bytes = Array("\(kind) \(object.bytes.count)\0".utf8) + object.bytes
        // Typed errors do not pass through the closure of the library.
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
