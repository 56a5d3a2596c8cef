import Clibgit2
import Synchronization

/// The number of times that this process has repacked an object database.
///
/// libgit2 never forgets a pack: a deleted pack stays mapped, and is searched, until its object
/// database is closed. Each ``GitRepository`` therefore opens its database again after a
/// repacking.
final class Repackings: Sendable {
    private let counter = Atomic(0)

    /// All object directories that this process has opened, by path.
    private static let known = Mutex<[String: Repackings]>([:])

    /// Returns the counter for an object directory.
    static func of(_ directory: String) -> Repackings {
        known.withLock { known in
            if let found = known[directory] { return found }
            let new = Repackings()
            known[directory] = new
            return new
        }
    }

    var count: Int { counter.load(ordering: .acquiring) }

    func increment() { counter.add(1, ordering: .releasing) }
}

extension GitRepository {
    /// Makes every handle of this process for the repository forget deleted packs.
    ///
    /// Call this after a repacking.
    public func noteRepacking() { repackings.increment() }
}

extension GitHandle<RepositoryObject> {
    /// Opens the object database again, without the packs that were deleted.
    func reopenDatabase(adding objectDirectories: [String]) throws(GitError) {
        guard let common = unsafe directory(git_repository_commondir(pointer)) else { return }
        let database = try unsafe GitHandle<DatabaseObject>("git_odb_open") { out in
            unsafe git_odb_open(&out, common + "/objects")
        }
        try check(
            unsafe git_repository_set_odb(pointer, database.pointer), "git_repository_set_odb")
        try handleLooseObjects()
        try add(objectDirectories)
    }
}
