import Cspawn
import Foundation
import Translation

/// Runs another program and waits until it exits.
///
/// Foundation's `Process` puts a child in a separate process group, in which it cannot read from a
/// terminal. It also passes on blocked signals, which makes some programs wait forever. This type
/// avoids both problems.
package enum ChildProcess {
    /// The exit status of a program and its output.
    package struct Result {
        package let status: Int32
        package let output: String
        package let errors: String
    }

    /// Receives a program's standard error while it runs, and may stop the program.
    package struct Listener {
        /// Receives each part of the output as it arrives.
        package let hear: ([UInt8]) -> Void
        /// Returns true to stop the program; called a few times a second.
        package let isCancelled: () -> Bool

        package init(
            hear: @escaping ([UInt8]) -> Void, isCancelled: @escaping () -> Bool
        ) {
            self.hear = hear
            self.isCancelled = isCancelled
        }
    }

    /// Runs a program and collects its output in files in a scratch directory.
    ///
    /// `input` is the file for its standard input. Without `input`, standard input is the terminal
    /// if a user is present. Otherwise standard input is empty, and the program cannot open the
    /// terminal by itself.
    package static func run(
        _ program: String, _ arguments: [String], input: String? = nil, isAttended: Bool,
        environment: [String: String], in scratch: ScratchDirectory, listening: Listener? = nil
    ) throws -> Result {
        let output = scratch.path + "/output"
        let errors = scratch.path + "/errors"
        let process = try spawn(
            program, arguments, environment: environment, isAttended: isAttended
        ) { actions in
            if let input = input ?? (isAttended ? nil : "/dev/null") {
                posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
            }
            for (descriptor, path) in [(STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
                posix_spawn_file_actions_addopen(
                    &actions, descriptor, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            }
        }
        // Without a terminal, the child leads a session and a process group with everything it
        // starts, such as `ssh`. A terminal signals its foreground group itself.
        let stopped = isAttended ? process : -process
        let status = try listening.map {
            try follow(process, stopping: stopped, saying: errors, $0)
        }
        return Result(
            status: status ?? wait(for: process), output: try text(of: output),
            errors: try text(of: errors))
    }

    /// Starts a program whose standard streams `redirect` sets, and returns its process id.
    static func spawn(
        _ program: String, _ arguments: [String], environment: [String: String], isAttended: Bool,
        redirect: (inout posix_spawn_file_actions_t) -> Void
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        redirect(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let session = isAttended ? 0 : cspawn_setsid
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | session)
        var process: pid_t = 0
        let failure = withCStrings([program] + arguments) { arguments in
            withCStrings(environment.map { "\($0)=\($1)" }.sorted()) { environment in
                posix_spawn(&process, program, &actions, &attributes, arguments, environment)
            }
        }
        guard failure == 0 else {
            throw Refusal(
                .file, "\(program) cannot be started: \(String(cString: strerror(failure))).",
                hint: "Check its permissions.")
        }
        return process
    }

    /// Waits for a child and passes on the output that it writes to a file.
    ///
    /// A pipe would not work, because processes that outlive the child, such as a shared `ssh`
    /// connection, can keep it open for hours.
    private static func follow(
        _ process: pid_t, stopping stopped: pid_t, saying path: String, _ listener: Listener
    ) throws -> Int32 {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { if file >= 0 { close(file) } }
        func passOn() {
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = read(file, &bytes, bytes.count)
                guard count > 0 else { return }
                listener.hear(Array(bytes[..<count]))
            }
        }
        // The number of pauses since the child was told to stop.
        var stopping = 0
        // Start with a short pause, so that a child that needs only milliseconds is not delayed.
        var pause: UInt32 = 500
        while true {
            if let status = status(of: process) {
                passOn()
                return status
            }
            passOn()
            if stopping > 0 || listener.isCancelled() {
                if stopping == 0 { kill(stopped, SIGTERM) }
                // After about three seconds, kill a program that has not stopped.
                if stopping == 60 { kill(stopped, SIGKILL) }
                stopping += 1
            }
            usleep(pause)
            pause = min(pause * 3 / 2, 50_000)
        }
    }

    /// Returns the exit status of a child, or nil if it is still running.
    static func status(of process: pid_t) -> Int32? {
        var status: Int32 = 0
        let ended = waitpid(process, &status, WNOHANG)
        return ended == process || (ended < 0 && errno != EINTR) ? exitStatus(status) : nil
    }

    /// Waits for a child, and returns its exit status, or 128 plus the number of a signal.
    static func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return exitStatus(status)
    }

    private static func exitStatus(_ status: Int32) -> Int32 {
        // The macros of <sys/wait.h>: the exit status is in the second byte, and a signal in the
        // first.
        status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    private static func text(of path: String) throws -> String {
        String(decoding: try Files.read(path), as: UTF8.self)
    }

    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { strdup($0) }
        defer { for case let pointer? in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}

/// A directory for the files of a child process, removed when the instance is released.
package final class ScratchDirectory: Sendable {
    package let path: String

    /// Creates the directory in `TMPDIR`, or otherwise in `/tmp`, for the current user only.
    package init(_ host: Host) throws {
        let parent = host.absolute(host.variable("TMPDIR") ?? "/tmp")
        var template = Array("\(parent)/dragoman-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Refusal(
                .file,
                "A temporary directory cannot be created in \(parent): \(String(cString: strerror(errno))).",
                hint: "Set TMPDIR to another directory for temporary files.")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? Files.remove(path) }

    /// Writes a file and returns its path.
    package func add(_ bytes: [UInt8], as name: String) throws -> String {
        let file = path + "/" + name
        try Files.write(bytes, to: file)
        return file
    }
}
