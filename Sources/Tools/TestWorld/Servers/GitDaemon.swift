import Foundation

/// A server for the Git protocol on a free loopback port, serving everything in a directory.
package final class GitDaemon: Sendable {
    /// The address of the directory, such as `git://127.0.0.1:4711`.
    package var url: String { "git://127.0.0.1:\(port)" }
    /// The port that the server listens on.
    package var port: UInt16 { process.port }
    private let process: ServerProcess

    /// Starts a server for a directory and waits until it answers.
    ///
    /// Unless `takesPushes` is true, the server rejects pushes, as Git's daemon does by default.
    package init(serving directory: String, takesPushes: Bool = true) throws {
        process = try ServerProcess.start(
            log: FileManager.default.temporaryDirectory.path
                + "/dragoman-daemon-\(UUID().uuidString).log", readyWord: "Ready to rumble",
            environment: [
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
                "HOME": directory, "LC_ALL": "C", "GIT_CONFIG_GLOBAL": "/dev/null",
                "GIT_CONFIG_SYSTEM": "/dev/null",
            ]
        ) { port in
            [
                "/usr/lib/git-core/git-daemon", "--listen=127.0.0.1", "--port=\(port)",
                "--base-path=\(directory)", "--export-all", "--reuseaddr", "--verbose",
            ] + (takesPushes ? ["--enable=receive-pack"] : []) + [directory]
        }
    }

    deinit {
        process.stop()
        try? FileManager.default.removeItem(atPath: process.log)
    }
}
