/// Decides when a project is synchronized with its remote.
///
/// Times are those of a monotonic clock.
struct SyncPace: Sendable, Equatable {
    /// The start of the last sync.
    private(set) var lastStart: Duration?
    /// The start of the last sync that succeeded.
    private(set) var lastSuccess: Duration?
    /// The number of syncs that failed since the last one that succeeded.
    private(set) var failures = 0
    /// The end of the last sync.
    private var lastEnd = Duration.zero
    /// The start of the last sync that had changes to send.
    private var lastSending: Duration?
    /// The time of the oldest change that no sync has tried to send.
    private var changed: Duration?
    /// The time of the oldest change that the running sync sends.
    private var sending: Duration?
    private var isAsked = false
    /// The time until which requests do not hasten syncs.
    private var calmUntil = Duration.zero
    /// A random factor, so that the servers of a project do not stay in step.
    private var spread = 1.0

    /// The time for which changes are collected before they are sent.
    private static let delay = Duration.milliseconds(500)
    /// The shortest time between two syncs that requests ask for.
    private static let shortest = Duration.seconds(1)
    /// The longest pause after failures, unless the interval is longer.
    ///
    /// A server that was cut off recovers within this time.
    private static let longest = Duration.seconds(30)

    /// Whether the remote has all changes.
    var isAllSent: Bool { lastSuccess != nil && changed == nil && sending == nil }
    /// Whether the running sync sends all changes.
    var isBeingSent: Bool { changed == nil && sending != nil }

    /// Notes a change to send.
    mutating func noteChange(at now: Duration) { changed = changed ?? now }

    /// Takes back ``noteChange(at:)``, because the remote has the change already.
    mutating func forgetChange() { changed = nil }

    /// Asks for a sync soon.
    mutating func ask(at now: Duration) { if now >= calmUntil { isAsked = true } }

    /// Ignores ``ask(at:)`` for a time, unless it is already ignored.
    mutating func refuseToHurry(at now: Duration, for time: Duration) {
        guard now >= calmUntil else { return }
        calmUntil = now + time
        isAsked = false
    }

    /// Returns the time from which on a sync may begin.
    ///
    /// Without changes, there is a sync in each interval. Changes are sent soon after the first of
    /// them, but at most once in each interval. After a failure, the pauses grow.
    func due(every interval: Duration) -> Duration {
        guard let lastStart else { return .zero }
        if failures > 0 {
            let pause = interval * Double(1 << min(failures - 1, 10))
            return lastEnd + min(pause, max(interval, Self.longest)) * spread
        }
        var due = lastStart + interval * spread
        if let changed {
            let soon = changed + min(Self.delay, interval)
            due = min(due, lastSending.map { max(soon, $0 + interval) } ?? soon)
        }
        if isAsked { due = min(due, lastStart + min(Self.shortest, interval)) }
        return due
    }

    /// Notes the beginning of a sync.
    ///
    /// `random` is a random number below 1.
    mutating func begin(at now: Duration, random: Double) {
        // The first sync mostly receives, so it does not delay the first change.
        if changed != nil, lastStart != nil { lastSending = now }
        lastStart = now
        (sending, changed) = (changed, nil)
        isAsked = false
        spread = 0.8 + 0.4 * random
    }

    /// Notes the end of the sync that began last.
    mutating func end(at now: Duration, hasSucceeded: Bool) {
        lastEnd = now
        if hasSucceeded {
            lastSuccess = lastStart
            failures = 0
        } else {
            changed = sending ?? changed
            failures += 1
        }
        sending = nil
    }
}
