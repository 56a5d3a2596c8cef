/// Decides when a busy writer pauses, so that others can push to the branch.
///
/// A user of plain Git fetches the tip before pushing. If the tip moves meanwhile, the push is
/// rejected. Under load, the tip moves many times a second. The writer therefore pauses when a Git
/// program visits the repository. The pause ends when another process moves the branch, or when no
/// program has visited for a while. The writer then works for at least as long as it paused. Times
/// are in milliseconds since an arbitrary moment.
struct Courtesy: Sendable {
    /// The time to wait for the next Git program.
    ///
    /// A fetch is followed by a push, and a rejected push by another fetch.
    static let afterVisit: Int64 = 1_500
    /// The longest pause, which is shorter than clients' timeouts.
    static let longest: Int64 = 3_000

    private var lastVisit: Int64?
    private var begin: Int64?
    private var nextPause = Int64.min

    /// Records that a Git program visited the repository.
    mutating func noteVisit(at now: Int64) { lastVisit = now }

    /// Records that another process moved the branch, which ends the pause.
    mutating func noteMove(at now: Int64) { end(at: now) }

    /// Returns true if the writer should pause now.
    mutating func pauses(at now: Int64) -> Bool {
        guard let lastVisit, now < lastVisit + Self.afterVisit else {
            end(at: now)
            return false
        }
        guard let begin else {
            guard now >= nextPause else { return false }
            begin = now
            return true
        }
        guard now < begin + Self.longest else {
            end(at: now)
            return false
        }
        return true
    }

    private mutating func end(at now: Int64) {
        lastVisit = nil
        guard let begin else { return }
        nextPause = now + (now - begin)
        self.begin = nil
    }
}
