import Git

extension GitEventStore {
    /// Returns the former tips of a branch that was deleted and created again further back, as
    /// far as the logs of HEAD tell.
    ///
    /// The branch's own log was deleted with it. A tip that another branch has does not count:
    /// the branch was renamed, or HEAD led to the other one. Of commits that build upon each
    /// other only the last is returned. Cost: the logs, and the history that `contained` lacks.
    func movesOfDeletedBranch(besides contained: Set<ObjectID>) throws -> [BranchMove] {
        // A writer beside this adds to the branch's log before it adds to HEAD's: so HEAD's are read first.
        let positions = try repository.positionsOfHeads(on: branch)
        let log = try repository.reflog(of: repository.directName(of: branch))
        // A log that does not begin with the branch was expired, and what it had is to be forgotten.
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

    /// Whether the branch has a commit now, even if it did not have it when the search began.
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
