import Dispatch

/// Watches for Git programs that visit a project's repository under load, and decides when the
/// writer pauses for them.
final class PushRoom {
    private let directory: String
    private var visits: GitVisits?
    private var courtesy = Courtesy()
    private var lastLook = Int64.min

    /// The age in milliseconds beyond which a visit from before the load is ignored.
    private static let memory: Int64 = 1_000

    /// Watches the common directory of a repository, starting with the first query.
    init(_ directory: String) { self.directory = directory }

    /// Returns true if the writer should pause; `isMoved` returns true if another process moved the
    /// branch.
    func pauses(isMoved: () -> Bool) -> Bool {
        let now = Int64(clamping: DispatchTime.now().uptimeNanoseconds / 1_000_000)
        defer { lastLook = now }
        if visits == nil { visits = GitVisits(directory) }
        let hasCome = visits?.look() ?? false
        // Earlier visits had enough time, because nothing was being written.
        if hasCome, lastLook > now - Self.memory { courtesy.noteVisit(at: now) }
        guard courtesy.pauses(at: now) else { return false }
        guard isMoved() else { return true }
        courtesy.noteMove(at: now)
        return false
    }
}
