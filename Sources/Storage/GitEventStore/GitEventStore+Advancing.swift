public import EventStore
import Git

extension GitEventStore {
    /// Moves the branch from its current position to another stored position, such as a fetched or
    /// merged commit.
    ///
    /// If only the remote-tracking branch exists, the branch is created. Work trees are updated as
    /// in ``append(_:expecting:)``. Throws ``AppendConflict`` if the branch is no longer at `head`.
    /// The move is durable when this returns.
    public func advance(
        from head: Position, to new: Position, message: String, author: Author
    ) throws {
        guard let commit = ObjectID(hex: new.commit) else { throw AppendConflict() }
        let tip = try tip(at: head)
        try advance(
            cleanWorktrees(at: tip), from: tip, to: commit, message: message, author: author)
    }

    /// Creates the branch, which must not exist, at a stored position, such as a fetched commit.
    ///
    /// Throws ``AppendConflict`` if another process created it meanwhile.
    public func begin(at position: Position, message: String, author: Author) throws {
        guard let commit = ObjectID(hex: position.commit) else { throw AppendConflict() }
        try reportingConflicts { () throws(GitError) in
            try repository.update(
                branch, from: nil, to: commit, message: Self.logMessage(message),
                identity: (author.name, author.email))
        }
    }

    /// Returns the work trees in which the branch is checked out, if all of them can follow the
    /// branch.
    ///
    /// Throws ``DirtyWorkTree`` if one of them has changes. Throws ``BranchInUse`` if Git uses the
    /// branch in a way that would lose a write.
    func cleanWorktrees(at tip: Tip) throws -> [Worktree] {
        try repository.uses(of: tip.branch).map { use in
            switch use.kind {
            case .checkedOut(let worktree):
                switch try worktree.obstacle(at: tip.branch.commit) {
                case nil: return worktree
                case .changes: throw DirtyWorkTree(path: use.path)
                case .underWay(let operation):
                    throw BranchInUse(path: use.path, reason: .underWay(operation))
                case .sparse: throw BranchInUse(path: use.path, reason: .sparse)
                case .indexExtension(let name):
                    throw BranchInUse(path: use.path, reason: .indexExtension(name))
                }
            case .underWay(let operation):
                throw BranchInUse(path: use.path, reason: .underWay(operation))
            case .absent(let worktree):
                throw BranchInUse(path: use.path, reason: .absent(worktree))
            case .headIsLink: throw BranchInUse(path: use.path, reason: .headIsLink)
            case .indexAlone: throw BranchInUse(path: use.path, reason: .indexAlone)
            }
        }
    }

    /// Moves the branch together with its work trees, or moves nothing.
    func advance(
        _ worktrees: [Worktree], from tip: Tip, to commit: ObjectID, message: String,
        author: Author
    ) throws {
        try moving(worktrees, of: tip.branch.name, from: tip.commit, to: commit) {
            try move(tip.branch, to: commit, message: message, author: author)
        }
    }

    /// Moves the branch, or creates it if only the remote-tracking branch exists.
    private func move(
        _ reference: ResolvedReference, to commit: ObjectID, message: String, author: Author
    ) throws {
        try reportingConflicts { () throws(GitError) in
            try repository.update(
                reference, to: commit, message: Self.logMessage(message),
                identity: (author.name, author.email))
        }
        if reference.commit == nil {
            // The events are already written, so a failure to configure the upstream is ignored.
            try? repository.setString("branch.\(branch.shorthand).remote", "origin")
            try? repository.setString("branch.\(branch.shorthand).merge", branch.rawValue)
        }
    }

    private static func logMessage(_ message: String) -> String {
        "dragoman: \(subject(of: message))"
    }

    /// Runs `move`, and throws ``AppendConflict`` if the branch has moved or ``BranchLocked`` if it
    /// is locked.
    private func reportingConflicts(_ move: () throws(GitError) -> Void) throws {
        do throws(GitError) {
            try move()
        } catch {
            switch error.code {
            case .modified, .exists: throw AppendConflict()
            case .locked: throw BranchLocked(branch: branch.shorthand)
            default: throw error
            }
        }
    }
}
