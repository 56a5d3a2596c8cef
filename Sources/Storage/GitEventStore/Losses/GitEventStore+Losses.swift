public import EventStore
import Git

extension GitEventStore {
    /// Returns the lines that `old` has and `new` lacks, by path and place.
    ///
    /// Lines are compared by their bytes; a line that moved to another file is not lost. If a line of the same
    /// ``identity`` is in `new`, or several of one identity are gone, only the one that was first is missed, by the history of
    /// both. If that cannot be told, each is ``LostEvent/Kind/undecided``, unless `old` has the one that is there. Lines without
    /// identity are lost when their bytes are. Empty if the logs are equal or only grew. Cost: the files
    /// that differ, the rest of `new` if lines are not in these, and all history if lines contradict each other.
    public func lostEvents(from old: Position, to new: Position) throws -> [LostEvent] {
        let (before, after) = (try commitID(of: old), try commitID(of: new))
        let files = try repository.vanishedFiles(from: before, to: after)
        return try lostEvents(of: files, in: after, since: before)
    }

    /// Returns the lines that a commit before `new` has and `new` lacks, each with the commit that took it away.
    ///
    /// Looked at are the commits that `old` does not contain, beside `old` itself; without `old`, the whole history. What
    /// a later commit brought back is not lost. A merge is named only if none of the merged branches did it. A commit whose message
    /// says that it squashes others which are there must have what they have. Lines are compared as in ``lostEvents(from:to:)``. Cost: the commits, what each changed, and the files of `new` that
    /// `old` lacks; the rest of `new` where lines are not in these.
    public func lostEvents(
        inHistoryFrom old: Position?, to new: Position
    ) throws -> [LostEvent] {
        let after = try commitID(of: new)
        let before = try old.map { try commitID(of: $0) }
        var files = try vanishedFiles(inHistoryFrom: before, to: after)
        if let before { files += try repository.vanishedFiles(from: before, to: after) }
        return try lostEvents(of: files, in: after, since: before)
    }

    /// Returns the lines that an ancestor of `tip` has and `tip` lacks, then those that moves of the branch left behind, and the
    /// moves of which nobody can tell what they left.
    ///
    /// Each line is named once, with the newest commit that took it away, or else the newest move. Of several lines of one
    /// identity only the one that was first is missed, whatever took the others away. Cost: the whole history, and the
    /// whole log if something is gone.
    public func losses(
        before tip: Position
    ) throws -> (events: [LostEvent], unknown: [BranchMove]) {
        let after = try commitID(of: tip)
        var search = LossSearch(repository: repository, identity: identity, tip: after)
        try search.add(vanishedFiles(inHistoryFrom: nil, to: after))
        var unknown: [BranchMove] = []
        for move in try movesBackwards(before: tip) {
            do {
                if move.isPresent {
                    try search.add(vanishedFiles(by: move, before: after))
                } else {
                    unknown.append(move)
                }
            } catch let error as GitError where error.isDamage {
                // Nothing keeps the objects of such commits together.
                unknown.append(move)
            }
        }
        try search.find(since: nil)
        return (try search.losses(since: nil), unknown)
    }

    private func vanishedFiles(
        inHistoryFrom old: ObjectID?, to new: ObjectID
    ) throws -> [VanishedFile] {
        var files: [VanishedFile] = []
        try repository.forEachCommit(from: [new], hiding: old.map { [$0] } ?? []) {
            commit throws(GitError) in
            files += try repository.vanishedFiles(in: commit)
            files += try repository.filesMissing(inSquash: commit)
            return .continue
        }
        return files
    }

    private func lostEvents(
        of files: [VanishedFile], in tip: ObjectID, since old: ObjectID?
    ) throws -> [LostEvent] {
        guard !files.isEmpty else { return [] }
        var search = LossSearch(repository: repository, identity: identity, tip: tip)
        try search.add(files)
        try search.find(since: old)
        return try search.losses(since: old)
    }
}
