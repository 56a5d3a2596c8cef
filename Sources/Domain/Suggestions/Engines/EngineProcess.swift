#if canImport(Glibc)
import Cspawn
import Foundation
import Glibc
import Synchronization

/// A long-running program, together with all of its child processes.
///
/// The program is written to and read from at the same time. It leads its own process group, so
/// that ending the group ends all of these processes. A thread moves the bytes, so that full pipes
/// cannot block both sides. When the program exits, it is reaped, and no process in its group is
/// left running.
final class EngineProcess: Sendable {
    /// The id of the program and of its process group.
    let id: pid_t

    struct State {
        var outgoing: [UInt8] = []
        var incoming: [UInt8] = []
        var errors: [UInt8] = []
        var waiter: CheckedContinuation<Void, Never>?
        /// True if there is nothing more to read.
        var isOver = false
        var isEnding = false
        var isReaped = false
        var wasSilent = false
        /// The exit status, or 128 plus the number of a signal.
        var status: Int32?
    }

    let state = Mutex(State())
    let pipes: Pipes

    /// This process's ends of the pipes, which are non-blocking.
    struct Pipes: Sendable {
        let input: Int32
        let output: Int32
        let errors: Int32
        /// The read end of the pipe that wakes the thread.
        let wakeRead: Int32
        let wakeWrite: Int32
    }

    /// Starts a program at a path.
    ///
    /// Throws ``TranslationError/engineMissing`` if the program cannot be started.
    init(
        _ program: String, _ arguments: [String], environment: [String: String]
    ) throws(TranslationError) {
        (id, pipes) = try Self.spawn(program, arguments, environment)
        Thread.detachNewThread { [self] in moveBytes() }
    }

    deinit {
        for end in [pipes.input, pipes.output, pipes.errors, pipes.wakeRead, pipes.wakeWrite] {
            close(end)
        }
    }

    /// True if the program can still be written to and read from.
    var isRunning: Bool { state.withLock { !$0.isOver && !$0.isEnding } }

    /// Queues bytes for the program and returns at once.
    func send(_ bytes: [UInt8]) {
        state.withLock { $0.outgoing += bytes }
        wake()
    }

    /// Returns the bytes read since the last call.
    ///
    /// Waits for at least one byte; returns nil at the end of the output. Ends the program if it
    /// writes nothing for the duration of `limit`. If the task is cancelled, ends the program and
    /// throws `CancellationError`.
    func receive(within limit: Duration) async throws -> [UInt8]? {
        let deadline = Task {
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            self.state.withLock { $0.wasSilent = !$0.isOver && $0.incoming.isEmpty }
            self.end()
        }
        defer { deadline.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.incoming.isEmpty, !state.isOver {
                        state.waiter = continuation
                        return false
                    }
                    return true
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            end()
        }
        try Task.checkCancellation()
        return state.withLock { state in
            guard !state.incoming.isEmpty else { return nil }
            defer { state.incoming = [] }
            return state.incoming
        }
    }

    /// Ends the program and all of its child processes.
    ///
    /// Returns at once.
    func end() {
        state.withLock { state in
            state.isEnding = true
            // The id belongs to this program until the program is reaped.
            if !state.isReaped { kill(-id, SIGKILL) }
        }
        wake()
    }

    /// Returns an error that explains why there is nothing more to read.
    func failure(of engine: String, limit: Duration) -> TranslationError {
        let (status, errors, wasSilent) = state.withLock { ($0.status, $0.errors, $0.wasSilent) }
        let said = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
            .suffix(3).joined(separator: " ")
        let quoted = said.isEmpty ? "" : " It wrote: “\(said)”."
        if wasSilent {
            return .engineSilent.because(
                "The engine “\(engine)” wrote nothing for \(limit.components.seconds) seconds.\(quoted)",
                hint: "Raise the limit if the engine is slow to start.")
        }
        let end =
            switch status ?? 0 {
            case let status where status > 128: "was terminated by signal \(status - 128)"
            case let status: "exited with status \(status)"
            }
        return .engineEnded.because(
            "The engine “\(engine)” \(end) before it answered.\(quoted)")
    }

    private func wake() {
        var byte: UInt8 = 0
        // If the pipe is full, the thread wakes up anyway.
        _ = write(pipes.wakeWrite, &byte, 1)
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String: String]
    ) throws(TranslationError) -> (pid_t, Pipes) {
        var made: [Int32] = []
        for _ in 0..<4 {
            var ends: [Int32] = [-1, -1]
            guard cspawn_pipe(&ends) == 0 else {
                let reason = String(cString: strerror(errno))
                made.forEach { close($0) }
                throw .internalError.because("Cannot create a pipe: \(reason).")
            }
            made += ends
        }
        // The child's standard input, output and error, followed by the pipe that wakes the thread.
        let (theirs, ours) = (
            [made[0], made[3], made[5]], [made[1], made[2], made[4], made[6], made[7]]
        )
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, end) in theirs.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, end, Int32(target))
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var process: pid_t = 0
        let failure = withCStrings([program] + arguments) { arguments in
            withCStrings(environment.map { "\($0)=\($1)" }.sorted()) { environment in
                posix_spawn(&process, program, &actions, &attributes, arguments, environment)
            }
        }
        theirs.forEach { close($0) }
        guard failure == 0 else {
            ours.forEach { close($0) }
            throw .engineMissing.because(
                "\(program) cannot be started: \(String(cString: strerror(failure))).",
                hint: "Check its permissions.")
        }
        for end in ours { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        return (
            process,
            Pipes(
                input: ours[0], output: ours[1], errors: ours[2], wakeRead: ours[3],
                wakeWrite: ours[4])
        )
    }

    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { strdup($0) }
        defer { for case let pointer? in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}
#endif
