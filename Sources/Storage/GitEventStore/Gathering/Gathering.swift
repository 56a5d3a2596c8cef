public import EventStore
import Git

/// A plan to replace small log files with fewer, larger files that contain the same lines.
public struct Gathering: Sendable {
    /// The log position for which the plan was created.
    public let base: Position
    /// The number of files to remove.
    public let removedFiles: Int
    /// The number of files that replace the gathered files.
    public let addedFiles: Int
    /// The number of lines that are moved.
    public let lines: Int
    /// The total size of these lines, in bytes.
    public let bytes: Int
    /// The number of files in the log before the gathering.
    public let totalFiles: Int

    let removed: [String]
    let added: [(path: String, content: [UInt8])]

    /// Whether there is nothing to gather.
    public var isEmpty: Bool { removed.isEmpty }
}

extension GitEventStore {
    /// The maximum size in bytes of a file that is gathered: a quarter of the maximum file size.
    public static let gatheredSize = NewFile.maximumSize / 4
    /// The minimum number of files to gather; merging fewer files is not worth a commit.
    public static let gatheredFiles = 4

    /// Plans the gathering of the small files for which `isOld` returns true, at the given
    /// position.
    ///
    /// `isOld` receives file names without the suffix. The files in a directory, and in its direct
    /// subdirectories that contain only files, become segments in that directory. Lines keep their
    /// bytes, and are sorted by id; lines without an id come last. Identical lines with an id are
    /// written once. A subdirectory that would become empty keeps its newest file. Otherwise Git
    /// would detect a renamed directory, and would move files that another branch has added to the
    /// old directory.
    ///
    /// The files in `kept`, which contains paths below the log's root, are not gathered. This keeps
    /// contradictory lines in their own files, because one of the lines must be removed together
    /// with its file. Nothing is written. Cost: reads every directory, and every file that may be
    /// gathered.
    public func gathering(
        at position: Position, keeping kept: Set<String> = [],
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
        isOld: @escaping (_ name: String) -> Bool
    ) throws -> Gathering {
        var search = GatheringSearch(store: self, keeping: kept, isOld: isOld)
        if let commit = ObjectID(hex: position.commit),
            let root = try repository.entry(atPath: Self.eventsDirectory, in: commit)
        {
            try search.read(root.id, at: Self.eventsDirectory)
        }
        try search.gather(progress)
        return Gathering(
            base: position, removedFiles: search.removed.count, addedFiles: search.added.count,
            lines: search.lines, bytes: search.added.reduce(0) { $0 + $1.content.count },
            totalFiles: search.totalFiles, removed: search.removed, added: search.added)
    }

    /// Commits a gathering on top of the position for which it was planned, and moves the branch to
    /// the new commit.
    ///
    /// Before the branch moves, `land` is called with the commit, to push it. If `land` throws, the
    /// branch stays unchanged and the commit is discarded. Throws ``AppendConflict`` if the branch
    /// has moved, and ``DirtyWorkTree`` or ``BranchInUse`` as an append does. Throws
    /// ``GatheringLostLines`` if lines are missing from the commit.
    public func gather(
        _ gathering: Gathering, message: String, author: Author,
        land: (_ commit: String) throws -> Void
    ) throws -> Position {
        let base = gathering.base
        guard let tip = try tip(), tip.source == branch,
            tip.commit == ObjectID(hex: base.commit)
        else { throw AppendConflict() }
        let worktrees = try cleanWorktrees(at: tip)
        let commit = try write(gathering, on: tip.commit, message: message, author: author)
        let lost = try lostEvents(from: base, to: position(of: commit))
        guard lost.isEmpty else { throw GatheringLostLines(count: lost.count) }
        try land(commit.description)
        try advance(worktrees, from: tip, to: commit, message: message, author: author)
        return try position(of: commit)
    }

    private func write(
        _ gathering: Gathering, on parent: ObjectID, message: String, author: Author
    ) throws -> ObjectID {
        let blobs = try repository.writeBlobs(gathering.added.map(\.content))
        // Removals come first, because the last change to a path wins.
        let changes =
            gathering.removed.map { TreeChange.remove(path: $0) }
            + zip(gathering.added, blobs).map { .upsert(path: $0.path, id: $1) }
        let tree = try repository.createTree(base: parent, changes: changes)
        return try createCommit(
            tree: tree, parents: [parent], author: Signature(author), message: message,
            in: repository)
    }
}

/// The error thrown when a gathering would lose lines.
///
/// It indicates a bug in this program, and is detected before the branch moves.
public struct GatheringLostLines: Error {
    /// The number of missing lines.
    public let count: Int
}
