public import EventStore
import Git

extension GitEventStore {
    /// Returns the lines that `old` has and `new` lacks, by path and place.
    ///
    /// Lines are compared by their bytes; a line that moved to another file is not lost. Where a line of the same
    /// ``identity`` stands in `new`, it is altered, unless that one was there first, or as early and is the smaller, which
    /// counts. Lines without identity are lost when their bytes are. Empty if the logs are equal or only grew. Cost: the files
    /// that differ, and the rest of `new` where lines are not in these.
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
        var files: [VanishedFile] = []
        try repository.forEachCommit(from: [after], hiding: before.map { [$0] } ?? []) {
            commit throws(GitError) in
            files += try repository.vanishedFiles(in: commit)
            files += try repository.filesMissing(inSquash: commit)
            return .continue
        }
        if let before { files += try repository.vanishedFiles(from: before, to: after) }
        return try lostEvents(of: files, in: after, since: before)
    }

    func lostEvents(
        of files: [VanishedFile], in tip: ObjectID, since old: ObjectID?
    ) throws -> [LostEvent] {
        guard !files.isEmpty else { return [] }
        var search = try LossSearch(repository: repository, identity: identity, tip: tip)
        try search.add(files)
        try search.find(since: old)
        return try search.losses(since: old)
    }
}
