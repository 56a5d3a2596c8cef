import Dispatch

/// Looks for Git programs that come to a project's repository while its writer is under load, and says when to pause for them.
final class PushRoom {
    private let directory: String
    private var visits: GitVisits?
    private var courtesy = Courtesy()
    private var lastLook = Int64.min

    /// Who came longer ago than this many milliseconds before the load began is gone.
    private static let memory: Int64 = 1_000

    /// Takes the common directory of a repository, and watches it from the first question on.
    init(_ directory: String) { self.directory = directory }

    /// Whether to write nothing for a moment; `isMoved` says whether somebody else moved the branch.
    func pauses(isMoved: () -> Bool) -> Bool {
        let now = Int64(clamping: DispatchTime.now().uptimeNanoseconds / 1_000_000)
        defer { lastLook = now }
        if visits == nil { visits = GitVisits(directory) }
        let hasCome = visits?.look() ?? false
        // What came while nothing was written had all the room that it needed.
        if hasCome, lastLook > now - Self.memory { courtesy.noteVisit(at: now) }
        guard courtesy.pauses(at: now) else { return false }
        guard isMoved() else { return true }
        courtesy.noteMove(at: now)
        return false
    }
}
