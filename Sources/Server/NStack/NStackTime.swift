import Workspace

/// Times as NStack's clients parse them: `2019-07-05T08:12:35+00:00`.
enum NStackTime {
    /// Returns the end of the second that a time is in.
    ///
    /// So whoever asked earlier in that second learns of it.
    static func seconds(_ milliseconds: Int64) -> Int64 {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return (rest > 0 ? seconds + 1 : seconds) * 1000
    }

    /// Writes a time given in Unix milliseconds, without its fraction.
    static func text(_ milliseconds: Int64) -> String {
        let text = Timestamp.text(milliseconds: milliseconds)
        return text.prefix { $0 != "." && $0 != "Z" } + "+00:00"
    }

    /// Reads a time, or nil.
    ///
    /// In a query that was not encoded, the `+` of the offset became a space.
    static func milliseconds(_ text: String) -> Int64? {
        Timestamp.milliseconds(text.contains("T") ? text.replacing(" ", with: "+") : text)
    }
}
