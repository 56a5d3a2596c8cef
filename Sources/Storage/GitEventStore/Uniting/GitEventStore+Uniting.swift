public import EventStore
import Git

extension GitEventStore {
    /// Returns a position that has the lines of both, without moving any reference.
    ///
    /// If one position contains the other, it is the result. Otherwise the result is a commit with the parents `ours` and
    /// `theirs`, and never has a conflict:
    /// - a file of the log that one side has is there. One that the other side took away stays away only if
    ///   each of its lines stands in a file that stays, as gathering leaves it;
    /// - of two files with one path, the smaller bytes keep it, and what only the other says goes into a file
    ///   `s-<sha256>.jsonl` beside it. So the log is the same whichever side is `ours`;
    /// - of the files beside the log, the side that changed one wins; where both did, `theirs`, and `overwritten` is
    ///   called with the path.
    ///
    /// `beforeCommit` is called before a commit is made, and may throw.
    ///
    /// Throws ``AnotherProject`` if the sides are not of one project. Cost: the files that differ; the rest of the log is
    /// read only where a side took a file away whose lines no added file has.
    public func unite(
        _ ours: Position, with theirs: Position, message: String, author: Author,
        overwritten: (String) -> Void = { _ in }, beforeCommit: () throws -> Void = {}
    ) throws -> Position {
        let (left, right) = (try commitID(of: ours), try commitID(of: theirs))
        if try repository.isAncestor(right, of: left) { return ours }
        if try repository.isAncestor(left, of: right) { return theirs }
        var union = TreeUnion(
            repository: repository, ours: left, theirs: right,
            bases: try repository.mergeBases(left, right))
        let tree = try union.tree()
        union.overwritten.forEach(overwritten)
        try beforeCommit()
        let commit = try createCommit(
            tree: tree, parents: [left, right], author: Signature(author), message: message,
            in: repository)
        return try position(of: commit)
    }

    func commitID(of position: Position) throws -> ObjectID {
        guard let id = ObjectID(hex: position.commit) else {
            throw UnknownPosition(position: position)
        }
        return id
    }

    /// A position that no store made.
    public struct UnknownPosition: Error {
        let position: Position
    }
}

/// Two branches that are not of one project: their `dragoman.json` differ, or one has none.
public struct AnotherProject: Error {
    /// The commit of the one branch.
    public let ours: String
    /// The commit of the other.
    public let theirs: String
}
