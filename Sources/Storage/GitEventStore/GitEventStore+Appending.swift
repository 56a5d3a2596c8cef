public import EventStore
public import Git

extension GitEventStore {
    /// Adds the files in one commit on top of `head`.
    ///
    /// The objects and the reference are durable when this returns. If the branch is checked out
    /// somewhere, its work tree is updated too. If the work tree has changes or cannot be updated,
    /// this throws ``DirtyWorkTree`` or ``BranchInUse``, because the next `git commit` there would
    /// drop the new files. Cost: rewrites the few small directories on the path to each file.
    public func append(_ addition: Addition, expecting head: Position) throws -> Appended {
        try append(addition, expecting: head, asPack: false)
    }

    /// Adds the files as ``append(_:expecting:)`` does, with the choice of one pack for the commit.
    ///
    /// With `asPack`, a commit of a few files becomes one pack, unless there are many packs; see
    /// ``PackBudget``. The caller must see to it that the packs are combined.
    public func append(
        _ addition: Addition, expecting head: Position, asPack: Bool
    ) throws -> Appended {
        if addition.files.count >= Self.packedFiles {
            let append = try beginAppend(expecting: head)
            try append.add(addition.files)
            return try self.append(
                append, message: addition.message, author: addition.author, expecting: head)
        }
        return try advance(from: head, message: addition.message, author: addition.author) {
            parent in
            try commit(
                addition, on: parent,
                in: asPack && PackBudget.allowsPack(besides: repository.packCount())
                    ? .smallPack(in: repository) : .loose(in: repository))
        }
    }

    /// The minimum number of files for which a pack is written, instead of one file per object.
    private static let packedFiles = 32

    /// Moves the branch from `head` to the commit that `write` creates on top of it.
    func advance(
        from head: Position, message: String, author: Author,
        write: (_ parent: ObjectID) throws -> StoredCommit
    ) throws -> Appended {
        let tip = try tip(at: head)
        let worktrees = try cleanWorktrees(at: tip)
        let new = try write(tip.commit)
        try advance(worktrees, from: tip, to: new.id, message: message, author: author)
        try new.objects.keep()
        return Appended(position: try position(of: new.id), files: new.files)
    }

    /// Stores a commit that adds files to the tree of `parent`, and finishes `objects`.
    ///
    /// `others` are additional parents of the commit.
    func commit(
        _ addition: Addition, on parent: ObjectID, besides others: [ObjectID] = [],
        in objects: ObjectBatch
    ) throws -> StoredCommit {
        let blobs = try objects.writeBlobs(addition.files.map(\.content))
        let placed = try place(
            zip(addition.files, blobs).map { PlacedFile($0, content: $1) }, on: parent)
        let commit = try createCommit(
            tree: try createTree(adding: placed, to: parent, in: objects),
            parents: [parent] + others, author: Signature(addition.author),
            message: addition.message, in: objects)
        try objects.finish()
        return StoredCommit(id: commit, files: placed, objects: objects)
    }

    /// Chooses a path below the log's root for each file; see ``Placement``.
    ///
    /// The contents are already stored. Throws ``FileExists`` if the log has a file at the path.
    func place(_ files: [PlacedFile], on parent: ObjectID) throws -> [FileDifference] {
        var placement = Placement(repository: repository, commit: parent)
        return try files.map { file in
            let folder = "\(Self.eventsDirectory)/\(file.folder)"
            let path = try placement.path(ofFile: file.name, inFolder: folder)
            guard try repository.entry(atPath: path, in: parent) == nil else {
                throw FileExists(path: path)
            }
            return FileDifference(
                path: Self.pathInLog(path), old: nil, new: ContentID(file.content))
        }
    }

    /// Adds the placed files to the tree of `parent`, and stores the new tree in `objects`.
    func createTree(
        adding files: [FileDifference], to parent: ObjectID, in objects: some ObjectWriter
    ) throws -> ObjectID {
        let changes = files.compactMap { file in
            file.new.flatMap { ObjectID(hex: $0.rawValue) }.map {
                TreeChange.upsert(path: "\(Self.eventsDirectory)/\(file.path)", id: $0)
            }
        }
        return try objects.createTree(base: parent, changes: changes)
    }
}

/// A commit that is on disk but not yet referenced.
struct StoredCommit {
    let id: ObjectID
    /// The files that it adds, with their paths.
    let files: [FileDifference]
    /// The batch with the objects of the commit.
    let objects: ObjectBatch
}

/// A new file whose contents are already stored as an object.
struct PlacedFile: Sendable {
    let folder: String
    let name: String
    let content: ObjectID

    init(_ file: NewFile, content: ObjectID) {
        folder = file.folder
        name = file.name
        self.content = content
    }
}

/// The error for a checked-out branch whose work tree has changes.
///
/// The changes would be mixed with the new events.
public struct DirtyWorkTree: Error {
    /// The work tree's path.
    public let path: String
}

/// The error for a branch that Git uses in a work tree that cannot follow a write.
///
/// The branch is checked out there, or an unfinished operation will move it.
public struct BranchInUse: Error {
    /// The directory of the work tree, or its location according to Git.
    public let path: String
    /// The reason why the work tree cannot follow a write.
    public let reason: Reason

    /// A reason why a work tree cannot follow a write.
    public enum Reason: Sendable, Hashable {
        /// An unfinished operation, which moves the branch when it ends or is aborted.
        case underWay(WorktreeOperation)
        /// The work tree is missing from its recorded path.
        case absent(AbsentWorktree)
        /// The HEAD file of the work tree is a symbolic link.
        case headIsLink
        /// The repository has an index but no work tree.
        case indexAlone
        /// A sparse checkout omits some of the branch's files.
        case sparse
        /// The index cannot be read because of the extension with this name.
        case indexExtension(String)
    }
}

/// The error for a branch that does not exist in a repository where only a commit is checked out.
///
/// That commit may be outdated.
public struct NoBranch: Error {
    /// The branch's short name.
    public let branch: String
}

/// The log already contains a file at this path, and files are never modified.
public struct FileExists: Error {
    /// The path in the tree.
    public let path: String
}

/// Another process holds Git's lock on the branch.
public struct BranchLocked: Error {
    /// The branch's short name.
    public let branch: String
}
