/// The input and output of the program.
package protocol Terminal: AnyObject, Sendable {
    /// Whether standard output is an interactive terminal.
    var isInteractive: Bool { get }
    /// Whether standard input is an interactive terminal, so that the program can ask the user.
    var canAsk: Bool { get }
    /// The number of columns in a line.
    var columns: Int { get }
    /// Writes a text to standard output.
    func write(_ text: String)
    /// Writes bytes to standard output unchanged.
    func write(bytes: [UInt8])
    /// Writes messages to standard error.
    func writeError(_ text: String)
    /// Reads standard input to its end, but at most `limit` bytes.
    func readAll(upTo limit: Int) -> [UInt8]
    /// Waits for bytes on standard input, and returns those that have arrived; none at its end.
    func readPart() -> [UInt8]
    /// Switches the terminal to single-key mode, in which pressed keys are not echoed.
    func awaitKeys()
    /// Discards pending key presses, unless Control-C or Control-D is among them.
    func dropPendingKeys()
    /// The time on a monotonic clock, in milliseconds.
    var uptime: Int64 { get }
    /// Waits for a key, without Enter and without echo.
    ///
    /// Always returns ``Key/hangUp`` once the input has ended. The terminal stays in single-key
    /// mode until ``settle()``, ``edit(_:with:)`` or ``page(_:)`` is called. In this mode,
    /// Control-C is an ordinary key, and a request to exit (SIGTERM, SIGHUP, SIGINT) arrives as a
    /// hang-up.
    func readKey() -> Key
    /// Restores the state that the terminal had before single-key mode.
    func settle()
    /// Runs work that is not interrupted immediately by a request to exit (SIGINT, SIGTERM,
    /// SIGHUP).
    ///
    /// `body` receives a function that returns true once such a request has arrived. `body` should
    /// then stop in an orderly way.
    func whileCancellable<Result>(_ body: (@escaping () -> Bool) throws -> Result) rethrows
        -> Result
    /// Lets the user edit a text in `editor`; if `editor` is nil or empty, in `$VISUAL` or
    /// `$EDITOR`.
    ///
    /// Throws an ``EditorFailure``.
    func edit(_ text: [UInt8], with editor: String?) throws -> [UInt8]
    /// Writes output as it is produced, through a pager if `isPaged` is true and the output is a
    /// terminal.
    ///
    /// `produce` receives a function that writes one part of the output. The function returns false
    /// once the output is no longer being read.
    func stream(
        isPaged: Bool, _ produce: (_ write: ([UInt8]) -> Bool) throws -> Void
    ) rethrows
}

extension Terminal {
    /// Shows a long text, in a pager if the output is a terminal.
    package func page(_ text: String) {
        stream(isPaged: true) { write in _ = write(Array(text.utf8)) }
    }
}

/// The error thrown when the editor did not return a text.
package struct EditorFailure: Error {
    /// One sentence that describes the failure.
    package let message: String

    package init(_ message: String) { self.message = message }
}
