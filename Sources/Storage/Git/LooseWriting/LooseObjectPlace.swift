import Clibgit2

/// Stores each object durably in a loose file, in place of libgit2's own code.
final class LooseObjectPlace {
    private let directory: String
    private let sharing: RepositorySharing

    private init(directory: String, sharing: RepositorySharing) {
        self.directory = directory
        self.sharing = sharing
    }

    /// Makes `database` store objects in `directory`, ahead of libgit2's own storage.
    static func add(
        _ directory: String, _ sharing: RepositorySharing,
        to database: borrowing GitHandle<DatabaseObject>
    ) throws(GitError) {
        try unsafe ObjectBackend.add(
            LooseObjectPlace(directory: directory, sharing: sharing), to: database, priority: 100
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
            let place = unsafe ObjectBackend.source(LooseObjectPlace.self, of: backend)
            return unsafe place.write(RawObject(kind: kind, bytes: bytes), ObjectID(id.pointee))
        }
        unsafe backend.foreach = { _, _, _ in GIT_OK.rawValue }
    }

    /// Stores an object, and returns the status for libgit2.
    private func write(_ object: RawObject, _ id: ObjectID) -> Int32 {
        do throws(GitError) {
            let batch = LooseBatch(directory: directory, sharing: sharing)
            batch.objects.add(object, id)
            try batch.finish()
            return GIT_OK.rawValue
        } catch {
            unsafe git_error_set_str(Int32(GIT_ERROR_ODB.rawValue), error.message)
            return GIT_ERROR.rawValue
        }
    }
}
