import Machine
import Translation
import Workspace

/// Relative times for display, with the absolute time.
enum RelativeTime {
    /// Returns a text such as `3 days ago (2026-11-18 09:30 UTC)`, or an invalid time unchanged.
    static func text(_ at: String, now: Int64) -> String {
        guard let time = Timestamp.milliseconds(at) else { return at }
        let written = Timestamp.text(milliseconds: time)
        let minute = "\(written.prefix(10)) \(written.dropFirst(11).prefix(5)) UTC"
        return "\(ago(milliseconds: now - time)) (\(minute))"
    }

    /// Returns the age in the largest unit that fits at least twice, as Git does.
    private static func ago(milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        if seconds < 0 { return "in the future" }
        if seconds < 60 { return "just now" }
        let units: [(length: Int64, name: String)] = [
            (60, "minute"), (3600, "hour"), (86_400, "day"), (7 * 86_400, "week"),
            (2_629_746, "month"), (31_556_952, "year"),
        ]
        let unit = units.last { seconds >= 2 * $0.length } ?? units[0]
        return "\(counted(Int(seconds / unit.length), unit.name)) ago"
    }
}
