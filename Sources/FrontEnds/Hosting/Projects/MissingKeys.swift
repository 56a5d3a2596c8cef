import Synchronization
public import Texts
import Translation

/// The keys that apps reported as missing and that are not written yet, in the order of their first report.
///
/// Bounded: what does not fit is dropped and counted. An app reports a key again after its next start, so nothing is lost for good.
public final class MissingKeys: Sendable {
    /// How many keys wait at most.
    public static let maximumCount = 10_000
    /// How many bytes of sections, keys and texts wait at most.
    public static let maximumBytes = 1 << 20
    /// How long no key has come before those collected are written.
    ///
    /// i18next reports each form of a plural in a request of its own; a slow connection must not part them.
    public static let quiet = Duration.seconds(2)
    /// How long the first key waits at most, where keys go on coming.
    public static let longestWait = Duration.seconds(10)
    /// How long they wait after a write that failed.
    public static let delayAfterFailure = Duration.seconds(30)

    /// A key with its default text.
    public struct Report: Sendable, Hashable {
        /// The section and the key, as the app names them.
        public let string: StringID
        /// The text that the app gave as a default; empty if it gave none.
        public let text: String

        /// Reports a key.
        public init(_ string: StringID, text: String) {
            self.string = string
            self.text = text
        }

        /// Whether the text says more than the key does.
        var hasText: Bool { !text.isEmpty && !text.hasSameBytes(as: string.key) }

        var size: Int { string.section.utf8.count + string.key.utf8.count + text.utf8.count }
    }

    private struct State {
        var reports: [Report] = []
        var indices: [StringID: Int] = [:]
        var bytes = 0
        var dropped = 0
        var first: ContinuousClock.Instant?
        var last: ContinuousClock.Instant?
        /// Not before this moment, after a write that failed.
        var retry: ContinuousClock.Instant?

        func isDue(after quiet: Duration, at now: ContinuousClock.Instant) -> Bool {
            guard let first, let last else { return false }
            if let retry { return retry <= now }
            return last + quiet <= now || first + max(quiet, longestWait) <= now
        }

        /// Returns whether it fits.
        mutating func add(_ report: Report) -> Bool {
            if let index = indices[report.string] {
                // The first text counts, unless it was none.
                guard !reports[index].hasText, report.hasText else { return true }
                bytes += report.size - reports[index].size
                reports[index] = report
                return true
            }
            guard reports.count < maximumCount, bytes + report.size <= maximumBytes else {
                dropped += 1
                return false
            }
            indices[report.string] = reports.count
            reports.append(report)
            bytes += report.size
            return true
        }
    }

    private let state = Mutex(State())

    /// Collects nothing yet.
    public init() {}

    /// Adds reports, and returns how many of them were dropped for want of room.
    @discardableResult
    public func add(_ reports: [Report], at now: ContinuousClock.Instant = .now) -> Int {
        state.withLock { state in
            let before = state.dropped
            for report in reports { _ = state.add(report) }
            if !state.reports.isEmpty {
                state.first = state.first ?? now
                state.last = now
            }
            return state.dropped - before
        }
    }

    /// Takes the reports once none has come for `quiet`, or all of them at once; empty if there are none.
    public func take(
        all: Bool = false, after quiet: Duration = quiet, at now: ContinuousClock.Instant = .now
    ) -> [Report] {
        state.withLock { state in
            guard all || state.isDue(after: quiet, at: now) else { return [] }
            defer {
                (state.reports, state.indices, state.bytes) = ([], [:], 0)
                (state.first, state.last, state.retry) = (nil, nil, nil)
            }
            return state.reports
        }
    }

    /// Puts back reports that could not be written; they are due again after a while.
    public func putBack(_ reports: [Report], at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            let newer = state.reports
            (state.reports, state.indices, state.bytes) = ([], [:], 0)
            for report in reports + newer { _ = state.add(report) }
            (state.first, state.last) = (state.first ?? now, now)
            state.retry = now + Self.delayAfterFailure
        }
    }

    /// Whether nothing waits to be written.
    public var isEmpty: Bool { state.withLock { $0.reports.isEmpty } }

    /// Counts keys that were dropped elsewhere.
    public func noteDropped(_ count: Int) { state.withLock { $0.dropped += count } }

    /// How many reports were dropped since the start.
    public var dropped: Int { state.withLock { $0.dropped } }
}
