import Machine
import Workspace

/// Formats times for pages.
enum PageTime {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// Formats a time as `2 hours ago` up to a week, then as `3 November`, and in another year as
    /// `3 November 2025`.
    ///
    /// `now` is in Unix milliseconds. An invalid time is returned unchanged.
    static func words(_ at: String, now: Int64) -> String {
        guard let time = Timestamp.milliseconds(at) else { return at }
        let seconds = (now - time) / 1000
        switch seconds {
        case ..<(-60): return date(time, now: now)
        case ..<60: return "just now"
        case ..<3600: return ago(seconds / 60, "minute")
        case ..<86_400: return ago(seconds / 3600, "hour")
        case ..<(2 * 86_400): return "yesterday"
        case ..<(7 * 86_400): return ago(seconds / 86_400, "day")
        default: return date(time, now: now)
        }
    }

    /// Formats the day of a time as `Today`, `Yesterday` or `3 November`, and in another year as
    /// `3 November 2025`; in UTC.
    static func day(_ at: String, now: Int64) -> String {
        guard let time = Timestamp.milliseconds(at) else { return at }
        func day(_ time: Int64) -> Int64 {
            (time - ((time % Timestamp.day) + Timestamp.day) % Timestamp.day)
        }
        switch day(now) - day(time) {
        case 0: return "Today"
        case Timestamp.day: return "Yesterday"
        default: return date(time, now: now)
        }
    }

    /// Formats a time in full, such as `3 November 2026, 14:05 UTC`.
    static func full(_ at: String) -> String {
        guard let time = Timestamp.milliseconds(at), let parts = parts(time) else { return at }
        return "\(parts.day) \(parts.month) \(parts.year), \(parts.minute) UTC"
    }

    /// Formats a time in Unix milliseconds as events store it.
    static func timestamp(_ milliseconds: Int64) -> String {
        Timestamp.text(milliseconds: milliseconds)
    }

    /// Returns the start of the month that contains `now`, in UTC, with the name of the month.
    static func firstOfMonth(_ now: Int64) -> (milliseconds: Int64, month: String) {
        let start = now - ((now % Timestamp.day) + Timestamp.day) % Timestamp.day
        guard let today = parts(now) else { return (start, "") }
        return (start - Int64(today.day - 1) * Timestamp.day, today.month)
    }

    private static func ago(_ count: Int64, _ unit: String) -> String {
        count == 1 ? (unit == "hour" ? "an hour ago" : "a \(unit) ago") : "\(count) \(unit)s ago"
    }

    private static func date(_ time: Int64, now: Int64) -> String {
        guard let then = parts(time) else { return Timestamp.text(milliseconds: time) }
        let day = "\(then.day) \(then.month)"
        return parts(now)?.year == then.year ? day : "\(day) \(then.year)"
    }

    private static func parts(_ time: Int64) -> (
        day: Int, month: String, year: Substring, minute: Substring
    )? {
        let text = Timestamp.text(milliseconds: time)
        guard text.utf8.count >= 16, let day = Int(text.dropFirst(8).prefix(2)),
            let month = Int(text.dropFirst(5).prefix(2)), months.indices.contains(month - 1)
        else { return nil }
        return (day, months[month - 1], text.prefix(4), text.dropFirst(11).prefix(5))
    }
}
