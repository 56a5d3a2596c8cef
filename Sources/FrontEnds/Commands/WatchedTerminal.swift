import Synchronization

/// A terminal that records whether output has begun.
final class WatchedTerminal: Terminal {
    private let terminal: any Terminal
    private let state = Mutex(State())

    private struct State {
        var hasAnswered = false
        var input: [UInt8]?
    }

    init(_ terminal: any Terminal) { self.terminal = terminal }

    /// Whether anything was written to standard output.
    var hasAnswered: Bool { state.withLock { $0.hasAnswered } }

    private func answer() { state.withLock { $0.hasAnswered = true } }

    var isInteractive: Bool { terminal.isInteractive }
    var canAsk: Bool { terminal.canAsk }
    var columns: Int { terminal.columns }

    func write(_ text: String) {
        answer()
        terminal.write(text)
    }

    func write(bytes: [UInt8]) {
        answer()
        terminal.write(bytes: bytes)
    }

    func writeError(_ text: String) { terminal.writeError(text) }

    /// Returns the same bytes again when the command is run a second time.
    ///
    /// Standard input itself can be read only once.
    func readAll(upTo limit: Int) -> [UInt8] {
        state.withLock { state in
            if let input = state.input { return input }
            let input = terminal.readAll(upTo: limit)
            state.input = input
            return input
        }
    }

    func readPart() -> [UInt8] { terminal.readPart() }

    func awaitKeys() { terminal.awaitKeys() }

    func dropPendingKeys() { terminal.dropPendingKeys() }

    var uptime: Int64 { terminal.uptime }

    func readKey() -> Key {
        terminal.readKey()
    }

    func settle() { terminal.settle() }

    func whileCancellable<Result>(
        _ body: (@escaping () -> Bool) throws -> Result
    ) rethrows -> Result {
        try terminal.whileCancellable(body)
    }

    func edit(_ text: [UInt8], with editor: String?) throws -> [UInt8] {
        try terminal.edit(text, with: editor)
    }

    func stream(
        isPaged: Bool, _ produce: (_ write: ([UInt8]) -> Bool) throws -> Void
    ) rethrows {
        try terminal.stream(isPaged: isPaged) { write in
            // Output begins with the first part. If an error occurs earlier, the command can still
            // be run again.
            try withoutActuallyEscaping(write) { write in
                try produce { part in
                    answer()
                    return write(part)
                }
            }
        }
    }
}
