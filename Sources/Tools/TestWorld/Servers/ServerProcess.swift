import Foundation
import Synchronization

/// A server program that runs as long as the value exists, and never longer than the process that
/// started it.
///
/// A shell watches a socket that the starting process holds. The socket is closed by ``stop()``, or
/// by the kernel if the starting process was killed. The shell then ends the server by its process
/// id. The kernel's death signals are unsuitable: they are sent when the starting *thread* ends,
/// and not after a change of user.
package final class ServerProcess: Sendable {
    /// The loopback port that the server listens on.
    package let port: UInt16
    /// The file with the server's output.
    package let log: String
    private let lifeline: Int32
    private let isOpen = Mutex(true)
    private let watchdog: Mutex<pid_t?>
    private let ending = Mutex<Int32?>(nil)

    /// The error thrown when a server cannot be started.
    package struct NotStarted: Error {
        /// The program and its arguments.
        package let command: [String]
        /// The server's log.
        package let log: String
    }

    /// The number of ports to try, because another process may open a port before the server does.
    private static let attempts = 20
    /// The time limit for the server to listen, in seconds; long enough for a busy machine.
    private static let secondsToStart = 60.0

    private static let watch = """
        exec 3<&0 </dev/null
        "$@" 3<&- & server=$!
        echo "$server" > "$0.pid"
        { read -r nothing <&3; kill "$server"; sleep 5; kill -KILL "$server"; } 2>/dev/null & watcher=$!
        exec 3<&-
        wait "$server"; status=$?
        kill "$watcher" 2>/dev/null
        exit "$status"
        """

    /// Starts a server and waits until its log contains `readyWord`, which it prints when it
    /// listens.
    ///
    /// `command` returns the program and its arguments for a port that is currently free; it is
    /// called again if another process took the port.
    package static func start(
        log: String, readyWord: String, environment: [String: String],
        command: (UInt16) throws -> [String]
    ) throws -> ServerProcess {
        var last: NotStarted?
        for _ in 0..<attempts {
            let port = try Loopback.freePort()
            let words = try command(port)
            let server = try ServerProcess(words, port: port, log: log, environment: environment)
            if server.says(readyWord) { return server }
            server.stop()
            last = NotStarted(command: words, log: server.said)
            // Another port helps only if this port is in use.
            guard server.said.contains("in use") else { break }
        }
        throw last ?? NotStarted(command: [], log: "")
    }

    /// Starts a server that chooses a port itself, without waiting for its output.
    package static func start(
        _ command: [String], log: String, environment: [String: String]
    ) throws -> ServerProcess {
        try ServerProcess(command, port: 0, log: log, environment: environment)
    }

    private init(
        _ command: [String], port: UInt16, log: String, environment: [String: String]
    ) throws {
        var ends: [Int32] = [0, 0]
        // No other child may inherit either end, because this would keep the server alive.
        guard
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
        else { throw Loopback.Failed(errno: errno) }
        defer { close(ends[1]) }
        let started = Self.spawn(
            ["/bin/sh", "-c", Self.watch, log] + command, environment, input: ends[1],
            log: log)
        guard let started else {
            close(ends[0])
            throw NotStarted(command: command, log: String(cString: strerror(errno)))
        }
        self.port = port
        self.log = log
        lifeline = ends[0]
        watchdog = Mutex(started)
    }

    /// Starts a program with no blocked signals and no inherited files, in its own process group.
    ///
    /// Foundation's `Process` would consider a program running as long as any of its descendants
    /// is.
    private static func spawn(
        _ command: [String], _ environment: [String: String], input: Int32, log: String
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_addopen(
            &actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        // If the server inherited a pipe of another test, that pipe would never reach its end.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
            if let descriptor = Int32(name), descriptor > STDERR_FILENO {
                posix_spawn_file_actions_addclose(&actions, descriptor)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        let arguments = command.map { strdup($0) }
        let variables = environment.map { strdup("\($0)=\($1)") }
        defer { for pointer in arguments + variables { free(pointer) } }
        var process: pid_t = 0
        let failure = posix_spawn(
            &process, command[0], &actions, &attributes, arguments + [nil], variables + [nil])
        errno = failure
        return failure == 0 ? process : nil
    }

    deinit { stop() }

    /// Whether the server is running.
    package var isRunning: Bool {
        watchdog.withLock { process in
            guard let running = process else { return false }
            var status: Int32 = 0
            guard waitpid(running, &status, WNOHANG) == 0 else {
                ending.withLock { $0 = Self.code(status) }
                process = nil
                return false
            }
            return true
        }
    }

    /// The server's output so far.
    package var said: String {
        String(
            decoding: (try? Data(contentsOf: URL(fileURLWithPath: log))) ?? Data(), as: UTF8.self)
    }

    /// Stops the server, and waits until it has exited.
    package func stop() {
        isOpen.withLock { isOpen in
            if isOpen { close(lifeline) }
            isOpen = false
        }
        watchdog.withLock { process in
            guard let running = process else { return }
            var status: Int32 = 0
            while waitpid(running, &status, 0) < 0, errno == EINTR {}
            ending.withLock { $0 = Self.code(status) }
            process = nil
        }
    }

    /// Sends a signal to the server.
    package func signal(_ number: Int32) throws {
        let text = try String(contentsOfFile: log + ".pid", encoding: .utf8)
        guard let process = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw NotStarted(command: [], log: said)
        }
        kill(process, number)
    }

    /// Waits until the server exits by itself.
    ///
    /// Returns its status, or 128 plus the number of the signal that ended it.
    package func end() -> Int32 {
        while isRunning { usleep(2_000) }
        return ending.withLock { $0 } ?? -1
    }

    private static func code(_ status: Int32) -> Int32 {
        status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    private func says(_ word: String) -> Bool {
        let deadline = Date(timeIntervalSinceNow: Self.secondsToStart)
        while isRunning, Date() < deadline {
            if said.contains(word) { return true }
            usleep(5_000)
        }
        return said.contains(word) && isRunning
    }
}
