import Machine
import Workspace

/// Times in the format that NStack clients parse: `2019-07-05T08:12:35+00:00`.
enum NStackTime {
    /// Returns the end of the second that contains a time, in Unix milliseconds.
    static func end(of milliseconds: Int64) -> Int64 {
        (milliseconds / 1000 + 1) * 1000
    }

    /// Returns the time of a change to show to clients.
    ///
    /// Another change may still happen in the current second. A change in the current second is
    /// therefore shown as earlier, so that the client asks again.
    static func shown(_ change: Int64, at now: Int64) -> Int64 {
        min(end(of: change), now / 1000 * 1000)
    }

    /// Returns true if a client that last updated at the time `seen` may have missed a change.
    static func isNews(_ change: Int64, to seen: Int64) -> Bool { end(of: change) > seen }

    /// Formats a time in Unix milliseconds, without fractional seconds.
    static func text(_ milliseconds: Int64) -> String {
        let text = Timestamp.text(milliseconds: milliseconds)
        return text.prefix { $0 != "." && $0 != "Z" } + "+00:00"
    }

    /// Parses a time; returns nil if it is invalid.
    ///
    /// In an unencoded query, the offset's `+` arrives as a space.
    static func milliseconds(_ text: String) -> Int64? {
        Timestamp.milliseconds(text.contains("T") ? text.replacing(" ", with: "+") : text)
    }
}
