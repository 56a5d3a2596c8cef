public import Commands
import Synchronization

/// A terminal of a test: it keeps what is written and answers with what it was given.
public final class RecordingTerminal: Terminal {
    private struct State {
        var output: [UInt8] = []
        var errors = ""
        var edits: [[UInt8]]
        var keys: ArraySlice<Key>
        var uptime: Int64 = 0
        var shown: [(text: String, editor: String?)] = []
    }

    private let state: Mutex<State>
    private let input: [UInt8]
    /// Whether the program believes that a person looks at its output.
    public let isInteractive: Bool
    /// Whether the program believes that a person can answer.
    public let canAsk: Bool
    /// The width of the screen.
    public let columns: Int
    /// The time in milliseconds by which the clock advances whenever it is read.
    private let pace: Int64

    /// Makes a terminal; a person is there only if `isInteractive` says so.
    ///
    /// `edited` is what comes back from the editor, one after the other; `keys` are pressed in turn, and after
    /// the last one the person is gone. The clock advances by `pace` milliseconds whenever it is read.
    public init(
        input: [UInt8] = [], isInteractive: Bool = false, canAsk: Bool = false,
        columns: Int = 100, edited: [[UInt8]] = [], keys: [Key] = [], pace: Int64 = 5000
    ) {
        self.pace = pace
        self.input = input
        self.isInteractive = isInteractive
        self.canAsk = canAsk
        self.columns = columns
        state = Mutex(State(edits: edited, keys: keys[...]))
    }

    /// The bytes written to standard output.
    public var output: [UInt8] { state.withLock { $0.output } }

    /// The texts that the editor was opened with, and the editor that was named.
    public var shownInEditor: [(text: String, editor: String?)] { state.withLock { $0.shown } }

    /// The text written to standard error.
    public var errors: String { state.withLock { $0.errors } }

    /// Keeps what goes to standard output.
    public func write(_ text: String) { write(bytes: Array(text.utf8)) }

    /// Keeps what goes to standard output.
    public func write(bytes: [UInt8]) { state.withLock { $0.output += bytes } }

    /// Keeps what goes to standard error.
    public func writeError(_ text: String) { state.withLock { $0.errors += text } }

    /// Returns the standard input of the test.
    public func readAll(upTo limit: Int) -> [UInt8] { Array(input.prefix(limit)) }

    /// Returns what the test said that the user types, or fails as without an editor.
    public func edit(_ text: [UInt8], with editor: String?) throws -> [UInt8] {
        try state.withLock { state in
            guard !state.edits.isEmpty else { throw EditorFailure("No editor is set.") }
            state.shown.append((String(decoding: text, as: UTF8.self), editor))
            return state.edits.removeFirst()
        }
    }

    /// Does nothing: keys are never shown.
    public func awaitKeys() {}

    /// Does nothing: each key answers the question that it was meant for.
    public func dropPendingKeys() {}

    /// A clock that advances whenever it is read.
    public var uptime: Int64 {
        state.withLock { state in
            state.uptime += pace
            return state.uptime
        }
    }

    /// Presses the next key of the test.
    public func readKey() -> Key { state.withLock { $0.keys.popFirst() } ?? .hangUp }

    /// Does nothing: there are no settings to bring back.
    public func settle() {}

    /// Runs the work, which nobody asks to end.
    public func whileCancellable<Result>(
        _ body: (@escaping () -> Bool) throws -> Result
    ) rethrows -> Result {
        try body { false }
    }

    /// Keeps what comes as output.
    public func stream(
        isPaged: Bool, _ produce: (_ write: ([UInt8]) -> Bool) throws -> Void
    ) rethrows {
        try produce { bytes in
            write(bytes: bytes)
            return true
        }
    }
}
