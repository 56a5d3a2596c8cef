public import Git

extension GitEventStore {
    /// The directory of projections, `.git/dragoman`.
    ///
    /// Anyone may delete it at any moment, beside readers and writers too.
    public var projectionDirectory: String { ownDirectory("dragoman") }

    /// The directory of locks and of work under way, `.git/dragoman-state`.
    ///
    /// Must not be deleted beside a writer: two writers would each hold a lock, and an interrupted move could not be
    /// undone.
    public var stateDirectory: String { ownDirectory("dragoman-state") }

    private func ownDirectory(_ name: String) -> String {
        let common = repository.commonDirectory
        return common + (common.hasSuffix("/") ? "" : "/") + name
    }

    /// Moves `reference`, which the branch is or leads to, from one commit to another by `move`, and takes work trees along.
    ///
    /// Work trees go first: were the branch to go first, a kill in between would leave work trees that seem to take
    /// events away, and the next `git commit -a` there would do so. What is under way is written down before,
    /// for ``settle()``. Where `move` throws, and the branch did not move, the work trees are taken back.
    public func moving(
        _ worktrees: [Worktree], of reference: ReferenceName, from old: ObjectID,
        to new: ObjectID, _ move: () throws -> Void
    ) throws {
        // The lock that a death leaves is that of the reference which moves.
        let note = MoveNote(branch: reference, old: old, new: new)
        // A kill alone loses no bytes that were written; a power failure leaves old locks, and may
        // leave any state of a work tree.
        try note.write(
            in: stateDirectory, sharing: repository.sharing, isDurable: !worktrees.isEmpty)
        do {
            for worktree in worktrees { try worktree.advance(from: old, to: new) }
            try move()
        } catch {
            // The failure to move the branch matters more than a work tree that cannot be taken
            // back: the note stays then, and the next writer tries again.
            try? takeBack(worktrees, from: old, to: new)
            throw error
        }
        MoveNote.remove(in: stateDirectory)
    }

    /// The result of ``settle()``.
    public enum Settled: Sendable, Equatable {
        /// Nobody had left anything.
        case nothing
        /// A writer had died while it moved a branch: its lock and the files that it had checked out were taken back,
        /// or the branch had moved already.
        case interrupted
    }

    /// Finishes or undoes what a writer left that was killed while it moved a branch.
    ///
    /// To be called by who holds the ``WriteLock``, before anything else. Where the branch had moved nothing is to be done,
    /// because work trees go first. Else the branch's lock is removed, and in every work tree those files are brought back
    /// that are as the dead writer left them; what a person changed since then stays. Cost: one look at a file
    /// that is not there.
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

    /// Takes work trees back that were to follow the branch, unless it has moved, and removes the note.
    ///
    /// A disk that fails may have moved the branch although the move was reported to have failed.
    private func takeBack(
        _ worktrees: [Worktree], from old: ObjectID, to new: ObjectID
    ) throws {
        if !worktrees.isEmpty, try repository.target(of: branch) != new {
            let changes = try repository.changes(from: old, to: new)
            for worktree in worktrees {
                do {
                    try worktree.takeBack(changes, from: old, to: new)
                } catch {
                    // A work tree on a disk that is not mounted waits for nobody.
                    guard error.code == .notFound else { throw error }
                }
            }
        }
        MoveNote.remove(in: stateDirectory)
    }

    /// Whether a writer may have left work for ``settle()``.
    ///
    /// Cost: one look for a file that is usually missing.
    public var hasUnsettledMove: Bool { MoveNote.exists(in: stateDirectory) }
}
