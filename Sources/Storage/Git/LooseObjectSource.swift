import Clibgit2

/// Reads loose objects in place of libgit2's own code.
///
/// If an object's file is truncated, libgit2 1.5 loops forever: inflating returns no more bytes,
/// but libgit2 retries until it has as many bytes as the header specifies. libgit2 consults this
/// source after the packs and before its own source for loose objects. Its own source still lists
/// loose objects, but never has to read them. libgit2 checks the hash, as it does for every source.
final class LooseObjectSource {
    /// The `objects` directory to read from.
    private let directory: String

    init(directory: String) { self.directory = directory }

    /// Reads loose objects from `directory`, an `objects` directory, for `database`.
    static func add(_ directory: String, to database: borrowing GitHandle<DatabaseObject>)
        throws(GitError)
    {
        // Use the same priority as the packs. Among sources of equal priority, the first one added
        // comes first.
        try unsafe ObjectBackend.add(
            LooseObjectSource(directory: directory), to: database, priority: 2
        ) {
            unsafe fill(&$0)
        }
    }

    private static func fill(_ backend: inout git_odb_backend) {
        unsafe backend.read = { content, size, type, backend, id in
            guard let backend = unsafe backend, let id = unsafe id else {
                return GIT_ERROR.rawValue
            }
            return unsafe LooseObjectSource.of(backend).read(
                ObjectID(id.pointee), for: backend, content, size, type)
        }
        unsafe backend.read_header = { size, type, backend, id in
            guard let backend = unsafe backend, let id = unsafe id else {
                return GIT_ERROR.rawValue
            }
            return unsafe LooseObjectSource.of(backend).readHeader(ObjectID(id.pointee), size, type)
        }
        unsafe backend.read_prefix = { found, content, size, type, backend, prefix, digits in
            guard let backend = unsafe backend, let prefix = unsafe prefix else {
                return GIT_ERROR.rawValue
            }
            let source = unsafe LooseObjectSource.of(backend)
            let name = unsafe ObjectID(prefix.pointee).description
            let ids = source.ids(startingWith: name.prefix(digits))
            guard let id = ids.first else { return GIT_ENOTFOUND.rawValue }
            guard ids.count == 1 else { return GIT_EAMBIGUOUS.rawValue }
            unsafe found?.pointee = id.raw
            return unsafe source.read(id, for: backend, content, size, type)
        }
        // libgit2's own source lists the same files.
        unsafe backend.foreach = { _, _, _ in GIT_OK.rawValue }
    }

    private static func of(_ backend: UnsafeMutablePointer<git_odb_backend>) -> LooseObjectSource {
        unsafe ObjectBackend.source(LooseObjectSource.self, of: backend)
    }

    func read(
        _ id: ObjectID, for backend: UnsafeMutablePointer<git_odb_backend>,
        _ content: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
        _ size: UnsafeMutablePointer<Int>?, _ type: UnsafeMutablePointer<git_object_t>?
    ) -> Int32 {
        var memory: UnsafeMutableRawPointer?
        let status = answer(id) { file throws(LooseObjectFile.Damage) in
            let header = try unsafe file.inflate { count throws(LooseObjectFile.Damage) in
                unsafe memory = git_odb_backend_data_alloc(backend, count)
                guard let memory = unsafe memory else {
                    throw LooseObjectFile.Damage(reason: "is larger than memory")
                }
                return unsafe UnsafeMutableRawBufferPointer(start: memory, count: count)
            }
            unsafe content?.pointee = memory
            unsafe size?.pointee = header.size
            unsafe type?.pointee = header.type
        }
        if status != GIT_OK.rawValue, let memory = unsafe memory {
            unsafe git_odb_backend_data_free(backend, memory)
        }
        return status
    }

    func readHeader(
        _ id: ObjectID, _ size: UnsafeMutablePointer<Int>?,
        _ type: UnsafeMutablePointer<git_object_t>?
    ) -> Int32 {
        answer(id) { file throws(LooseObjectFile.Damage) in
            let header = try file.header()
            unsafe size?.pointee = header.size
            unsafe type?.pointee = header.type
        }
    }

    /// Runs `body` with the file of an object, and returns the status for libgit2.
    private func answer(
        _ id: ObjectID,
        _ body: (LooseObjectFile) throws(LooseObjectFile.Damage) -> Void
    ) -> Int32 {
        let name = id.description
        do throws(LooseObjectFile.Damage) {
            let path = "\(directory)/\(name.prefix(2))/\(name.dropFirst(2))"
            guard let file = try LooseObjectFile(path: path) else { return GIT_ENOTFOUND.rawValue }
            try body(file)
            return GIT_OK.rawValue
        } catch {
            unsafe git_error_set_str(
                Int32(GIT_ERROR_ODB.rawValue), "the loose object \(name) \(error.reason)")
            // The library passes unknown error numbers on to its caller.
            if error.isDenied { return GitError.Code.denied.rawValue }
            return DescriptorLimit.isReason(of: error.reason)
                ? GitError.Code.tooManyOpenFiles.rawValue : GitError.Code.damagedObject.rawValue
        }
    }

    /// Returns the ids of loose objects that begin with `prefix`, which must have at least two
    /// digits.
    private func ids(startingWith prefix: Substring) -> [ObjectID] {
        let start = prefix.prefix(2)
        guard start.count == 2 else { return [] }
        return OpenFiles.names(in: "\(directory)/\(start)")
            .filter { (start + $0).hasPrefix(prefix) }
            .compactMap { ObjectID(hex: start + $0) }
    }
}

extension GitHandle<RepositoryObject> {
    /// Makes libgit2 read and write loose objects through our sources.
    ///
    /// These sources read loose objects from the repository and its alternates, and write new
    /// objects.
    func handleLooseObjects() throws(GitError) {
        guard let common = unsafe directory(git_repository_commondir(pointer)) else { return }
        // The library opens these files without checks, and would wait forever on a pipe.
        for name in ["objects/info/alternates", "packed-refs", "shallow"] {
            try RegularFile.require(at: "\(common)/\(name)")
        }
        let database = try database()
        try LooseObjectPlace.add(common + "/objects", sharing, to: database)
        try RecentObjectSource.add(common + "/objects", to: database)
        for directory in ObjectDirectories.reaching(from: common + "/objects") {
            try LooseObjectSource.add(directory, to: database)
        }
    }
}
