import Glibc
import Synchronization

/// The storage for a small batch that becomes a pack of its own.
///
/// Storing a pack syncs three files and directories, whatever the number of objects. Loose objects
/// need about two syncs each. ``PackBudget`` limits the number of packs.
final class GroupPack: BatchStorage {
    let objects = BatchObjects()
    private let owner: GitRepository
    private let keeping = Mutex<PackKeep?>(nil)

    init(for owner: GitRepository) { self.owner = owner }

    func finish() throws(GitError) {
        let pack = try PackFile(in: owner.objectsDirectory + "/pack", sharing: owner.sharing)
        for (id, object) in objects.all {
            let result = unsafe object.bytes.withUnsafeBytes { bytes -> Result<Void, GitError> in
                // Typed errors cannot pass through the library's closure.
                do throws(GitError) {
                    return .success(try unsafe pack.add(bytes, kind: object.kind, id: id))
                } catch {
                    return .failure(error)
                }
            }
            try result.get()
        }
        let keep = try pack.finish()
        keeping.withLock { $0 = keep }
        try owner.refresh()
    }

    /// Allows other processes to repack the pack; releasing this value has the same effect.
    func keep() throws(GitError) { keeping.withLock { $0 = nil } }

    func giveUp() { keeping.withLock { $0 = nil } }
}
