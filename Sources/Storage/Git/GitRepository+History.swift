import Clibgit2
import Synchronization

/// The order of a walk through history.
public enum HistoryOrder: Sendable {
    /// Children before their parents, even if clocks were wrong, and otherwise newest first.
    ///
    /// All of the requested history is read before `body` receives the first commit.
    case topological
    /// Newest first, by commit time.
    ///
    /// Each commit is passed on as soon as it is read.
    case newestFirst
}

/// The decision to continue or stop a walk.
public enum WalkStep: Sendable {
    /// Continue with the next commit.
    case `continue`
    /// End the walk.
    case stop
}

extension GitRepository {
    /// Calls `body` with each commit that is reachable from `starts` but not from `hidden`.
    ///
    /// In a shallow repository, the walk ends at the shallow boundary. `body` may call the
    /// repository, because no lock is held while it runs.
    public func forEachCommit(
        from starts: [ObjectID], hiding hidden: [ObjectID] = [],
        order: HistoryOrder = .topological,
        _ body: (Commit) throws(GitError) -> WalkStep
    ) throws(GitError) {
        if let graph = try shallowGraph() {
            for commit in try graph.commits(from: starts, hiding: hidden, order: order)
            where try body(commit) == .stop {
                return
            }
            return
        }
        // Use a separate handle, because the walk must not hold the lock that `body` may need.
        let repository = try Self.openHandle(
            commonDirectory, flags: GIT_REPOSITORY_OPEN_NO_SEARCH, ceilings: [])
        try repository.add(objectDirectories.withLock { $0 })
        let walk = try unsafe GitHandle<WalkObject>("git_revwalk_new") { out in
            unsafe git_revwalk_new(&out, repository.pointer)
        }
        // Set both flags in one call, because a second call would replace the first.
        let sorting =
            switch order {
            case .topological: GIT_SORT_TOPOLOGICAL.rawValue | GIT_SORT_TIME.rawValue
            case .newestFirst: GIT_SORT_TIME.rawValue
            }
        try check(unsafe git_revwalk_sorting(walk.pointer, sorting), "git_revwalk_sorting")
        for id in starts {
            var raw = id.raw
            try checkReading(unsafe git_revwalk_push(walk.pointer, &raw), "git_revwalk_push")
        }
        for id in hidden {
            var raw = id.raw
            try check(unsafe git_revwalk_hide(walk.pointer, &raw), "git_revwalk_hide")
        }
        var raw = git_oid()
        while true {
            let status = unsafe git_revwalk_next(&raw, walk.pointer)
            if status == GIT_ITEROVER.rawValue { return }
            try checkReading(status, "git_revwalk_next")
            if try body(try repository.commit(ObjectID(raw)).value()) == .stop { return }
        }
    }

    /// Returns the history of a shallow repository, or `nil` if the repository is complete.
    func shallowGraph() throws(GitError) -> ShallowGraph? {
        try isShallow() ? ShallowGraph(repository: self) : nil
    }
}
