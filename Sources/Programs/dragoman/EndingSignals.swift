import Foundation
import Synchronization

/// The signals that ask the program to exit, while it waits for keys or for another machine.
///
/// The first signal ends the wait. Confirmed decisions are then written as at any other exit.
enum EndingSignals {
    private static let came = Atomic<Bool>(false)
    private static let readEnd = Atomic<Int32>(-1)
    private static let writeEnd = Atomic<Int32>(-1)

    /// A descriptor that becomes readable once one of the signals has arrived.
    static var descriptor: Int32 { readEnd.load(ordering: .relaxed) }

    /// Whether one of the signals has arrived.
    static var hasCome: Bool { came.load(ordering: .acquiring) }

    /// Starts watching the signals; ignored signals, as under `nohup`, stay ignored.
    static func watch() {
        if descriptor < 0 {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return }
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
            writeEnd.store(ends[1], ordering: .relaxed)
            readEnd.store(ends[0], ordering: .relaxed)
        }
        _ = hasCome
        for number in [SIGINT, SIGTERM, SIGHUP] { handle(number) }
    }

    /// Lets SIGINT and SIGTERM end the program again.
    ///
    /// SIGHUP is still watched, because a closed terminal may be noticed before the signal arrives,
    /// and the signal must not end the work that follows.
    static func release() {
        for number in [SIGINT, SIGTERM] where !isIgnored(number) { signal(number, SIG_DFL) }
    }

    private static func handle(_ number: Int32) {
        guard !isIgnored(number) else { return }
        signal(number) { EndingSignals.note($0) }
    }

    /// Records that a signal has arrived.
    ///
    /// Uses only operations that POSIX allows in a handler: an atomic flag, and a byte written to a
    /// pipe.
    private static func note(_: Int32) {
        let error = errno
        came.store(true, ordering: .releasing)
        var byte: UInt8 = 0
        _ = write(writeEnd.load(ordering: .relaxed), &byte, 1)
        errno = error
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return true }
        // Swift cannot compare C functions, and SIG_IGN is the address 1.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
