public import EventStore
import Git

extension GitEventStore {
    /// Returns the lines that exist in `old` but not in `new`, ordered by path and line.
    ///
    /// Lines are compared by their bytes, and a line that moved to another file is not lost. If
    /// `new` has a line with the same ``identity``, or if several missing lines share an identity,
    /// history decides: only the line that was first is reported. If the order is unknown, each
    /// line is reported as ``LostEvent/Kind/undecided``, unless `old` already contained the line in
    /// `new` and gave it priority. A line without an identity is lost if its bytes are missing. The
    /// result is empty if `new` is equal to `old` or only adds lines.
    ///
    /// Cost: reads the files that differ. If lines are missing from these files, also reads the
    /// rest of `new`. If lines contradict each other, also reads the whole history.
    public func lostEvents(from old: Position, to new: Position) throws -> [LostEvent] {
        let (before, after) = (try commitID(of: old), try commitID(of: new))
        let files = try repository.vanishedFiles(from: before, to: after)
        return try lostEvents(of: files, in: after, since: before)
    }

    /// Returns the lines that exist in an earlier commit but not in `new`, with the commit that
    /// removed them.
    ///
    /// The search covers `old` and the commits that `old` does not contain; if `old` is `nil`, it
    /// covers the whole history. Lines that a later commit restored are not lost. A merge is
    /// reported only if none of the merged branches removed the line. If a commit message lists
    /// squashed commits that exist here, the commit must contain all of their lines. Lines are
    /// compared as in ``lostEvents(from:to:)``.
    ///
    /// Cost: reads the commits, their changes, and the files that exist in `new` but not in `old`.
    /// If lines are missing from these files, also reads the rest of `new`.
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
    /// Lines from ancestors of `tip` come first, followed by lines that moves of the branch left
    /// behind. Each line is reported once, with the newest commit that removed it, or else with the
    /// newest move. If several lines share an identity, only the first line is reported, regardless
    /// of how the others were removed. Cost: reads the whole history, and also the whole log if
    /// lines are missing.
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
