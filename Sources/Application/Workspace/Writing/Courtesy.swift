/// When a writer that always has something to write leaves the branch alone, so that somebody else can push.
///
/// Who pushes with plain Git fetches the tip first. The push is refused if the tip moved meanwhile, and under load it moves many
/// times a second. So the writer pauses when a Git program comes, until the branch was moved or nobody came for a while. It then
/// works for at least as long as it paused. Times are in milliseconds since some moment.
struct Courtesy: Sendable {
    /// How long the writer waits for the next Git program: a fetch is followed by a push, and a refused push by a fetch.
    static let afterVisit: Int64 = 1_500
    /// How long a pause is at most: shorter than clients wait for an answer.
    static let longest: Int64 = 3_000

    private var lastVisit: Int64?
    private var begin: Int64?
    private var nextPause = Int64.min

    /// Notes that a Git program came.
    mutating func noteVisit(at now: Int64) { lastVisit = now }

    /// Notes that somebody else moved the branch: nobody waits for it any more.
    mutating func noteMove(at now: Int64) { end(at: now) }

    /// Returns whether to leave the branch alone now.
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
