import Machine
package import Translation

/// A span of time, as ids that bound the events in it.
package struct TimeSpan: Sendable {
    /// The greatest id before the span; nil if the span has no beginning.
    package let after: EventID?
    /// The greatest id in the span; nil if the span has no end.
    package let through: EventID?

    /// Parses the ends of a span: times such as 2026-11-21 or yesterday, or ages such as 7d.
    ///
    /// `now` is in Unix milliseconds. Throws `invalid-time` for any other text.
    package init(since: String?, until: String?, now: Int64) throws {
        after = try since.map {
            .highest(at: UInt64(clamping: try Timestamp.span(of: $0, now: now).lowerBound - 1))
        }
        through = try until.map {
            .highest(at: UInt64(clamping: try Timestamp.span(of: $0, now: now).upperBound))
        }
    }
}
