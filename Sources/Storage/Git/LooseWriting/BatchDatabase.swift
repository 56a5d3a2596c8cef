import Clibgit2

/// A repository's objects combined with a batch, which receives all new objects.
///
/// Before libgit2 stores an object, it searches all existing objects. If the search fails, it lists
/// the packs and searches again. An append stores new objects, so the search would read a page of
/// each pack's index, which is rarely in memory. When an object is stored, this database searches
/// only the batch. An object that already exists in the repository is therefore stored again, and
/// the copy stays until the next packing.
final class BatchDatabase {
    private let batch: BatchObjects
    private let objects: GitHandle<DatabaseObject>

    private init(_ batch: BatchObjects, before objects: consuming GitHandle<DatabaseObject>) {
        self.batch = batch
        self.objects = objects
    }

    /// Opens a repository that has no paths and uses the objects and the configuration of
    /// `repository`.
    static func repository(
        storingIn batch: BatchObjects, before repository: borrowing GitHandle<RepositoryObject>
    ) throws(GitError) -> sending GitHandle<RepositoryObject> {
        // Swift treats an object created from a handle as part of the handle, and does not let us
        // send it. libgit2 allows us to use both at the same time.
        try unsafe self.repository(
            storingIn: batch, beforeRepositoryAt: UInt(bitPattern: repository.pointer))
    }

    @unsafe private static func repository(
        storingIn batch: BatchObjects, beforeRepositoryAt address: UInt
    ) throws(GitError) -> sending GitHandle<RepositoryObject> {
        let repository = unsafe OpaquePointer(bitPattern: address)
        let objects = try unsafe GitHandle<DatabaseObject>("git_repository_odb") { out in
            unsafe git_repository_odb(&out, repository)
        }
        let configuration = try unsafe GitHandle<ConfigurationObject>("git_repository_config") {
            out in
            unsafe git_repository_config(&out, repository)
        }
        let database = try unsafe GitHandle<DatabaseObject>("git_odb_new") { out in
            unsafe git_odb_new(&out)
        }
        let own = BatchDatabase(batch, before: objects)
        try unsafe ObjectBackend.add(own, to: database, priority: 1) { unsafe fill(&$0) }
        let wrapped = try unsafe GitHandle<RepositoryObject>("git_repository_wrap_odb") { out in
            unsafe git_repository_wrap_odb(&out, database.pointer)
        }
        try check(
            unsafe git_repository_set_config(wrapped.pointer, configuration.pointer),
            "git_repository_set_config")
        return wrapped
    }

    private static func fill(_ backend: inout git_odb_backend) {
        unsafe backend.write = { backend, id, data, count, type in
            guard let backend = unsafe backend, let id = unsafe id,
                let kind = ObjectKind(rawValue: type.rawValue)
            else { return GIT_ERROR.rawValue }
            let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: count))
            unsafe BatchDatabase.of(backend).batch.add(
                RawObject(kind: kind, bytes: bytes), ObjectID(id.pointee))
            return GIT_OK.rawValue
        }
        // libgit2 calls this before writing an object.
        unsafe backend.freshen = { backend, id in
            guard let backend = unsafe backend, let id = unsafe id,
                unsafe BatchDatabase.of(backend).batch.object(ObjectID(id.pointee)) != nil
            else { return GIT_ENOTFOUND.rawValue }
            return GIT_OK.rawValue
        }
        unsafe backend.exists = { backend, id in
            guard let backend = unsafe backend, let id = unsafe id else { return 0 }
            let own = unsafe BatchDatabase.of(backend)
            return unsafe own.batch.object(ObjectID(id.pointee)) == nil
                ? git_odb_exists(own.objects.pointer, id) : 1
        }
        unsafe backend.read_header = { size, type, backend, id in
            guard let backend = unsafe backend, let id = unsafe id else {
                return GIT_ERROR.rawValue
            }
            let own = unsafe BatchDatabase.of(backend)
            guard let object = unsafe own.batch.object(ObjectID(id.pointee)) else {
                return unsafe git_odb_read_header(size, type, own.objects.pointer, id)
            }
            unsafe size?.pointee = object.bytes.count
            unsafe type?.pointee = git_object_t(object.kind.rawValue)
            return GIT_OK.rawValue
        }
        unsafe backend.read = { content, size, type, backend, id in
            guard let backend = unsafe backend, let id = unsafe id else {
                return GIT_ERROR.rawValue
            }
            let own = unsafe BatchDatabase.of(backend)
            if let object = unsafe own.batch.object(ObjectID(id.pointee)) {
                return unsafe object.bytes.withUnsafeBytes { bytes in
                    unsafe BatchDatabase.give(
                        bytes, git_object_t(object.kind.rawValue), to: backend, content, size, type)
                }
            }
            var object: OpaquePointer?
            let status = unsafe git_odb_read(&object, own.objects.pointer, id)
            guard status == GIT_OK.rawValue else { return status }
            defer { unsafe git_odb_object_free(object) }
            let bytes = unsafe UnsafeRawBufferPointer(
                start: git_odb_object_data(object), count: git_odb_object_size(object))
            return unsafe BatchDatabase.give(
                bytes, git_odb_object_type(object), to: backend, content, size, type)
        }
    }

    private static func of(_ backend: UnsafeMutablePointer<git_odb_backend>) -> BatchDatabase {
        unsafe ObjectBackend.source(BatchDatabase.self, of: backend)
    }

    /// Copies an object into memory that libgit2 frees.
    private static func give(
        _ bytes: UnsafeRawBufferPointer, _ kind: git_object_t,
        to backend: UnsafeMutablePointer<git_odb_backend>,
        _ content: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
        _ size: UnsafeMutablePointer<Int>?, _ type: UnsafeMutablePointer<git_object_t>?
    ) -> Int32 {
        // Allocate one extra byte, for the NUL that the library expects after the content.
        guard let memory = unsafe git_odb_backend_data_alloc(backend, bytes.count + 1) else {
            return GIT_ERROR.rawValue
        }
        let room = unsafe UnsafeMutableRawBufferPointer(start: memory, count: bytes.count + 1)
        unsafe room.copyMemory(from: bytes)
        unsafe room[bytes.count] = 0
        unsafe content?.pointee = memory
        unsafe size?.pointee = bytes.count
        unsafe type?.pointee = kind
        return GIT_OK.rawValue
    }
}
