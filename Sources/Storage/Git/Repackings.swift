import Clibgit2
import Synchronization

/// The repackings of an object database by this process and its children.
///
/// libgit2 never forgets a pack: a deleted pack stays mapped, and is searched, until its object
/// database is closed. Each ``GitRepository`` therefore opens its database again after a
/// repacking.
final class Repackings: Sendable {
    /// The number of repackings that have ended.
    private let ended = Atomic(0)
    private let running = Atomic(0)

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

    var count: Int { ended.load(ordering: .acquiring) }

    var isRunning: Bool { running.load(ordering: .acquiring) > 0 }

    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        running.add(1, ordering: .acquiringAndReleasing)
        defer {
            ended.add(1, ordering: .acquiringAndReleasing)
            running.subtract(1, ordering: .acquiringAndReleasing)
        }
        return try body()
    }
}

extension GitRepository {
    /// Runs `body`, which repacks the repository with another program.
    ///
    /// Afterwards, every handle of this process for the repository forgets deleted packs.
    public func repacking<Result>(_ body: () throws -> Result) rethrows -> Result {
        try repackings.run(body)
    }

    /// The repackings of this process: whether one is running, and the number that have ended.
    public var repackingState: (isRunning: Bool, ended: Int) {
        // In this order, one that ends meanwhile is seen at least once.
        let isRunning = repackings.isRunning
        return (isRunning, repackings.count)
    }
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
