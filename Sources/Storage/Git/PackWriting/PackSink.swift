import Clibgit2
import Synchronization

/// Redirects all writes to an object database into a pack, instead of into loose files.
///
/// Other objects can reference the pack's objects, and their headers can be read. Their bytes
/// cannot be read until the pack is complete.
final class PackSink {
    let pack: PackFile
    /// The reason why the pack rejected an object, in more detail than libgit2 can report.
    private(set) var failure: GitError?

    init(_ pack: PackFile) { self.pack = pack }

    /// Adds the sink to `database`, ahead of all other destinations for writes.
    func take(from database: borrowing GitHandle<DatabaseObject>) throws(GitError) {
        try unsafe ObjectBackend.add(self, to: database, priority: 1000) { unsafe Self.fill(&$0) }
    }

    private static func fill(_ backend: inout git_odb_backend) {
        unsafe backend.write = { backend, id, data, count, type in
            guard let backend = unsafe backend, let id = unsafe id,
                let kind = ObjectKind(rawValue: type.rawValue)
            else { return GIT_ERROR.rawValue }
            let bytes = unsafe UnsafeRawBufferPointer(start: data, count: count)
            return unsafe PackSink.of(backend).write(bytes, kind, ObjectID(id.pointee))
        }
        unsafe backend.exists = { backend, id in
            guard let backend = unsafe backend, let id = unsafe id else { return 0 }
            return unsafe PackSink.of(backend).pack.entries[ObjectID(id.pointee)] == nil ? 0 : 1
        }
        unsafe backend.read_header = { size, type, backend, id in
            guard let backend = unsafe backend, let id = unsafe id,
                let entry = unsafe PackSink.of(backend).pack.entries[ObjectID(id.pointee)]
            else { return GIT_ENOTFOUND.rawValue }
            unsafe size?.pointee = entry.size
            unsafe type?.pointee = git_object_t(entry.kind.rawValue)
            return GIT_OK.rawValue
        }
        unsafe backend.foreach = { _, _, _ in GIT_OK.rawValue }
    }

    private static func of(_ backend: UnsafeMutablePointer<git_odb_backend>) -> PackSink {
        unsafe ObjectBackend.source(PackSink.self, of: backend)
    }

    private func write(
        _ bytes: UnsafeRawBufferPointer, _ kind: ObjectKind, _ id: ObjectID
    ) -> Int32 {
        do throws(GitError) {
            try unsafe pack.add(bytes, kind: kind, id: id)
            return GIT_OK.rawValue
        } catch {
            failure = error
            unsafe git_error_set_str(Int32(GIT_ERROR_ODB.rawValue), error.message)
            return GIT_ERROR.rawValue
        }
    }
}

/// The storage for a batch that becomes a pack.
final class PackStorage: BatchStorage {
    private let owner: GitRepository
    private let sink: Mutex<PackSink>
    private let keeping = Mutex<PackKeep?>(nil)

    init(for owner: GitRepository) throws(GitError) {
        self.owner = owner
        sink = Mutex(
            PackSink(try PackFile(in: owner.objectsDirectory + "/pack", sharing: owner.sharing)))
    }

    /// Makes the pack the first destination for the batch's writes.
    func take(from batch: ObjectBatch) throws(GitError) {
        try sink.withLock { sink throws(GitError) in
            try batch.withHandle { handle throws(GitError) in
                try sink.take(from: handle.database())
            }
        }
    }

    func finish() throws(GitError) {
        let keep = try sink.withLock { sink throws(GitError) in
            if let failure = sink.failure { throw failure }
            return try sink.pack.finish()
        }
        keeping.withLock { $0 = keep }
        try owner.refresh()
    }

    /// Lets `git repack` change the pack; releasing this value has the same effect.
    func keep() throws(GitError) { keeping.withLock { $0 = nil } }

    func giveUp() {
        sink.withLock { $0.pack.giveUp() }
        keeping.withLock { $0 = nil }
    }
}
