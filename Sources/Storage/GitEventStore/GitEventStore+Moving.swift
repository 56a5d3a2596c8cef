public import Git

extension GitEventStore {
    /// The directory for projections, `.git/dragoman`.
    ///
    /// It can be deleted at any time, even while readers and writers use it.
    public var projectionDirectory: String { ownDirectory("dragoman") }

    /// The directory for locks and unfinished work, `.git/dragoman-state`.
    ///
    /// It must not be deleted while a writer is running. Otherwise two writers could each hold a
    /// lock, and an interrupted move could not be undone.
    public var stateDirectory: String { ownDirectory("dragoman-state") }

    private func ownDirectory(_ name: String) -> String {
        let common = repository.commonDirectory
        return common + (common.hasSuffix("/") ? "" : "/") + name
    }

    /// Moves a reference from one commit to another with `move`, and updates work trees to match.
    ///
    /// `reference` is the branch, or the reference that the branch leads to. Work trees are updated
    /// first. If the reference moved first and the process were killed, a work tree would seem to
    /// remove events, and the next `git commit -a` there would remove them. The move is recorded
    /// beforehand, for ``settle()``. If `move` throws and the branch did not move, the work trees
    /// are restored.
    public func moving(
        _ worktrees: [Worktree], of reference: ReferenceName, from old: ObjectID,
        to new: ObjectID, _ move: () throws -> Void
    ) throws {
        // Record the reference that moves, because a dying process leaves behind the lock on that
        // reference.
        let note = MoveNote(branch: reference, old: old, new: new)
        // Without work trees, the note need not be durable, because a killed process loses no
        // written bytes. After a power failure, old locks are removed as stale, but work trees may
        // be in any state.
        try note.write(
            in: stateDirectory, sharing: repository.sharing, isDurable: !worktrees.isEmpty)
        do {
            for worktree in worktrees { try worktree.advance(from: old, to: new) }
            try move()
        } catch {
            // The failed move matters more than a work tree that cannot be restored. In that case
            // the note stays, and the next writer tries again.
            try? takeBack(worktrees, from: old, to: new)
            throw error
        }
        MoveNote.remove(in: stateDirectory)
    }

    /// The result of ``settle()``.
    public enum Settled: Sendable, Equatable {
        /// There was nothing to clean up.
        case nothing
        /// A writer died while it was moving a branch.
        ///
        /// Its lock was removed. Its changes to work trees were undone, unless the branch had
        /// already moved.
        case interrupted
    }

    /// Cleans up after a writer that was killed while it was moving a branch.
    ///
    /// Call this with the ``WriteLock`` held, before anything else. It removes the branch's lock if
    /// the writer left it behind. If the branch has moved, nothing else is necessary, because work
    /// trees are updated first. Otherwise the files that the dead writer changed are restored in
    /// every work tree. Files that a person has changed since then are kept. Cost: one lookup of a
    /// file that usually does not exist.
    public func settle() throws -> Settled {
        guard let note = try MoveNote.read(in: stateDirectory) else { return .nothing }
        guard let move = note.move else {
            MoveNote.remove(in: stateDirectory)
            return .interrupted
        }
        _ = try repository.removeLock(of: move.branch, leftBy: move.new)
        let store = GitEventStore(repository: repository, branch: move.branch)
        try store.takeBack(try repository.worktrees(), from: move.old, to: move.new)
        return .interrupted
    }

    /// Restores work trees unless the branch has moved, and removes the note.
    ///
    /// After a disk error, the branch may have moved although the move was reported as failed.
    private func takeBack(
        _ worktrees: [Worktree], from old: ObjectID, to new: ObjectID
    ) throws {
        if !worktrees.isEmpty, try repository.target(of: branch) != new {
            let changes = try repository.changes(from: old, to: new)
            for worktree in worktrees {
                do {
                    try worktree.takeBack(changes, from: old, to: new)
                } catch {
                    // Skip a work tree that does not exist, for example on an unmounted disk.
                    guard error.code == .notFound else { throw error }
                }
            }
        }
        MoveNote.remove(in: stateDirectory)
    }

    /// Whether a writer may have left work for ``settle()``.
    ///
    /// Cost: one lookup of a file that usually does not exist.
    public var hasUnsettledMove: Bool { MoveNote.exists(in: stateDirectory) }
}
