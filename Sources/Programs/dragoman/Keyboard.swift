import Commands
import Foundation
import Synchronization

/// A terminal's keyboard: enters single-key mode, reads keys, and restores the previous settings.
final class Keyboard: Sendable {
    private struct State {
        var decoder = KeyDecoder()
        var before: termios?
        var isGone = false
        /// A key that ends the walk; it must not be lost when other keys are discarded.
        var ending: Key?
    }

    private let state = Mutex(State())

    /// The time to wait for the rest of an escape sequence, in milliseconds.
    ///
    /// A network may split the sequence.
    private static let patience: Int32 = 50
    // https://invisible-island.net/xterm/ctlseqs/ctlseqs.html#h2-Bracketed-Paste-Mode
    private static let pasteOn = "\u{1B}[?2004h"
    private static let pasteOff = "\u{1B}[?2004l"

    /// Switches the terminal to single-key mode.
    func enter() { state.withLock { _ = Self.enter(&$0) } }

    func readKey() -> Key {
        state.withLock { state in
            while true {
                guard !state.isGone, Self.enter(&state) else { return .hangUp }
                if let key = state.ending.take() { return key }
                if let key = state.decoder.next(isFinal: false) {
                    guard key == .control("z") else { return key }
                    return Self.suspend(&state)
                }
                switch Self.wait(state.decoder.isWaiting ? Self.patience : -1) {
                case .bytes(let bytes): state.decoder.push(bytes)
                case .nothing:
                    if let key = state.decoder.next(isFinal: true) { return key }
                case .end: state.isGone = true
                }
            }
        }
    }

    /// Discards unread input, except for a key that ends the walk.
    func dropPending() {
        state.withLock { state in
            guard Self.enter(&state) else { return }
            while !state.isGone {
                while let key = state.decoder.next(isFinal: true) {
                    if [.control("c"), .control("d")].contains(key) { state.ending = key }
                }
                switch Self.wait(0) {
                case .bytes(let bytes): state.decoder.push(bytes)
                case .nothing: return
                case .end: state.isGone = true
                }
            }
        }
    }

    /// Restores the terminal's previous settings.
    func leave() { state.withLock { Self.leave(&$0) } }

    /// Switches to single-key mode, without echo and without signals from keys.
    ///
    /// Output settings stay unchanged.
    private static func enter(_ state: inout State) -> Bool {
        guard state.before == nil else { return true }
        EndingSignals.watch()
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return false }
        state.before = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        settings.c_iflag &= ~tcflag_t(IXON)
        withUnsafeMutableBytes(of: &settings.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) == 0 else { return false }
        say(pasteOn)
        return true
    }

    private static func leave(_ state: inout State) {
        guard var settings = state.before else { return }
        state.before = nil
        say(pasteOff)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
        EndingSignals.release()
    }

    /// Suspends the program as Control-Z usually does.
    ///
    /// The shell controls the terminal until it resumes the program.
    private static func suspend(_ state: inout State) -> Key {
        leave(&state)
        kill(0, SIGTSTP)
        return .resumed
    }

    private static func say(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    private enum Arrival {
        case bytes(ArraySlice<UInt8>)
        case nothing
        case end
    }

    private static func wait(_ milliseconds: Int32) -> Arrival {
        var descriptors = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: EndingSignals.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
        // Only the watched signals end the wait. EINTR comes from another signal.
        if count < 0 { return errno == EINTR ? .nothing : .end }
        if EndingSignals.hasCome { return .end }
        guard count > 0 else { return .nothing }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let length = read(STDIN_FILENO, &bytes, bytes.count)
        if length > 0 { return .bytes(bytes.prefix(length)) }
        return length < 0 && errno == EINTR ? .nothing : .end
    }
}
