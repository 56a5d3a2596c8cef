import Cspawn
import Foundation
import Glibc

struct ProcessFailure: Error, CustomStringConvertible {
    let words: [String]
    let status: Int32
    let errors: String

    var description: String {
        let shown = words.count > 12 ? words.prefix(12) + ["…"] : words[...]
        return "`\(shown.joined(separator: " "))` ended with \(status): \(errors)"
    }
}

/// The exit status of a program, and the resources used by it and its child processes.
struct Ended {
    let status: Int32
    /// The wall time in seconds.
    let seconds: Double
    /// The maximum resident set, in KiB.
    let peakKiB: Int
}

/// The input and output of a program.
struct Streams {
    /// A file for standard input.
    var input = "/dev/null"
    /// A descriptor for standard input, instead of a file.
    var inputDescriptor: Int32?
    /// A file for standard output.
    var output = "/dev/null"
    /// A file for standard error.
    var errors = "/dev/null"
    /// Whether the program uses the benchmark's standard error.
    var sharesErrors = false
    /// Whether the program and its child processes form a group that can be ended at once.
    var isGroup = false
}

/// Programs that the benchmark runs, in an environment that does not depend on the current user.
enum Processes {
    /// The environment of the benchmark itself.
    static let inherited = ProcessInfo.processInfo.environment

    /// The environment of all programs: a home directory without settings, and a name for commits.
    static let environment: [String: String] = [
        "PATH": inherited["PATH"] ?? "/usr/bin:/bin",
        "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_TERMINAL_PROMPT": "0",
        "GIT_AUTHOR_NAME": "Bench", "GIT_AUTHOR_EMAIL": "bench@example.org",
        "GIT_COMMITTER_NAME": "Bench", "GIT_COMMITTER_EMAIL": "bench@example.org",
        "DRAGOMAN_GUID": "guid-of-bench",
    ]

    /// Starts a program, found in the PATH if its name has no slash, and returns its process id.
    static func start(
        _ words: [String], in directory: String = "/", streams: Streams = Streams()
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Only the child changes its directory, because all threads of this process share one
        // directory.
        posix_spawn_file_actions_addchdir_np(&actions, directory)
        if let descriptor = streams.inputDescriptor {
            posix_spawn_file_actions_adddup2(&actions, descriptor, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, streams.input, O_RDONLY, 0)
        }
        let writing = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, streams.output, writing, 0o644)
        if !streams.sharesErrors {
            posix_spawn_file_actions_addopen(
                &actions, STDERR_FILENO, streams.errors, writing, 0o644)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A program would inherit ignored and blocked signals, and these could then not terminate
        // it.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let group = streams.isGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
        posix_spawnattr_setpgroup(&attributes, 0)
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var process: pid_t = 0
        let status = posix_spawnp(
            &process, words[0], &actions, &attributes, &arguments, &variables)
        guard status == 0 else {
            throw ProcessFailure(
                words: words, status: status,
                errors: "in \(directory): \(String(cString: strerror(status)))")
        }
        return process
    }

    /// Waits for a program to exit, and returns its status and resources; time is counted from
    /// `start`.
    static func wait(for process: pid_t, since start: ContinuousClock.Instant) -> Ended {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
        let seconds = (ContinuousClock.now - start).inSeconds
        let signal = status & 0x7F
        return Ended(
            status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, seconds: seconds,
            peakKiB: Int(usage.ru_maxrss))
    }

    /// Runs a program until it ends; if it fails, throws an error with its output.
    @discardableResult
    static func run(
        _ words: [String], in directory: String = "/", streams: Streams = Streams(),
        accepting statuses: Set<Int32> = [0]
    ) throws -> Ended {
        var streams = streams
        let errors = fileOfItsOwn("errors")
        if streams.errors == "/dev/null" { streams.errors = errors }
        defer { unlink(errors) }
        let begin = ContinuousClock.now
        let ended = wait(for: try start(words, in: directory, streams: streams), since: begin)
        guard statuses.contains(ended.status) else {
            let said = (try? String(contentsOfFile: streams.errors, encoding: .utf8)) ?? ""
            throw ProcessFailure(
                words: words, status: ended.status, errors: String(said.suffix(500)))
        }
        return ended
    }

    /// Runs a program and returns its standard output.
    static func output(
        of words: [String], in directory: String = "/", accepting statuses: Set<Int32> = [0]
    ) throws -> String {
        let file = fileOfItsOwn("output")
        defer { unlink(file) }
        try run(words, in: directory, streams: Streams(output: file), accepting: statuses)
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    private static func fileOfItsOwn(_ kind: String) -> String {
        "\(NSTemporaryDirectory())/bench-\(kind)-\(getpid())-\(UUID().uuidString)"
    }
}

extension Duration {
    /// The duration in seconds.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
