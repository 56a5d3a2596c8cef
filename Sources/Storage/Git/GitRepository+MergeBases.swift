import Clibgit2

extension GitRepository {
    /// Returns the best common ancestors of two commits, sorted by id; empty if the commits are
    /// unrelated.
    ///
    /// A common ancestor is best if it is not an ancestor of another common ancestor. After
    /// criss-cross merges, there are several. In a shallow repository, only the available history
    /// is searched. Cost: proportional to the history since the two commits diverged. If the search
    /// reaches the shallow boundary, the whole available history is read.
    public func mergeBases(
        _ left: ObjectID, _ right: ObjectID
    ) throws(GitError) -> [ObjectID] {
        let failure: GitError?
        do throws(GitError) {
            if let bases = try completeMergeBases(left, right) { return bases.sorted() }
            failure = nil
        } catch {
            failure = error
        }
        // At the shallow boundary, the C library fails or finds nothing.
        if let graph = try shallowGraph() {
            return try graph.bestCommonAncestors(left, right).map(\.id).sorted()
        }
        if let failure { throw failure }
        return []
    }

    /// Returns true if `ancestor` is `commit` or one of its ancestors.
    ///
    /// In a shallow repository, only the available history is searched. Cost: as for
    /// ``mergeBases(_:_:)``.
    public func isAncestor(
        _ ancestor: ObjectID, of commit: ObjectID
    ) throws(GitError) -> Bool {
        guard ancestor != commit else { return true }
        do throws(GitError) {
            if try isAncestorInCompleteHistory(ancestor, of: commit) { return true }
        } catch {
            guard try isShallow() else { throw error }
        }
        guard let graph = try shallowGraph() else { return false }
        return try graph.isAncestor(ancestor, of: commit)
    }

    /// Returns true if `commit` is one of the given commits or an ancestor of one.
    ///
    /// In a shallow repository, only the available history is searched. Cost: at most one walk
    /// through the history of all given commits.
    public func isReachable(
        _ commit: ObjectID, from descendants: [ObjectID]
    ) throws(GitError) -> Bool {
        guard !descendants.contains(commit) else { return true }
        guard !descendants.isEmpty else { return false }
        if let graph = try shallowGraph() {
            for descendant in descendants where try graph.isAncestor(commit, of: descendant) {
                return true
            }
            return false
        }
        return try withHandle { repository throws(GitError) in
            var commit = commit.raw
            let descendants = descendants.map(\.raw)
            let status = unsafe git_graph_reachable_from_any(
                repository.pointer, &commit, descendants, descendants.count)
            return try checkReading(status, "git_graph_reachable_from_any") == 1
        }
    }

    private func isAncestorInCompleteHistory(
        _ ancestor: ObjectID, of commit: ObjectID
    ) throws(GitError) -> Bool {
        try withHandle { repository throws(GitError) in
            var commit = commit.raw
            var ancestor = ancestor.raw
            let status = unsafe git_graph_descendant_of(repository.pointer, &commit, &ancestor)
            return try checkReading(status, "git_graph_descendant_of") == 1
        }
    }

    private func completeMergeBases(
        _ left: ObjectID, _ right: ObjectID
    ) throws(GitError) -> [ObjectID]? {
        try withHandle { repository throws(GitError) in
            var left = left.raw
            var right = right.raw
            var bases = unsafe git_oidarray()
            defer { unsafe git_oidarray_dispose(&bases) }
            let status = unsafe git_merge_bases(&bases, repository.pointer, &left, &right)
            guard try checkFound(status, "git_merge_bases", unsuccessful: GIT_ERROR_MERGE) else {
                return nil
            }
            return unsafe UnsafeBufferPointer(start: bases.ids, count: bases.count)
                .map(ObjectID.init)
        }
    }
}
