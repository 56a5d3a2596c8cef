package import Commands
import Synchronization

/// A simulated terminal: it records output and returns prepared input.
package final class RecordingTerminal: Terminal {
    private struct State {
        var output: [UInt8] = []
        var errors = ""
        var edits: [[UInt8]]
        var keys: ArraySlice<Key>
        var uptime: Int64 = 0
        var position = 0
        var shown: [(text: String, editor: String?)] = []
    }

    private let state: Mutex<State>
    private let input: [UInt8]
    /// Whether the program assumes that a user reads its output.
    package let isInteractive: Bool
    /// Whether the program assumes that a user can answer.
    package let canAsk: Bool
    /// The width of the screen.
    package let columns: Int
    /// The number of milliseconds by which the clock advances whenever it is read.
    private let pace: Int64
    /// Runs before the last key is pressed.
    private let beforeLastKey: @Sendable () -> Void

    /// Creates a terminal; by default, the program assumes that no user is present.
    ///
    /// `edited` contains the results of the editor, in order. `keys` are pressed one after another,
    /// and the input ends after the last key. The clock advances by `pace` milliseconds whenever it
    /// is read.
    package init(
        input: [UInt8] = [], isInteractive: Bool = false, canAsk: Bool = false,
        columns: Int = 100, edited: [[UInt8]] = [], keys: [Key] = [], pace: Int64 = 5000,
        beforeLastKey: @escaping @Sendable () -> Void = {}
    ) {
        self.beforeLastKey = beforeLastKey
        self.pace = pace
        self.input = input
        self.isInteractive = isInteractive
        self.canAsk = canAsk
        self.columns = columns
        state = Mutex(State(edits: edited, keys: keys[...]))
    }

    /// The bytes written to standard output.
    package var output: [UInt8] { state.withLock { $0.output } }

    /// The texts that the editor was opened with, and the requested editor.
    package var shownInEditor: [(text: String, editor: String?)] { state.withLock { $0.shown } }

    /// The text written to standard error.
    package var errors: String { state.withLock { $0.errors } }

    /// Records standard output.
    package func write(_ text: String) { write(bytes: Array(text.utf8)) }

    /// Records standard output.
    package func write(bytes: [UInt8]) { state.withLock { $0.output += bytes } }

    /// Records standard error.
    package func writeError(_ text: String) { state.withLock { $0.errors += text } }

    /// Returns the standard input of the test.
    package func readAll(upTo limit: Int) -> [UInt8] { Array(input.prefix(limit)) }

    /// Returns the standard input of the test in small parts.
    package func readPart() -> [UInt8] {
        state.withLock { state in
            let part = input.dropFirst(state.position).prefix(1_000)
            state.position += part.count
            return Array(part)
        }
    }

    /// Returns the next prepared text; if there is none, throws as if no editor were set.
    package func edit(_ text: [UInt8], with editor: String?) throws -> [UInt8] {
        try state.withLock { state in
            guard !state.edits.isEmpty else { throw EditorFailure("No editor is set.") }
            state.shown.append((String(decoding: text, as: UTF8.self), editor))
            return state.edits.removeFirst()
        }
    }

    /// Does nothing, because keys are never echoed.
    package func awaitKeys() {}

    /// Does nothing, because each key belongs to one question.
    package func dropPendingKeys() {}

    /// A clock that advances whenever it is read.
    package var uptime: Int64 {
        state.withLock { state in
            state.uptime += pace
            return state.uptime
        }
    }

    /// Returns the next prepared key.
    package func readKey() -> Key {
        if state.withLock({ $0.keys.count == 1 }) { beforeLastKey() }
        return state.withLock { $0.keys.popFirst() } ?? .hangUp
    }

    /// Does nothing, because there are no settings to restore.
    package func settle() {}

    /// Runs the work, which is never cancelled.
    package func whileCancellable<Result>(
        _ body: (@escaping () -> Bool) throws -> Result
    ) rethrows -> Result {
        try body { false }
    }

    /// Records streamed output.
    package func stream(
        isPaged: Bool, _ produce: (_ write: ([UInt8]) -> Bool) throws -> Void
    ) rethrows {
        try produce { bytes in
            write(bytes: bytes)
            return true
        }
    }
}
