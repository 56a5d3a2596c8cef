import Git

extension GitEventStore {
    /// Returns the previous tips of a branch that was deleted and created again at an earlier
    /// commit.
    ///
    /// The reflogs of HEAD list these tips; the branch's own reflog was deleted with the branch. A
    /// tip that another branch contains is ignored, because the branch was renamed or HEAD pointed
    /// to the other branch. If one tip contains another, only the newer one is returned. Cost:
    /// reads the reflogs, and the history that is not in `contained`.
    func movesOfDeletedBranch(besides contained: Set<ObjectID>) throws -> [BranchMove] {
        // Read HEAD's reflogs first, because a concurrent writer adds to the branch's reflog before
        // HEAD's.
        let positions = try repository.positionsOfHeads(on: branch)
        let log = try repository.reflog(of: repository.directName(of: branch))
        // If the reflog does not begin with the creation of the branch, it was expired on purpose,
        // and the removed entries must not be reported.
        let wasMade = try log.last.map { $0.old == nil } ?? (repository.target(of: branch) == nil)
        guard wasMade else { return [] }
        var seen = contained.union(log.flatMap { [$0.old, $0.new] }.compactMap(\.self))
        var moves: [BranchMove] = []
        for position in positions where !seen.contains(position) {
            seen.insert(position)
            guard try repository.objectExists(position), try !isOnAnotherBranch(position),
                try !isOnBranchNow(position)
            else { continue }
            do {
                try repository.forEachCommit(from: [position]) { commit throws(GitError) in
                    seen.insert(commit.id)
                    return .continue
                }
            } catch {
                guard error.isDamage else { throw error }
            }
            moves.append(
                BranchMove(
                    reference: branch, from: position.description, to: nil, message: "",
                    isPresent: true))
        }
        return moves
    }

    /// Returns true if the branch contains a commit now, even if it did not when the search began.
    private func isOnBranchNow(_ commit: ObjectID) throws -> Bool {
        guard let tip = try repository.target(of: branch) else { return false }
        return try isContained(commit, in: tip)
    }

    private func isOnAnotherBranch(_ commit: ObjectID) throws -> Bool {
        let branch = try repository.directName(of: branch)
        return try repository.references(matching: "refs/heads/*").contains { reference in
            guard try repository.directName(of: reference.name) != branch else { return false }
            return try isContained(commit, in: reference.target)
        }
    }
}
