import Commands
import Extraction
import Foundation
import Git
package import Machine
import Synchronization
import TestKit
import Testing
package import struct Machine.Host
import Workspace

/// A directory with its own machine: a fixed clock, seeded random bits, and a blank configuration.
///
/// The clock advances by a second with each command, so outputs and hashes are reproducible in
/// golden files. The directory is removed when the value is released.
package final class Sandbox: Sendable {
    /// The absolute path of the directory.
    package let directory: String
    private let time: Mutex<Int64>
    private let random: Mutex<SplitMix64>

    /// The time at which every sandbox starts: 2026-11-21T09:30:00Z, in Unix milliseconds.
    package static let start: Int64 = 1_795_253_400_000

    /// Creates an empty directory.
    package init(seed: UInt64 = 1) throws {
        ignoreConfigurationOutsideRepositories()
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("dragoman-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        directory = url.resolvingSymlinksInPath().path
        time = Mutex(Self.start)
        random = Mutex(SplitMix64(seed: seed))
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    /// The output and exit status of a command.
    package struct Result: Sendable {
        /// The exit status.
        package let status: Int32
        /// Standard output.
        package let output: String
        /// Standard error.
        package let errors: String

        package init(status: Int32, output: String, errors: String) {
            self.status = status
            self.output = output
            self.errors = errors
        }
    }

    /// Returns the machine that commands run on.
    package func host(in subdirectory: String = "", environment: [String: String] = [:])
        -> Host
    {
        let usual = [
            "GIT_AUTHOR_NAME": "Ines", "GIT_AUTHOR_EMAIL": "ines@example.org",
            "DRAGOMAN_GUID": "guid-of-ines", "HOME": directory,
            // These variables are for programs that a command starts.
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
        ]
        return Host(
            currentDirectory: subdirectory.isEmpty ? directory : directory + "/" + subdirectory,
            environment: usual.merging(environment) { $1 },
            now: { [self] in time.withLock { $0 } },
            random: RandomBits { [self] in random.withLock { $0.next() } },
            pause: { [self] in advanceClock(milliseconds: Int64($0)) },
            // The parser of the separate program runs in this process.
            scanSwift: { texts, source, _ in texts.map { source.scan($0) } })
    }

    package func advanceClock(milliseconds: Int64) {
        time.withLock { $0 += milliseconds }
    }

    /// Runs a command in this process and advances the clock by a second.
    @discardableResult
    package func run(
        _ arguments: [String], in subdirectory: String = "",
        environment: [String: String] = [:], terminal: RecordingTerminal = RecordingTerminal()
    ) -> Result {
        let status = CommandLineTool.run(
            arguments, host: host(in: subdirectory, environment: environment),
            terminal: terminal)
        advanceClock(milliseconds: 1000)
        let strangers = HintOptions.unknown(in: terminal.errors, after: arguments)
        #expect(
            strangers.isEmpty, "dragoman \(arguments.joined(separator: " ")): \(terminal.errors)")
        return Result(
            status: status, output: anonymous(String(decoding: terminal.output, as: UTF8.self)),
            errors: anonymous(terminal.errors))
    }

    /// Returns the text with the directory's path replaced by `$SANDBOX`.
    package func anonymous(_ text: String) -> String {
        text.replacingOccurrences(of: directory, with: "$SANDBOX")
    }

    /// Writes a file in the directory.
    package func write(_ text: String, to path: String) throws {
        let url = URL(fileURLWithPath: directory + "/" + path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Reads a file in the directory.
    package func read(_ path: String) throws -> String {
        String(
            decoding: try Data(contentsOf: URL(fileURLWithPath: directory + "/" + path)),
            as: UTF8.self)
    }

    /// Runs a program in the sandbox until it exits, without the user's configuration.
    @discardableResult
    package func execute(
        _ program: String, _ arguments: [String], in subdirectory: String = "",
        environment: [String: String] = [:]
    ) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(
            fileURLWithPath: subdirectory.isEmpty ? directory : directory + "/" + subdirectory)
        process.environment = hermeticEnvironment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try Self.withAllSignals { try process.run() }
        // Both pipes are read before waiting, because a program that fills a pipe would never exit.
        let collected = Mutex(Data())
        let reader = Thread {
            let data = errors.fileHandleForReading.readDataToEndOfFile()
            collected.withLock { $0 = data }
        }
        reader.start()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        while reader.isExecuting { usleep(200) }
        return Result(
            status: process.terminationStatus,
            output: anonymous(String(decoding: data, as: UTF8.self)),
            errors: anonymous(
                String(decoding: collected.withLock { $0 }, as: UTF8.self)))
    }

    /// Runs `body` on a thread that blocks no signals, so that a child does not inherit blocked
    /// signals.
    ///
    /// The threads of tests block most signals, and a shell whose SIGCHLD is blocked waits forever.
    static func withAllSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }

    /// Runs git; throws if it fails.
    @discardableResult
    package func git(
        _ arguments: String..., in subdirectory: String = "", environment: [String: String] = [:]
    ) throws -> String {
        let result = try execute(
            "/usr/bin/env", ["git"] + arguments, in: subdirectory, environment: environment)
        guard result.status == 0 else { throw GitFailed(arguments: arguments, result: result) }
        return result.output
    }

    /// The error thrown when a Git command fails.
    package struct GitFailed: Error {
        /// The arguments of the command.
        package let arguments: [String]
        /// The output and exit status of the command.
        package let result: Result
    }

    /// The environment of programs that run in the directory: no user configuration, and a fixed
    /// user.
    package var hermeticEnvironment: [String: String] {
        [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "HOME": directory, "LC_ALL": "C", "TZ": "UTC", "COLUMNS": "100",
            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
            "GIT_AUTHOR_NAME": "Ines", "GIT_AUTHOR_EMAIL": "ines@example.org",
            "GIT_COMMITTER_NAME": "Ines", "GIT_COMMITTER_EMAIL": "ines@example.org",
            "GIT_AUTHOR_DATE": "2026-11-21T09:30:00Z", "GIT_COMMITTER_DATE": "2026-11-21T09:30:00Z",
            "GIT_TERMINAL_PROMPT": "0", "DRAGOMAN_GUID": "guid-of-ines",
        ]
    }
}
