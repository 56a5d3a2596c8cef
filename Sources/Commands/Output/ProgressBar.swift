import Synchronization

/// A line on the terminal that shows how far long work has come; nothing for work under a second.
final class ProgressBar: Sendable {
    private let terminal: any Terminal
    private let now: @Sendable () -> Int64
    private let state: Mutex<(start: Int64?, lastShown: Int64)> = Mutex((nil, 0))

    init(terminal: any Terminal, now: @escaping @Sendable () -> Int64) {
        self.terminal = terminal
        self.now = now
    }

    /// Takes what the work is, how much is done and how much there is.
    func report(_ work: String, done: Int, total: Int) {
        let time = now()
        let isDue = state.withLock { state -> Bool in
            let start = state.start ?? time
            state.start = start
            guard time - start >= 1000 else { return false }
            let isEnd = done >= total
            guard isEnd || time - state.lastShown >= 100 else { return false }
            state.lastShown = time
            if isEnd { state.start = nil }
            return true
        }
        guard isDue else { return }
        if done >= total {
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
