/// Where output goes and input comes from.
public protocol Terminal: AnyObject, Sendable {
    /// Whether standard output is a terminal that a person looks at.
    var isInteractive: Bool { get }
    /// Whether standard input is a terminal that a person types at.
    var canAsk: Bool { get }
    /// How many columns a line has.
    var columns: Int { get }
    /// Writes data to standard output.
    func write(_ text: String)
    /// Writes bytes to standard output as they are.
    func write(bytes: [UInt8])
    /// Writes talk to standard error.
    func writeError(_ text: String)
    /// Reads standard input to its end, but no more bytes than `limit`.
    func readAll(upTo limit: Int) -> [UInt8]
    /// Sets the terminal up for keys, so that those that are pressed from now on are not shown.
    func awaitKeys()
    /// Drops keys that were pressed and not read yet, unless Control and C or Control and D are among them.
    func dropPendingKeys()
    /// The milliseconds of a clock that is never set back.
    var uptime: Int64 { get }
    /// Waits for a key, without Enter and without showing it; ``Key/hangUp`` for ever once nobody is there.
    ///
    /// The terminal stays set up for keys until ``settle()``, ``edit(_:with:)`` or ``page(_:)``. While it is, Control
    /// and C is a key like others, and a request to end the program (SIGTERM, SIGHUP, SIGINT) comes as a hang-up.
    func readKey() -> Key
    /// Gives the terminal back as it was before the first key.
    func settle()
    /// Runs work that a request to end the program (SIGINT, SIGTERM, SIGHUP) does not end at once.
    ///
    /// `body` gets what says whether one has come, and gives up then in good order.
    func whileCancellable<Result>(_ body: (@escaping () -> Bool) throws -> Result) rethrows
        -> Result
    /// Lets the user edit a text in `editor`, else in `$VISUAL` or `$EDITOR`; throws a ``EditorFailure``.
    func edit(_ text: [UInt8], with editor: String?) throws -> [UInt8]
    /// Writes data as it comes, `isPaged` page by page where that makes sense.
    ///
    /// `produce` gets what writes a part; it returns whether anybody still reads.
    func stream(
        isPaged: Bool, _ produce: (_ write: ([UInt8]) -> Bool) throws -> Void
    ) rethrows
}

extension Terminal {
    /// Shows a long text page by page, where that makes sense.
    public func page(_ text: String) {
        stream(isPaged: true) { write in _ = write(Array(text.utf8)) }
    }
}

/// Why no text came back from the editor.
public struct EditorFailure: Error {
    /// What happened, in one sentence.
    public let message: String

    /// States what happened.
    public init(_ message: String) { self.message = message }
}
