import Machine
import Workspace

/// Times as NStack's clients parse them: `2019-07-05T08:12:35+00:00`.
enum NStackTime {
    /// Returns the end of the second that a time is in, in Unix milliseconds.
    static func end(of milliseconds: Int64) -> Int64 {
        (milliseconds / 1000 + 1) * 1000
    }

    /// Returns the time of a change as a client may keep it.
    ///
    /// A second that is not over yet may see another change, so nobody is told that it was reached: the client asks again.
    static func shown(_ change: Int64, at now: Int64) -> Int64 {
        min(end(of: change), now / 1000 * 1000)
    }

    /// Returns whether a client that keeps `seen` may lack a change.
    static func isNews(_ change: Int64, to seen: Int64) -> Bool { end(of: change) > seen }

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
