import Clibgit2
import Synchronization

/// The order in which history is walked.
public enum HistoryOrder: Sendable {
    /// Children before their parents, even where clocks were wrong; else newest first.
    ///
    /// All of the history that is asked for is read before the first commit comes.
    case topological
    /// Newest first, by the times of committing.
    ///
    /// Commits come as they are read.
    case newestFirst
}

/// Whether a walk continues.
public enum WalkStep: Sendable {
    /// Goes on.
    case `continue`
    /// Ends here.
    case stop
}

extension GitRepository {
    /// Calls `body` with each commit that is reachable from `starts` and from none of `hidden`.
    ///
    /// In a shallow repository, the walk ends at its border. `body` may call the repository,
    /// because no lock is held while it runs.
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
        // A handle of its own, as the walk must not hold the lock that `body` may need.
        let repository = try Self.openHandle(
            commonDirectory, flags: GIT_REPOSITORY_OPEN_NO_SEARCH, ceilings: [])
        try repository.add(objectDirectories.withLock { $0 })
        let walk = try unsafe GitHandle<WalkObject>("git_revwalk_new") { out in
            unsafe git_revwalk_new(&out, repository.pointer)
        }
        // One call: a second one would replace the first.
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

    /// The history of a shallow repository, or `nil` if the repository has all of its history.
    func shallowGraph() throws(GitError) -> ShallowGraph? {
        try isShallow() ? ShallowGraph(repository: self) : nil
    }
}
