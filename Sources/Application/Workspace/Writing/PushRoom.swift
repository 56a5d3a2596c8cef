import Dispatch
import Git

/// Watches for Git programs that visit a project's repository under load, and decides when the
/// writer pauses for them.
final class PushRoom {
    private let repository: GitRepository
    private var visits: GitVisits?
    /// The number of our own repackings before the last look.
    private var repackings: Int
    private var courtesy = Courtesy()
    private var lastLook = Int64.min

    /// The age in milliseconds beyond which a visit from before the load is ignored.
    private static let memory: Int64 = 1_000

    /// Watches a repository, starting with the first query.
    init(_ repository: GitRepository) {
        self.repository = repository
        repackings = repository.repackingState.ended
    }

    /// Returns true if the writer should pause; `isMoved` returns true if another process moved the
    /// branch.
    func pauses(isMoved: () -> Bool) -> Bool {
        let now = Int64(clamping: DispatchTime.now().uptimeNanoseconds / 1_000_000)
        defer { lastLook = now }
        if visits == nil { visits = GitVisits(repository.commonDirectory) }
        let hasCome = hasVisitor()
        // Earlier visits had enough time, because nothing was being written.
        if hasCome, lastLook > now - Self.memory { courtesy.noteVisit(at: now) }
        guard courtesy.pauses(at: now) else { return false }
        guard isMoved() else { return true }
        courtesy.noteMove(at: now)
        return false
    }

    /// Returns true if a Git program has come that was not started by our own repacking.
    ///
    /// Visits while a repacking starts are ignored: it reads the same files as a push.
    private func hasVisitor() -> Bool {
        let hasCome = visits?.look() ?? false
        let (isStarting, ended) = repository.repackingState
        defer { repackings = ended }
        return hasCome && !isStarting && ended == repackings
    }
}
