public import EventStore
import Git

extension GitEventStore {
    /// Moves the branch from where it is to another position that is stored already, such as a fetched or united one.
    ///
    /// The branch is made where only the remote-tracking one is there. Work trees follow as in
    /// ``append(_:expecting:)``. Throws ``AppendConflict`` if the branch is not at `head` any more. On disk before it
    /// returns.
    public func advance(
        from head: Position, to new: Position, message: String, author: Author
    ) throws {
        guard let parent = ObjectID(hex: head.commit), let commit = ObjectID(hex: new.commit),
            try self.head() == head
        else { throw AppendConflict() }
        guard try readBranch() != fallback else { throw NoBranch(branch: branch.shorthand) }
        try advance(
            cleanWorktrees(), from: parent, to: commit, message: message, author: author)
    }

    /// Makes the branch, which must not exist, at a position that is stored already, such as a fetched one.
    ///
    /// Throws ``AppendConflict`` if somebody else made it meanwhile.
    public func begin(at position: Position, message: String, author: Author) throws {
        guard let commit = ObjectID(hex: position.commit) else { throw AppendConflict() }
        try update(from: nil, to: commit, message: message, author: author)
    }

    /// The work trees that have the branch checked out, and can follow it.
    ///
    /// Throws ``DirtyWorkTree`` if one has changes, and ``BranchInUse`` if git uses the branch in a way that a write
    /// would be lost by.
    func cleanWorktrees() throws -> [Worktree] {
        try repository.uses(of: branch).map { use in
            switch use.kind {
            case .checkedOut(let worktree):
                switch try worktree.obstacle() {
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

    /// Moves the branch, and work trees with it; both or neither.
    func advance(
        _ worktrees: [Worktree], from parent: ObjectID, to commit: ObjectID, message: String,
        author: Author
    ) throws {
        try moving(worktrees, from: parent, to: commit) {
            try move(to: commit, from: parent, message: message, author: author)
        }
    }

    /// Moves the branch, or makes it where only the remote-tracking one is there.
    private func move(
        to commit: ObjectID, from parent: ObjectID, message: String, author: Author
    ) throws {
        let isNew = try repository.target(of: branch) == nil
        try update(from: isNew ? nil : parent, to: commit, message: message, author: author)
        if isNew {
            // The events are in; an upstream that cannot be noted is no reason to say otherwise.
            try? repository.setString("branch.\(branch.shorthand).remote", "origin")
            try? repository.setString("branch.\(branch.shorthand).merge", branch.rawValue)
        }
    }

    private func update(
        from old: ObjectID?, to commit: ObjectID, message: String, author: Author
    ) throws {
        do {
            try repository.update(
                branch, from: old, to: commit,
                message: "dragoman: \(Self.subject(of: message))",
                identity: (author.name, author.email))
        } catch {
            switch error.code {
            case .modified, .exists: throw AppendConflict()
            case .locked: throw BranchLocked(branch: branch.shorthand)
            default: throw error
            }
        }
    }
}
