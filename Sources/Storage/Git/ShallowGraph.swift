/// The history of a shallow repository, whose oldest commits have missing parents.
///
/// The C library does not know the boundary of a shallow history, and would fail there. Such
/// histories are short, so they are read completely.
struct ShallowGraph {
    let repository: GitRepository

    /// Returns the commits reachable from `starts` but not from `hidden`, in order.
    func commits(
        from starts: [ObjectID], hiding hidden: [ObjectID], order: HistoryOrder
    ) throws(GitError) -> [Commit] {
        let excluded = try reachable(from: hidden)
        let found = try reachable(from: starts).filter { excluded[$0.key] == nil }
        let newestFirst = found.values.sorted(by: ShallowGraph.isNewer)
        switch order {
        case .newestFirst: return newestFirst
        case .topological: return ShallowGraph.childrenFirst(newestFirst, in: found)
        }
    }

    /// Returns the newest of the best common ancestors, or `nil` if there are no common ancestors.
    func mergeBase(_ left: ObjectID, _ right: ObjectID) throws(GitError) -> ObjectID? {
        try bestCommonAncestors(left, right).min(by: ShallowGraph.isNewer)?.id
    }

    /// Returns the common ancestors that are not ancestors of other common ancestors.
    func bestCommonAncestors(
        _ left: ObjectID, _ right: ObjectID
    ) throws(GitError) -> [Commit] {
        let others = try reachable(from: [right])
        var common = try reachable(from: [left]).filter { others[$0.key] != nil }
        // Removing parents is enough, because all commits between two common ancestors are common
        // ancestors too.
        for commit in Array(common.values) {
            for parent in commit.parents { common[parent] = nil }
        }
        return Array(common.values)
    }

    /// Returns true if `ancestor` is `commit` or one of its existing ancestors.
    func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool {
        try reachable(from: [commit])[ancestor] != nil
    }

    private func reachable(from starts: [ObjectID]) throws(GitError) -> [ObjectID: Commit] {
        var found: [ObjectID: Commit] = [:]
        var waiting = starts
        while let id = waiting.popLast() {
            guard found[id] == nil, try repository.objectExists(id) else { continue }
            let commit = try repository.commit(id)
            found[commit.id] = commit
            waiting += commit.parents
        }
        return found
    }

    private static func isNewer(_ left: Commit, _ right: Commit) -> Bool {
        let (leftTime, rightTime) = (
            left.committer.secondsSinceEpoch, right.committer.secondsSinceEpoch
        )
        return leftTime == rightTime ? left.id < right.id : leftTime > rightTime
    }

    /// Orders commits with Kahn's algorithm, always taking the newest commit whose children are
    /// already ordered.
    private static func childrenFirst(
        _ newestFirst: [Commit], in found: [ObjectID: Commit]
    ) -> [Commit] {
        var childCounts: [ObjectID: Int] = [:]
        for commit in newestFirst {
            for parent in commit.parents { childCounts[parent, default: 0] += 1 }
        }
        // Oldest first, so that `popLast` returns the newest.
        var ready = Array(newestFirst.filter { childCounts[$0.id] == nil }.reversed())
        var ordered: [Commit] = []
        while let commit = ready.popLast() {
            ordered.append(commit)
            for parent in commit.parents {
                childCounts[parent, default: 0] -= 1
                guard childCounts[parent] == 0, let freed = found[parent] else { continue }
                let position = ready.firstIndex { isNewer($0, freed) } ?? ready.endIndex
                ready.insert(freed, at: position)
            }
        }
        return ordered
    }
}
