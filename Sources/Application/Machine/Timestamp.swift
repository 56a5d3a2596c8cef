/// The format of times in events and output: RFC 3339 in UTC, with milliseconds.
public enum Timestamp {
    /// The number of milliseconds in a day.
    public static let day: Int64 = 86_400_000
    /// The number of characters in a date, such as `2026-11-21`.
    public static let dateLength = 10

    /// The English abbreviations of the months, as in mail and in HTTP dates.
    package static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Formats a time in Unix milliseconds, such as `2026-11-21T09:30:00.123Z`.
    ///
    /// An id may contain a time outside the years 0 to 9999. Such a time is replaced by the nearest
    /// time within these years.
    public static func text(milliseconds: Int64) -> String {
        let milliseconds = min(max(milliseconds, writable.lowerBound), writable.upperBound - 1)
        let (days, inDay) = floorDivision(milliseconds, Self.day)
        let (year, month, day) = date(ofDay: days)
        let (hour, inHour) = (inDay / 3_600_000, inDay % 3_600_000)
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
            + "\(padded(hour, 2)):\(padded(inHour / 60_000, 2)):\(padded(inHour / 1000 % 60, 2))"
            + ".\(padded(inHour % 1000, 3))Z"
    }

    /// Formats a time in Unix seconds, such as the time of a commit.
    ///
    /// A commit may contain any number. If the year does not have four digits, the time is replaced
    /// by the nearest time with such a year.
    package static func text(seconds: Int64) -> String {
        let first = writable.lowerBound / 1000
        let last = writable.upperBound / 1000 - 1
        return text(milliseconds: min(max(seconds, first), last) * 1000)
    }

    /// Parses a date or a time, and returns Unix milliseconds.
    ///
    /// A date means its last millisecond in UTC. A time may end with `Z` or an offset; otherwise it
    /// is in UTC. Returns `nil` for invalid input. Also returns `nil` for times outside the years 0
    /// to 9999 in UTC, because they cannot be formatted.
    public static func milliseconds(_ text: String) -> Int64? {
        var scanner = Scanner(text)
        guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2),
            scanner.skip("-"), let day = scanner.number(2),
            let days = dayNumber(year: year, month: month, day: day)
        else { return nil }
        let start = days * Self.day
        if scanner.isAtEnd { return start + Self.day - 1 }
        guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
            let hour = scanner.number(2), scanner.skip(":"), let minute = scanner.number(2),
            hour < 24, minute < 60
        else { return nil }
        var time = start + hour * 3_600_000 + minute * 60_000
        if scanner.skip(":") {
            guard let second = scanner.number(2), second < 61 else { return nil }
            time += second * 1000
            if scanner.skip(".") {
                guard let fraction = scanner.milliseconds() else { return nil }
                time += fraction
            }
        }
        guard let offset = scanner.offsetMinutes() else { return nil }
        let utc = time - offset * 60_000
        return scanner.isAtEnd && writable.contains(utc) ? utc : nil
    }

    /// Returns true if the year of a time has four digits.
    package static func isWritable(_ milliseconds: Int64) -> Bool {
        writable.contains(milliseconds)
    }

    /// The times with four-digit years.
    private static let writable: Range<Int64> = -62_167_219_200_000..<253_402_300_800_000

    // MARK: The proleptic Gregorian calendar, in days from 1970-01-01

    private static func floorDivision(_ a: Int64, _ b: Int64) -> (Int64, Int64) {
        let remainder = ((a % b) + b) % b
        return ((a - remainder) / b, remainder)
    }

    private static func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64? {
        guard (1...12).contains(month), day >= 1 else { return nil }
        // With years that begin in March, the leap day is the last day.
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = floorDivision(shifted, 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let number =
            era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        let back = date(ofDay: number)
        return back == (year, month, day) ? number : nil
    }

    private static func date(ofDay number: Int64) -> (Int64, Int64, Int64) {
        let (era, dayOfEra) = floorDivision(number + 719_468, 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private struct Scanner {
        private var rest: Substring.UTF8View

        init(_ text: String) { rest = Substring(text).utf8 }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard let first = rest.first, UInt32(first) == character.value else { return false }
            rest.removeFirst()
            return true
        }

        mutating func number(_ digits: Int) -> Int64? {
            guard let value = leadingDigits(digits), value.count == digits else { return nil }
            rest.removeFirst(digits)
            return Int64(value)
        }

        mutating func milliseconds() -> Int64? {
            guard let digits = leadingDigits(9), !digits.isEmpty else { return nil }
            rest.removeFirst(digits.count)
            return Int64((digits + "00").prefix(3))
        }

        private func leadingDigits(_ most: Int) -> String? {
            String(rest.prefix(most).prefix { (0x30...0x39).contains($0) })
        }

        mutating func offsetMinutes() -> Int64? {
            if isAtEnd || skip("Z") || skip("z") { return 0 }
            let sign: Int64
            if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
            guard let hours = number(2), hours < 24 else { return nil }
            _ = skip(":")
            guard let minutes = number(2), minutes < 60 else { return nil }
            return sign * (hours * 60 + minutes)
        }
    }
}
