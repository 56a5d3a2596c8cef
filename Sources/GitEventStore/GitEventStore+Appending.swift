public import EventStore
import Git

extension GitEventStore {
    /// Adds the files in one commit on top of `head`.
    ///
    /// Objects and reference are on disk before it returns. A branch that is checked out somewhere takes its
    /// work tree along if that is clean, and refuses with ``DirtyWorkTree`` if it is not: the next
    /// `git commit` there would drop the new files. Cost: the few small directories on the way to each file.
    public func append(_ addition: Addition, expecting head: Position) throws -> Position {
        guard let parent = ObjectID(hex: head.commit), try self.head() == head else {
            throw AppendConflict()
        }
        guard try readBranch() != fallback else { throw NoBranch(branch: branch.shorthand) }
        let worktrees = try cleanWorktrees()
        let commit = try Self.besideCollection { try self.commit(addition, on: parent) }
        try advance(
            worktrees, from: parent, to: commit, message: addition.message, author: addition.author)
        return try position(of: commit)
    }

    /// Writes objects again if `git gc` took the directory away that one was to go into.
    ///
    /// It removes directories that it has emptied, and libgit2 does not make one again between making it and putting the
    /// object there. What was written by then is there and costs nothing the second time.
    static func besideCollection<Result>(_ write: () throws -> Result) throws -> Result {
        for _ in 0..<50 {
            do {
                return try write()
            } catch {
                guard let failure = error as? GitError,
                    failure.message.contains("failed to rename lockfile"),
                    failure.message.hasSuffix("No such file or directory")
                else { throw error }
            }
        }
        return try write()
    }

    private func commit(_ addition: Addition, on parent: ObjectID) throws -> ObjectID {
        let contents = addition.files.map(\.content)
        let blobs = try repository.writeBlobs(contents)
        var placement = Placement(repository: repository, commit: parent)
        let changes = try zip(addition.files, blobs).map { file, blob in
            let folder = "\(Self.eventsDirectory)/\(file.folder)"
            let path = try placement.path(ofFile: file.name, inFolder: folder)
            guard try repository.entry(atPath: path, in: parent) == nil else {
                throw FileExists(path: path)
            }
            return TreeChange.upsert(path: path, id: blob)
        }
        let tree = try repository.createTree(base: parent, changes: changes)
        let signature = Signature(addition.author)
        return try createCommit(
            tree: tree, parents: [parent], author: signature, message: addition.message)
    }
}

/// The branch is checked out, and the work tree has changes that would be mixed up with new events.
public struct DirtyWorkTree: Error {
    /// The work tree's path.
    public let path: String
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
