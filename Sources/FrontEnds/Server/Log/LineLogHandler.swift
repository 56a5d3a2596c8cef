import JSON
package import Logging
import Languages

/// Writes a server's log: one line per event, as JSON or as text for a terminal.
package struct LineLogHandler: LogHandler {
    /// The lowest level of events that are written to the log.
    package var logLevel: Logger.Level = .info
    /// Metadata that is added to each log event.
    package var metadata: Logger.Metadata = [:]
    private let form: Form
    private let now: @Sendable () -> Int64
    private let write: @Sendable ([UInt8]) -> Void

    /// The output formats of a log.
    package enum Form: Sendable {
        /// One JSON object per line.
        case json
        /// `time level message key=value …`, for people.
        case text
    }

    /// Creates a handler that calls `write` once for each line, including its line feed.
    ///
    /// `now` returns Unix milliseconds.
    package init(
        form: Form, now: @escaping @Sendable () -> Int64,
        write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.form = form
        self.now = now
        self.write = write
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var all = metadata
        if let own = event.metadata { all.merge(own) { $1 } }
        let fields = Self.ordered(all)
        let time = UTCTime.text(now())
        switch form {
        case .json:
            var members: [(String, JSONValue)] = [
                ("time", .string(time)), ("level", .string(event.level.rawValue)),
                ("message", .string("\(event.message)")),
            ]
            for (key, value) in fields where !["time", "level", "message"].contains(key) {
                members.append((key, Self.json(value)))
            }
            write(CanonicalJSON.encode(.members(members)) + [UInt8(ascii: "\n")])
        case .text:
            let pairs = fields.map { " \($0)=\(Visible.escaping($1.description))" }
            let line =
                "\(time) \(event.level.rawValue) \(Visible.escaping("\(event.message)"))"
                + pairs.joined()
            write(Array((line + "\n").utf8))
        }
    }

    /// The order of fields in lines about requests.
    private static let order = [
        "request", "project", "route", "method", "status", "bytes", "ms", "queue", "ms-commit",
        "who",
        "address", "code", "position",
    ]

    private static func ordered(_ metadata: Logger.Metadata) -> [(String, Logger.Metadata.Value)] {
        let known = order.compactMap { key in metadata[key].map { (key, $0) } }
        let others = metadata.filter { !order.contains($0.key) }.sorted { $0.key < $1.key }
        return known + others.map { ($0.key, $0.value) }
    }

    private static func json(_ value: Logger.Metadata.Value) -> JSONValue {
        switch value {
        case .string(let text): .string(text)
        case .stringConvertible(let number as Int): .integer(Int64(number))
        case .stringConvertible(let number as Double): .real(number)
        case .stringConvertible(let other): .string(other.description)
        case .array(let values): .array(values.map(json))
        case .dictionary(let members):
            .members(members.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
        }
    }
}

/// Times in the format of RFC 3339, in UTC.
enum UTCTime {
    /// Formats a time in Unix milliseconds, for example as `2026-11-21T09:30:00.000Z`.
    static func text(_ milliseconds: Int64) -> String {
        let day: Int64 = 86_400_000
        let days = (milliseconds - ((milliseconds % day) + day) % day) / day
        let rest = milliseconds - days * day
        let (year, month, dayOfMonth) = civil(days)
        func digits(_ value: Int64, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return digits(year, 4) + "-" + digits(month, 2) + "-" + digits(dayOfMonth, 2) + "T"
            + digits(rest / 3_600_000, 2) + ":" + digits(rest / 60_000 % 60, 2) + ":"
            + digits(rest / 1000 % 60, 2) + "." + digits(rest % 1000, 3) + "Z"
    }

    /// Returns the Gregorian date of a day, counted from 1970-01-01.
    ///
    /// Source: <https://howardhinnant.github.io/date_algorithms.html#civil_from_days>.
    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
