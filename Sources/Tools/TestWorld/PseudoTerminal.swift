import Foundation
package import TestKit

/// A program in its own terminal: keys are sent to it, and its output is shown on a screen.
///
/// As in a shell's terminal, the program is a session leader with the pseudo-terminal as its
/// controlling terminal. Closing the terminal sends SIGHUP, and child processes can open the
/// terminal themselves. All waits are bounded.
package final class PseudoTerminal {
    /// The content of the terminal's screen.
    package private(set) var screen: VirtualScreen
    private var main: Int32
    private let process: pid_t
    private var status: Int32?

    /// The error thrown when expected output does not appear in time.
    package struct NotSeen: Error, CustomStringConvertible {
        /// The expectation that was not met, and the screen.
        package let description: String
    }

    /// The error thrown when the system does not provide a terminal, or does not start the program.
    package struct NotStarted: Error {
        /// The system's error number.
        package let number: Int32
    }

    /// The time limit for each wait, in milliseconds; long enough for a busy machine.
    private static let patience: Int64 = 60_000

    /// Starts a program in a directory of a sandbox, without the user's configuration.
    package init(
        _ sandbox: Sandbox, _ program: String, _ arguments: [String], in subdirectory: String,
        columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
    ) throws {
        screen = VirtualScreen(columns: columns, rows: rows)
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        var name = [CChar](repeating: 0, count: 128)
        var child: Int32 = -1
        main = -1
        guard openpty(&main, &child, &name, nil, &size) == 0 else {
            throw NotStarted(number: errno)
        }
        // The program itself opens the terminal, which then becomes its controlling terminal.
        defer { Foundation.close(child) }
        _ = fcntl(main, F_SETFD, FD_CLOEXEC)
        _ = fcntl(child, F_SETFD, FD_CLOEXEC)
        let terminal = name.withUnsafeBufferPointer { $0.baseAddress.map(String.init(cString:)) }
        var whole = sandbox.hermeticEnvironment
        // The width comes from the terminal.
        whole["COLUMNS"] = nil
        whole["TERM"] = "xterm"
        whole["LC_ALL"] = "C.UTF-8"
        process = try Self.spawn(
            ["/usr/bin/env", "-C", sandbox.directory + "/" + subdirectory, program] + arguments,
            terminal: terminal ?? "",
            environment: whole.merging(environment) { $1 })
    }

    deinit {
        if main >= 0 { Foundation.close(main) }
        if status == nil {
            kill(process, SIGKILL)
            var status: Int32 = 0
            waitpid(process, &status, 0)
        }
    }

    private static func spawn(
        _ command: [String], terminal: String, environment: [String: String]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that a session leader opens becomes its controlling terminal.
        posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which is hidden behind _GNU_SOURCE
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | newSession))
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") }
        defer { for pointer in words + variables { free(pointer) } }
        words.append(nil)
        variables.append(nil)
        var process: pid_t = 0
        let number = posix_spawn(&process, command[0], &actions, &attributes, words, variables)
        guard number == 0 else { throw NotStarted(number: number) }
        return process
    }

    // MARK: Keys

    /// Presses keys, as the terminal sends them.
    package func type(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(main, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits until the cursor's line contains a text, then presses keys.
    package func type(_ text: String, at prompt: String) throws {
        try wait(for: prompt)
        type(text)
    }

    /// Waits until the cursor's line contains a text, then presses keys; does nothing if the
    /// program ends without asking.
    package func type(_ text: String, ifAskedAt prompt: String) throws {
        let end = Self.now() + Self.patience
        while !screen.cursorLine.contains(prompt) {
            guard Self.now() < end else {
                throw NotSeen(description: "“\(prompt)” was not seen in:\n\(screen.text)")
            }
            guard read(100) else { return }
        }
        type(text)
    }

    /// Closes the terminal, as if the user had closed its window.
    package func hangUp() {
        Foundation.close(main)
        main = -1
    }

    /// Sends the program a signal.
    package func send(signal number: Int32) { kill(process, number) }

    /// Whether the terminal reads lines and echoes input, as it does unless a program reads single
    /// keys.
    package var isCooked: Bool {
        var settings = termios()
        guard tcgetattr(main, &settings) == 0 else { return false }
        let wanted = tcflag_t(ICANON | ECHO | ISIG)
        return settings.c_lflag & wanted == wanted
    }

    // MARK: Output

    /// Waits until the cursor's line contains a text.
    package func wait(for text: String) throws {
        try wait("“\(text)” at the cursor", until: { $0.cursorLine.contains(text) })
    }

    /// Waits until `isThere` returns true for the screen.
    package func wait(_ what: String = "It", until isThere: (VirtualScreen) -> Bool) throws {
        let end = Self.now() + Self.patience
        while !isThere(screen) {
            guard Self.now() < end, read(100) else {
                throw NotSeen(description: "\(what) was not seen in:\n\(screen.text)")
            }
        }
    }

    /// Waits for the program to exit, and returns its exit status, or the negative number of the
    /// signal that ended it.
    @discardableResult
    package func end() throws -> Int32 {
        let end = Self.now() + Self.patience
        while status == nil {
            if main >= 0 { _ = read(20) } else { usleep(5000) }
            var raw: Int32 = 0
            if waitpid(process, &raw, WNOHANG) == process {
                status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : -(raw & 0x7F)
            } else if Self.now() > end {
                throw NotSeen(description: "The program did not end:\n\(screen.text)")
            }
        }
        while main >= 0, read(0) {}
        return status ?? -1
    }

    /// Reads available bytes, and waits at most the given time; returns false at the end of output.
    private func read(_ milliseconds: Int32) -> Bool {
        var descriptor = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, milliseconds) > 0 else { return milliseconds > 0 }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = Foundation.read(main, &bytes, bytes.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        screen.feed(bytes.prefix(count))
        return true
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
