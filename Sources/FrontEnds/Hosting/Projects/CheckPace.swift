/// The interval between checks for commits from other processes in a project.
///
/// A project that was quiet for some time is checked after a tenth of that time, at least ten times
/// a second and at most every two seconds. All times are readings of one monotonic clock.
struct CheckPace: Sendable {
    /// The interval while the log changes, and while a client follows the project's events.
    static let shortest = Duration.milliseconds(100)
    /// The longest interval.
    ///
    /// It is shorter than the time that a request may wait for a catch-up; see
    /// ``ProjectHost/freshen(at:patience:)``.
    static let longest = Duration.seconds(2)

    private var lastChange: Duration
    private var lastCheck: Duration

    init(at now: Duration) { (lastChange, lastCheck) = (now, now) }

    /// Returns the current interval.
    func interval(at now: Duration) -> Duration {
        min(Self.longest, max(Self.shortest, (now - lastChange) / 10))
    }

    /// Whether the next check is due.
    func isDue(at now: Duration) -> Bool {
        let interval = interval(at: now)
        // Checks at the full rate are timed by their caller.
        return interval == Self.shortest || now - lastCheck >= interval
    }

    /// Whether a request needs a check of its own, because checks at the full rate would have seen
    /// more.
    func isBehind(at now: Duration) -> Bool {
        interval(at: now) > Self.shortest && now - lastCheck >= Self.shortest
    }

    /// Restores the full rate, because the log changed.
    mutating func noteChange(at now: Duration) { lastChange = now }

    mutating func noteCheck(at now: Duration) { lastCheck = now }
}
