public import EventStore
public import Git

extension GitEventStore {
    /// Adds the files in one commit on top of `head`.
    ///
    /// Objects and reference are on disk before it returns. A branch that is checked out somewhere takes its
    /// work tree along if that is clean, and refuses with ``DirtyWorkTree`` or ``BranchInUse`` if it cannot: the next
    /// `git commit` there would drop the new files. Cost: the few small directories on the way to each file.
    public func append(_ addition: Addition, expecting head: Position) throws -> Appended {
        if addition.files.count >= Self.packedFiles {
            let append = try beginAppend(expecting: head)
            try append.add(addition.files)
            return try self.append(
                append, message: addition.message, author: addition.author, expecting: head)
        }
        return try advance(from: head, message: addition.message, author: addition.author) {
            parent in
            try commit(addition, on: parent, in: .loose(in: repository))
        }
    }

    /// From how many files on one pack is written, and not a file for each object.
    private static let packedFiles = 32

    /// Moves the branch on from `head` to the commit that `write` makes on top of it.
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

    /// Stores the commit that adds files to those of `parent`; `objects` is finished then.
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

    /// Chooses a path below the log's root for each file whose content is stored; see ``Placement``.
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

    /// Stores in `objects` the tree of `parent` with the placed files added to it.
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

/// A commit that is on disk, and that no reference leads to yet.
struct StoredCommit {
    let id: ObjectID
    /// The places of the files that it adds.
    let files: [FileDifference]
    /// The objects that it consists of.
    let objects: ObjectBatch
}

/// A new file whose content is an object of the repository.
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

/// The branch is checked out, and the work tree has changes that would be mixed up with new events.
public struct DirtyWorkTree: Error {
    /// The work tree's path.
    public let path: String
}

/// Git has the branch checked out, or will move it, in a work tree that cannot follow a write.
public struct BranchInUse: Error {
    /// The directory of the work tree, or its location according to Git.
    public let path: String
    /// The obstacle.
    public let reason: Reason

    /// An obstacle to the append.
    public enum Reason: Sendable, Hashable {
        /// An operation that sets the branch when it ends or is aborted.
        case underWay(WorktreeOperation)
        /// The work tree is not at its place.
        case absent(AbsentWorktree)
        /// HEAD of the work tree is a symbolic link.
        case headIsLink
        /// A repository without a work tree has an index.
        case indexAlone
        /// A sparse checkout leaves out files of the branch.
        case sparse
        /// The index cannot be read because of an extension.
        case indexExtension(String)
    }
}

/// The branch is not here, and only a commit of it is checked out, which may be an old one.
public struct NoBranch: Error {
    /// The branch's short name.
    public let branch: String
}

/// A file of the log has the name already, and files are never modified.
public struct FileExists: Error {
    /// The path in the tree.
    public let path: String
}

/// Another process holds the lock of the branch.
public struct BranchLocked: Error {
    /// The branch's short name.
    public let branch: String
}
