import Clibgit2
import Dispatch
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
    /// The time at which the last repacking began, in milliseconds of a monotonic clock.
    private let begin = Atomic<Int64>(0)

    /// The longest time that a program takes to read its configuration, in milliseconds.
    private static let startTime: Int64 = 1_000

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

    /// Whether a repacking began a moment ago and is still running.
    var isStarting: Bool {
        running.load(ordering: .acquiring) > 0
            && Self.now < begin.load(ordering: .relaxed) + Self.startTime
    }

    private static var now: Int64 {
        Int64(clamping: DispatchTime.now().uptimeNanoseconds / 1_000_000)
    }

    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        begin.store(Self.now, ordering: .relaxed)
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

    /// The repackings of this process: whether one is just starting, and the number that have
    /// ended.
    public var repackingState: (isStarting: Bool, ended: Int) {
        // In this order, one that ends meanwhile is seen at least once.
        let isStarting = repackings.isStarting
        return (isStarting, repackings.count)
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
