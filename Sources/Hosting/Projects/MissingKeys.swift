import Synchronization
public import Translation

/// The keys that apps reported as missing and that are not written yet, in the order of their first report.
///
/// Bounded: what does not fit is dropped and counted. An app reports a key again after its next start, so nothing is lost for good.
public final class MissingKeys: Sendable {
    /// How many keys wait at most.
    public static let maximumCount = 10_000
    /// How many bytes of sections, keys and texts wait at most.
    public static let maximumBytes = 1 << 20
    /// How long keys are collected before they are written.
    public static let delay = Duration.seconds(2)
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
        var due: ContinuousClock.Instant?

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
            if state.due == nil, !state.reports.isEmpty { state.due = now + Self.delay }
            return state.dropped - before
        }
    }

    /// Takes the reports that have been collected for long enough, or all of them; empty if there are none.
    public func take(
        all: Bool = false, at now: ContinuousClock.Instant = .now
    ) -> [Report] {
        state.withLock { state in
            guard let due = state.due, all || due <= now else { return [] }
            defer {
                (state.reports, state.indices) = ([], [:])
                (state.bytes, state.due) = (0, nil)
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
            state.due = now + Self.delayAfterFailure
        }
    }

    /// Counts keys that were dropped elsewhere.
    public func noteDropped(_ count: Int) { state.withLock { $0.dropped += count } }

    /// How many reports were dropped since the start.
    public var dropped: Int { state.withLock { $0.dropped } }
}
