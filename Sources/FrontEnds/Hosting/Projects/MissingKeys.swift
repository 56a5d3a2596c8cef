import Synchronization
package import Texts
import Translation

/// The missing keys that apps have reported and that are not written yet, in order of their first
/// report.
///
/// The list is bounded: keys that do not fit are dropped and counted. An app reports a key again
/// after its next start, so no key is lost permanently.
package final class MissingKeys: Sendable {
    /// The maximum number of keys that wait to be written.
    package static let maximumCount = 10_000
    /// The maximum size of the waiting sections, keys and texts, in bytes.
    package static let maximumBytes = 1 << 20
    /// The time without a new key after which the collected keys are written.
    ///
    /// i18next reports each plural form in a separate request; a slow connection must not
    /// separate them.
    package static let quiet = Duration.seconds(2)
    /// The longest time that the first key waits while more keys keep arriving.
    package static let longestWait = Duration.seconds(10)
    /// The delay after a failed write.
    package static let delayAfterFailure = Duration.seconds(30)

    /// A missing key with its default text.
    package struct Report: Sendable, Hashable {
        /// The section and the key, as sent by the app.
        package let string: StringID
        /// The app's default text; empty if the app sent none.
        package let text: String

        package init(_ string: StringID, text: String) {
            self.string = string
            self.text = text
        }

        /// Whether the text differs from the key.
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
        /// The earliest time of the next write, after a failed write.
        var retry: ContinuousClock.Instant?

        func isDue(after quiet: Duration, at now: ContinuousClock.Instant) -> Bool {
            guard let first, let last else { return false }
            if let retry { return retry <= now }
            return last + quiet <= now || first + max(quiet, longestWait) <= now
        }

        /// Adds a report, and returns false if it does not fit.
        mutating func add(_ report: Report) -> Bool {
            if let index = indices[report.string] {
                // The first nonempty text wins.
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

    package init() {}

    /// Adds reports, and returns the number dropped for lack of space.
    @discardableResult
    package func add(_ reports: [Report], at now: ContinuousClock.Instant = .now) -> Int {
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

    /// Removes and returns the reports if they are due, or in any case if `all` is true.
    ///
    /// Otherwise returns an empty list.
    package func take(
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

    /// Puts back reports that could not be written.
    ///
    /// They are due after ``delayAfterFailure``.
    package func putBack(_ reports: [Report], at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            let newer = state.reports
            (state.reports, state.indices, state.bytes) = ([], [:], 0)
            for report in reports + newer { _ = state.add(report) }
            (state.first, state.last) = (state.first ?? now, now)
            state.retry = now + Self.delayAfterFailure
        }
    }

    /// Whether no reports are waiting.
    package var isEmpty: Bool { state.withLock { $0.reports.isEmpty } }

    /// Adds keys that the caller dropped to the number of dropped keys.
    package func noteDropped(_ count: Int) { state.withLock { $0.dropped += count } }

    /// The number of dropped reports since the start.
    package var dropped: Int { state.withLock { $0.dropped } }
}
