public import EventStore
import Git

extension GitEventStore {
    /// Returns a position that contains the lines of both positions, without moving any reference.
    ///
    /// If one position contains the other, it is returned. Otherwise the result is a commit with
    /// the parents `ours` and `theirs`. The merge never has a conflict:
    /// - A log file that exists on only one side is kept. If the other side removed the file, it
    ///   stays removed only if each of its lines is in a file that remains, as after a gathering.
    /// - If the sides have different files at one path, the file with the smaller bytes keeps the
    ///   path. The lines that are only in the other file go into a segment `s-<sha256>.jsonl` in
    ///   the same directory. Swapping the sides therefore results in the same log.
    /// - For a file outside the log, the side that changed it wins. If both sides changed it,
    ///   `theirs` wins, and `overwritten` is called with the path.
    ///
    /// `beforeCommit` is called before a commit is created, and may throw.
    ///
    /// Throws ``AnotherProject`` if the sides belong to different projects. Cost: reads the files
    /// that differ. The rest of the log is read only if a side removed a file with lines that no
    /// added file contains.
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

    /// A position whose tree or commit is not a Git object id.
    public struct UnknownPosition: Error {
        let position: Position
    }
}

/// The error for two branches that belong to different projects.
///
/// Their `dragoman.json` files differ or are both missing. If only one is missing, no merge base
/// contains the other file.
public struct AnotherProject: Error {
    /// The commit of our branch.
    public let ours: String
    /// The commit of their branch.
    public let theirs: String
}
