public import EventStore
import Git

extension GitEventStore {
    /// Replaces the branch's history with one commit without a parent, and moves the branch to it.
    ///
    /// The commit contains the files at `base`, which must be the branch's position, but neither
    /// the lines with the identities in `omitted` nor the old project file. The rest of a file that
    /// had such a line goes into a segment in the same directory. The branch's reflog is removed,
    /// because it would keep the old history. Throws ``AppendConflict`` if the branch has moved,
    /// and ``DirtyWorkTree`` or ``BranchInUse`` as an append does. Throws ``BeginningLostLines`` if
    /// any other line is missing from the commit.
    ///
    /// Cost: reads the whole log if anything is omitted.
    public func beginAnew(
        at base: Position, omitting omitted: Set<String>, projectFile: [UInt8], message: String,
        author: Author
    ) throws -> Position {
        guard let tip = try tip(), tip.source == branch,
            tip.commit == ObjectID(hex: base.commit)
        else { throw AppendConflict() }
        let old = tip.commit
        let worktrees = try cleanWorktrees(at: tip)
        let changes = try changes(omitting: omitted, from: old)
        // Removals come first, because the last change to a path wins.
        let rest = try repository.createTree(base: old, changes: changes.removals)
        let tree = try repository.createTree(
            base: rest,
            changes: changes.additions + [
                .upsert(path: Self.projectFile, id: try repository.writeBlob(projectFile))
            ])
        let commit = try createCommit(
            tree: tree, parents: [], author: Signature(author), message: message, in: repository)
        let new = try position(of: commit)
        let lost = try lostEvents(from: base, to: new)
            .count { line in !(line.id.map(omitted.contains) ?? false) }
        guard lost == 0 else { throw BeginningLostLines(count: lost) }
        try advance(worktrees, from: tip, to: commit, message: message, author: author)
        try repository.removeReflog(of: branch)
        return new
    }

    /// Moves the branch to a history that began anew elsewhere, with files added on top of it.
    ///
    /// The branch must be at `base`, which need not be related to `beginning`. Its reflog and that
    /// of its upstream are removed, because they would keep the old history. Throws as an append
    /// does.
    public func adopt(
        _ beginning: Position, adding files: [NewFile], from base: Position, message: String,
        author: Author
    ) throws -> Position {
        let tip = try tip(at: base)
        let worktrees = try cleanWorktrees(at: tip)
        var new = try commitID(of: beginning)
        if !files.isEmpty {
            let addition = Addition(files: files, message: message, author: author)
            new = try commit(addition, on: new, in: .loose(in: repository)).id
        }
        try advance(worktrees, from: tip, to: new, message: message, author: author)
        try repository.removeReflog(of: branch)
        if let upstream = try upstreamBranch() { try repository.removeReflog(of: upstream) }
        return try position(of: new)
    }

    /// Returns the paths outside the log that differ between two positions, sorted.
    public func changesOutsideLog(from old: Position, to new: Position) throws -> [String] {
        try repository.entryChanges(from: commitID(of: old), to: commitID(of: new))
            .map(\.path).filter { !$0.hasPrefix(Self.eventsDirectory + "/") }
    }

    private func changes(
        omitting omitted: Set<String>, from commit: ObjectID
    ) throws -> (removals: [TreeChange], additions: [TreeChange]) {
        guard !omitted.isEmpty else { return ([], []) }
        var files: [(path: String, blob: ObjectID)] = []
        try repository.forEachFile(in: commit, under: Self.eventsDirectory) {
            path, blob throws(GitError) in
            if Self.isLogFile(path) { files.append((path, blob)) }
        }
        var removals: [TreeChange] = []
        var additions: [TreeChange] = []
        for (path, blob) in files {
            let lines = LogFile.lines(of: try repository.readBlob(blob))
            let rest = lines.filter { line in
                guard let guess = identity.guess(line), omitted.contains(guess) else { return true }
                return !(identity.exact(line).map(omitted.contains) ?? false)
            }
            guard rest.count < lines.count else { continue }
            removals.append(.remove(path: path))
            if let segment = try segment(of: rest, near: path) { additions.append(segment) }
        }
        return (removals, additions)
    }
}

/// The error thrown when a new beginning would lose lines.
///
/// It indicates a bug in this program, and is detected before the branch moves.
public struct BeginningLostLines: Error {
    /// The number of missing lines.
    public let count: Int
}
