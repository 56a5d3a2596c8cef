import Synchronization
import TestWorld
import Testing

@testable import Commands

/// A line that shows the progress, and disappears when the work is done.
@Suite struct ProgressBarTests {
    @Test func shortWorkShowsNothingHoweverLongTheProgramRuns() {
        let terminal = RecordingTerminal()
        let time = Mutex<Int64>(0)
        let bar = ProgressBar(terminal: terminal) { time.withLock { $0 } }
        for _ in 0..<3 {
            bar.report("Reading events", done: 1, total: 2)
            bar.report("Reading events", done: 2, total: 2)
            time.withLock { $0 += 5000 }
        }
        #expect(terminal.errors == "")
    }

    @Test func longWorkIsShownAndTakenAway() {
        let terminal = RecordingTerminal()
        let time = Mutex<Int64>(0)
        let bar = ProgressBar(terminal: terminal) { time.withLock { $0 } }
        for done in 0...40 {
            bar.report("Reading events", done: done, total: 40)
            time.withLock { $0 += 50 }
        }
        #expect(terminal.errors.contains("Reading events ████████████░░░░░░░░░░░░ 20/40"))
        #expect(!terminal.errors.contains(" 10/40"))
        #expect(terminal.errors.hasSuffix("\r\u{1B}[K"))
    }
}
