public import EventStore
import Git

extension GitEventStore {
    /// Returns the lines that `old` has and `new` lacks, ordered by path and line.
    ///
    /// Lines are compared by their bytes, and a line that moved to another file is not lost. If
    /// `new` has a line of the same ``identity``, or several lines of one identity are missing,
    /// history decides: only the line that was first is reported. If the order is unknown, each
    /// line is ``LostEvent/Kind/undecided``, unless `old` has the line that `new` has. A line
    /// without an identity is lost if its bytes are missing. The result is empty if the logs are
    /// equal or only grew.
    ///
    /// Cost: the files that differ; the rest of `new` if lines are missing in these; the whole
    /// history if lines contradict each other.
    public func lostEvents(from old: Position, to new: Position) throws -> [LostEvent] {
        let (before, after) = (try commitID(of: old), try commitID(of: new))
        let files = try repository.vanishedFiles(from: before, to: after)
        return try lostEvents(of: files, in: after, since: before)
    }

    /// Returns the lines that an earlier commit has and `new` lacks, with the commit that removed
    /// them.
    ///
    /// The search covers `old` and the commits that `old` does not contain; without `old`, it
    /// covers the whole history. Lines that a later commit restored are not lost. A merge is
    /// reported only if none of the merged branches removed the line. If a commit message lists
    /// squashed commits that exist here, the commit must have all of their lines. Lines are
    /// compared as in ``lostEvents(from:to:)``.
    ///
    /// Cost: the commits, the changes of each, and the files of `new` that `old` lacks; the rest of
    /// `new` if lines are missing in these.
    public func lostEvents(
        inHistoryFrom old: Position?, to new: Position
    ) throws -> [LostEvent] {
        let after = try commitID(of: new)
        let before = try old.map { try commitID(of: $0) }
        var files = try vanishedFiles(inHistoryFrom: before, to: after)
        if let before { files += try repository.vanishedFiles(from: before, to: after) }
        return try lostEvents(of: files, in: after, since: before)
    }

    /// Returns the lines that `tip` has lost, and the moves of the branch whose losses are unknown.
    ///
    /// The lines that an ancestor of `tip` has come first, followed by lines that moves of the
    /// branch left behind. Each line is reported once, with the newest commit that removed it,
    /// otherwise with the newest move. Of several lines with one identity, only the first one is
    /// reported, whatever removed the others. Cost: the whole history, and the whole log if lines
    /// are missing.
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
                // Git may have pruned some objects of an unreachable commit.
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
