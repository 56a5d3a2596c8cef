import Translation

extension Timestamp {
    /// Parses a time from a user: a day, a point in time, or an age such as `5m`, `7d ago` or `2w`.
    ///
    /// A day is a range from its first to its last millisecond, in UTC. `today` and `yesterday` are
    /// days. Ages are relative to `now`. The result is in Unix milliseconds. Throws a
    /// ``Translation/Refusal`` if the text is invalid.
    public static func span(of text: String, now: Int64) throws -> ClosedRange<Int64> {
        if let age = age(text) { return (now - age)...(now - age) }
        if let days = ["today": 0, "yesterday": Int64(1)][text] {
            let start = now - (now % day + day) % day - days * day
            return start...(start + day - 1)
        }
        guard let end = milliseconds(text), end >= 0 else {
            throw Refusal(
                .invalidTime, "“\(text)” is not a valid time.",
                hint:
                    "Write 2026-11-21, 2026-11-21T09:30:00Z, yesterday, or an age such as 5m, 36h, 7d or 2w."
            )
        }
        let isDate = text.utf8.count == dateLength
        return (isDate ? end - day + 1 : end)...end
    }

    private static func age(_ text: String) -> Int64? {
        let units: [UInt8: Int64] = [
            UInt8(ascii: "m"): 60_000, UInt8(ascii: "h"): 3_600_000, UInt8(ascii: "d"): day,
            UInt8(ascii: "w"): 7 * day,
        ]
        let text = text.hasSuffix(" ago") ? text.dropLast(4) : text[...]
        guard let last = text.utf8.last, let unit = units[last],
            let count = Int64(text.dropLast()), (0...100_000).contains(count)
        else { return nil }
        return count * unit
    }
}
