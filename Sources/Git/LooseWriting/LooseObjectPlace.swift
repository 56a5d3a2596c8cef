import Clibgit2

/// Stores objects in files of their own in place of libgit2: with the batch that is current, or at once where none is.
final class LooseObjectPlace {
    private let directory: String

    private init(directory: String) { self.directory = directory }

    /// Puts the place before libgit2's own in `database`.
    static func add(_ directory: String, to database: borrowing Handle<DatabaseObject>)
        throws(GitError)
    {
        try unsafe ObjectBackend.add(
            LooseObjectPlace(directory: directory), to: database, priority: 100
        ) {
            unsafe fill(&$0)
        }
    }

    private static func fill(_ backend: inout git_odb_backend) {
        unsafe backend.write = { backend, id, data, count, type in
            guard let backend = unsafe backend, let id = unsafe id,
                let kind = ObjectKind(rawValue: type.rawValue)
            else { return GIT_ERROR.rawValue }
            let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: count))
            return unsafe LooseObjectPlace.of(backend).write(
                RawObject(kind: kind, bytes: bytes), ObjectID(id.pointee))
        }
        unsafe backend.exists = { backend, id in
            unsafe LooseObjectPlace.object(id, of: backend) == nil ? 0 : 1
        }
        unsafe backend.read_header = { size, type, backend, id in
            guard let object = unsafe LooseObjectPlace.object(id, of: backend) else {
                return GIT_ENOTFOUND.rawValue
            }
            unsafe size?.pointee = object.bytes.count
            unsafe type?.pointee = git_object_t(object.kind.rawValue)
            return GIT_OK.rawValue
        }
        unsafe backend.read = { content, size, type, backend, id in
            guard let object = unsafe LooseObjectPlace.object(id, of: backend) else {
                return GIT_ENOTFOUND.rawValue
            }
            // One byte more, for the NUL that the library expects after the content.
            guard let memory = unsafe git_odb_backend_data_alloc(backend, object.bytes.count + 1)
            else { return GIT_ERROR.rawValue }
            let room = unsafe UnsafeMutableRawBufferPointer(
                start: memory, count: object.bytes.count + 1)
            unsafe room.copyBytes(from: object.bytes + [0])
            unsafe content?.pointee = memory
            unsafe size?.pointee = object.bytes.count
            unsafe type?.pointee = git_object_t(object.kind.rawValue)
            return GIT_OK.rawValue
        }
        unsafe backend.foreach = { _, _, _ in GIT_OK.rawValue }
    }

    private static func of(_ backend: UnsafeMutablePointer<git_odb_backend>) -> LooseObjectPlace {
        unsafe ObjectBackend.source(LooseObjectPlace.self, of: backend)
    }

    /// Returns what libgit2 is to hear of it.
    private func write(_ object: RawObject, _ id: ObjectID) -> Int32 {
        if let batch = LooseBatch.current(of: directory) {
            batch.add(object, id)
            return GIT_OK.rawValue
        }
        do throws(GitError) {
            let batch = LooseBatch(directory: directory)
            batch.add(object, id)
            try batch.finish()
            return GIT_OK.rawValue
        } catch {
            unsafe git_error_set_str(Int32(GIT_ERROR_ODB.rawValue), error.message)
            return GIT_ERROR.rawValue
        }
    }

    /// An object of the batch that is current.
    private static func object(
        _ id: UnsafePointer<git_oid>?, of backend: UnsafeMutablePointer<git_odb_backend>?
    ) -> RawObject? {
        guard let backend = unsafe backend, let id = unsafe id else { return nil }
        return unsafe LooseBatch.current(of: of(backend).directory)?.object(ObjectID(id.pointee))
    }
}

extension GitRepository {
    /// Runs `body`, and puts the objects that it stores here on disk together when it has ended.
    ///
    /// The disk is waited for twice, however many objects there are, and not twice for each. Until then `body` alone can read
    /// them; where it throws, none is stored. For a few small objects: they are in memory meanwhile.
    public func storingTogether<Result>(_ body: () throws -> Result) throws -> Result {
        let batch = LooseBatch(directory: "\(commonDirectory)/objects")
        let result = try LooseBatch.$current.withValue(batch, operation: body)
        try batch.finish()
        return result
    }
}
