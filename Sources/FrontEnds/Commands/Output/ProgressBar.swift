import Synchronization

/// A progress line on the terminal, shown only for work that takes longer than a second.
final class ProgressBar: Sendable {
    private let terminal: any Terminal
    private let now: @Sendable () -> Int64
    private let state = Mutex(State())

    private struct State {
        /// The start of the current work, in Unix milliseconds.
        var start: Int64?
        /// The time of the last update of the line; nil while no line is shown.
        var shown: Int64?
    }

    init(terminal: any Terminal, now: @escaping @Sendable () -> Int64) {
        self.terminal = terminal
        self.now = now
    }

    /// Reports progress: the name of the work, the amount done, and the total.
    func report(_ work: String, done: Int, total: Int) {
        let time = now()
        let isEnd = done >= total
        let isDue = state.withLock { state -> Bool in
            if isEnd {
                defer { state = State() }
                return state.shown != nil
            }
            let start = state.start ?? time
            state.start = start
            guard time - start >= 1000, time - (state.shown ?? 0) >= 100 else { return false }
            state.shown = time
            return true
        }
        guard isDue else { return }
        if isEnd {
            terminal.writeError("\r\u{1B}[K")
        } else {
            let width = 24
            let filled = total > 0 ? done * width / total : 0
            let bar =
                String(repeating: "█", count: filled)
                + String(repeating: "░", count: width - filled)
            terminal.writeError("\r\u{1B}[K\(work) \(bar) \(done)/\(total)")
        }
    }
}
