import Machine
import Workspace

extension Wording {
    /// Formats a time as `2 hours ago` up to a week, then as `3 November`, and in another year as
    /// `3 November 2025`.
    ///
    /// `now` is in Unix milliseconds. An invalid time is returned unchanged.
    func time(_ at: String, now: Int64) -> String {
        guard let time = Timestamp.milliseconds(at) else { return at }
        let seconds = (now - time) / 1000
        switch seconds {
        case ..<(-60): return date(time, now: now)
        case ..<60: return self("time.justNow")
        case ..<3600: return self("time.minutes", count: Int(seconds / 60))
        case ..<86_400: return self("time.hours", count: Int(seconds / 3600))
        case ..<(2 * 86_400): return self("time.yesterday")
        case ..<(7 * 86_400): return self("time.days", count: Int(seconds / 86_400))
        default: return date(time, now: now)
        }
    }

    /// Formats the day of a time as `Today`, `Yesterday` or `3 November`, and in another year as
    /// `3 November 2025`; in UTC.
    func day(_ at: String, now: Int64) -> String {
        guard let time = Timestamp.milliseconds(at) else { return at }
        switch PageTime.startOfDay(now) - PageTime.startOfDay(time) {
        case 0: return self("time.today")
        case Timestamp.day: return self("time.dayBefore")
        default: return date(time, now: now)
        }
    }

    /// Formats the first day of a state, such as `since 3 November`.
    func since(_ at: String, now: Int64) -> String {
        guard let time = Timestamp.milliseconds(at) else { return at }
        return switch PageTime.startOfDay(now) - PageTime.startOfDay(time) {
        case 0: self("time.sinceToday")
        case Timestamp.day: self("time.sinceYesterday")
        default: self("time.sinceDate", ["date": date(time, now: now)])
        }
    }

    /// Formats a time in full, such as `3 November 2026, 14:05 UTC`.
    func fullTime(_ at: String) -> String {
        guard let time = Timestamp.milliseconds(at), let parts = PageTime(time) else { return at }
        return self(
            "time.full",
            [
                "date": date(parts.day, month: parts.month, year: parts.year),
                "time": String(parts.minute),
            ])
    }

    private func date(_ time: Int64, now: Int64) -> String {
        guard let then = PageTime(time) else { return Timestamp.text(milliseconds: time) }
        let isThisYear = PageTime(now)?.year == then.year
        return date(then.day, month: then.month, year: isThisYear ? nil : then.year)
    }
}

/// The parts of a time in UTC.
struct PageTime {
    let day: Int
    /// The month, from 1.
    let month: Int
    let year: Int
    /// The hour and the minute, such as `14:05`.
    let minute: Substring

    /// Splits a time in Unix milliseconds; nil for a time that cannot be written.
    init?(_ time: Int64) {
        let text = Timestamp.text(milliseconds: time)
        guard text.utf8.count >= 16, let year = Int(text.prefix(4)),
            let month = Int(text.dropFirst(5).prefix(2)), let day = Int(text.dropFirst(8).prefix(2))
        else { return nil }
        (self.day, self.month, self.year) = (day, month, year)
        minute = text.dropFirst(11).prefix(5)
    }

    /// Formats a time in Unix milliseconds as events store it.
    static func timestamp(_ milliseconds: Int64) -> String {
        Timestamp.text(milliseconds: milliseconds)
    }

    static func startOfDay(_ time: Int64) -> Int64 {
        time - ((time % Timestamp.day) + Timestamp.day) % Timestamp.day
    }

    /// Returns the start of the month that contains `now`, in UTC, with the number of the month.
    static func firstOfMonth(_ now: Int64) -> (milliseconds: Int64, month: Int) {
        guard let today = PageTime(now) else { return (startOfDay(now), 0) }
        return (startOfDay(now) - Int64(today.day - 1) * Timestamp.day, today.month)
    }
}
