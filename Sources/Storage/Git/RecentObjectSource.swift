import Clibgit2
import Synchronization

/// Looks for loose objects before libgit2 searches the packs, until too many lookups in a row fail.
///
/// Most objects at the tip of a branch were stored recently, and are loose. libgit2 asks the packs
/// first. To find out that a large pack does not contain an object, libgit2 reads a page or two of
/// the pack's index, which are rarely in memory. If a loose object is damaged, a pack may contain
/// an intact copy. This source then reports “not found”, and libgit2 asks the other sources.
final class RecentObjectSource {
    private let loose: LooseObjectSource
    /// The number of lookups in a row that may still fail before this source stops searching.
    private let patience = Atomic(mostMisses)

    /// The number of lookups in a row that may fail; each costs a failed `open`.
    private static let mostMisses = 64

    private init(_ loose: LooseObjectSource) { self.loose = loose }

    /// Adds the loose objects in `directory`, an `objects` directory, to `database`, ahead of its
    /// packs.
    static func add(_ directory: String, to database: borrowing GitHandle<DatabaseObject>)
        throws(GitError)
    {
        let source = RecentObjectSource(LooseObjectSource(directory: directory))
        try unsafe ObjectBackend.add(source, to: database, priority: 50) { unsafe fill(&$0) }
    }

    private static func fill(_ backend: inout git_odb_backend) {
        unsafe backend.read = { content, size, type, backend, id in
            guard let backend = unsafe backend, let id = unsafe id?.pointee else {
                return GIT_ERROR.rawValue
            }
            let recent = unsafe ObjectBackend.source(RecentObjectSource.self, of: backend)
            return recent.answer {
                var found = unsafe (memory: UnsafeMutableRawPointer?.none, size: 0)
                var kind = GIT_OBJECT_INVALID
                let status = unsafe recent.loose.read(
                    ObjectID(id), for: backend, &found.memory, &found.size, &kind)
                guard status == GIT_OK.rawValue else { return status }
                var hash = git_oid()
                guard unsafe git_odb_hash(&hash, found.memory, found.size, kind) == 0,
                    ObjectID(hash) == ObjectID(id)
                else {
                    unsafe git_odb_backend_data_free(backend, found.memory)
                    return GIT_EMISMATCH.rawValue
                }
                unsafe content?.pointee = found.memory
                unsafe size?.pointee = found.size
                unsafe type?.pointee = kind
                return status
            }
        }
        unsafe backend.read_header = { size, type, backend, id in
            guard let backend = unsafe backend, let id = unsafe id?.pointee else {
                return GIT_ERROR.rawValue
            }
            let recent = unsafe ObjectBackend.source(RecentObjectSource.self, of: backend)
            return recent.answer { unsafe recent.loose.readHeader(ObjectID(id), size, type) }
        }
        // libgit2's own source lists these objects.
        unsafe backend.foreach = { _, _, _ in GIT_OK.rawValue }
    }

    /// Runs a lookup, and reports “not found” if there is no intact loose object.
    private func answer(_ ask: () -> Int32) -> Int32 {
        guard patience.load(ordering: .relaxed) > 0 else { return GIT_ENOTFOUND.rawValue }
        guard ask() == GIT_OK.rawValue else {
            patience.subtract(1, ordering: .relaxed)
            git_error_clear()
            return GIT_ENOTFOUND.rawValue
        }
        patience.store(Self.mostMisses, ordering: .relaxed)
        return GIT_OK.rawValue
    }
}
