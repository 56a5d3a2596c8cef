import Foundation
import Workspace

/// A whole clone, and a push and a fetch of one event, by git and by libgit2, over a path and over `git daemon`.
///
/// The two carriers take turns in every round. The time is that of the library's call, so that starting our own
/// program, which both need, is not in it.
struct TransferCase {
    let options: BenchmarkOptions
    let scratch: ScratchDirectory

    private static let transports = ["git", "libgit2"]

    func run() throws {
        let hub = try hub()
        try run("path", url: hub)
        let daemon = try Daemon(serving: scratch.path)
        defer { daemon.stop() }
        try run("git", url: daemon.url + "/hub.git")
    }

    private func run(_ line: String, url: String) throws {
        var times: [String: [Double]] = [:]
        func note(_ name: String, _ transport: String, _ isWarm: Bool, _ body: () throws -> Void)
            rethrows
        {
            let clock = ContinuousClock()
            let elapsed = try clock.measure(body).components
            guard isWarm else { return }
            times["\(name).\(transport)", default: []].append(
                Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18)
        }
        for transport in Self.transports {
            let writer = "\(scratch.path)/\(line)-\(transport)-writer"
            let reader = "\(scratch.path)/\(line)-\(transport)-reader"
            for directory in [writer, reader] { try clone(url, directory, "git") }
        }
        for round in 0...options.rounds {
            for transport in Self.transports {
                let writer = "\(scratch.path)/\(line)-\(transport)-writer"
                let reader = "\(scratch.path)/\(line)-\(transport)-reader"
                // What the other carrier pushed in between comes first.
                _ = try exchange(writer, "git").sync()
                _ = try exchange(reader, "git").fetch()
                try Filling.add(1, to: writer, from: 1_000_000 + round)
                try note("push", transport, round > 0) {
                    _ = try exchange(writer, transport).push()
                }
                try note("fetch", transport, round > 0) {
                    _ = try exchange(reader, transport).fetch()
                }
                // A clone takes long, and a few are enough.
                guard round <= max(3, options.rounds / 5) else { continue }
                let copy = "\(scratch.path)/\(line)-\(transport)-copy"
                try note("clone", transport, round > 0) { try clone(url, copy, transport) }
                try FileManager.default.removeItem(atPath: copy)
            }
        }
        for name in ["clone", "push", "fetch"] {
            let git = median(times["\(name).git"] ?? [])
            let libgit2 = median(times["\(name).libgit2"] ?? [])
            try report([
                "case": "transfer", "line": line, "what": name, "events": options.events,
                "rounds": times["\(name).git"]?.count ?? 0, "gitMedianSeconds": git,
                "libgit2MedianSeconds": libgit2, "libgit2ToGit": git > 0 ? libgit2 / git : 0,
            ])
        }
    }

    /// A bare repository with the log, packed.
    private func hub() throws -> String {
        let app = scratch.path + "/app"
        let hub = scratch.path + "/hub.git"
        try FileManager.default.createDirectory(atPath: app, withIntermediateDirectories: true)
        _ = try Workspace.initialize(app, .init(), machine: machine("git")) { _ in }
        try Filling.add(options.events, to: app)
        try time(["/usr/bin/env", "git", "clone", "-q", "--bare", app, hub], in: scratch.path)
        try time(["/usr/bin/env", "git", "gc", "-q"], in: hub)
        return hub
    }

    private func clone(_ url: String, _ directory: String, _ transport: String) throws {
        _ = try Cloning(url, to: directory, machine: machine(transport)).run()
    }

    private func exchange(_ directory: String, _ transport: String) throws -> Exchange {
        try Exchange(directory, machine: machine(transport))
    }

    private func machine(_ transport: String) -> Machine {
        Machine(
            currentDirectory: scratch.path,
            environment: [
                "DRAGOMAN_TRANSPORT": transport, "HOME": scratch.path,
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
                "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
                "GIT_AUTHOR_NAME": "Bench", "GIT_AUTHOR_EMAIL": "bench@example.org",
            ], now: { Int64(Date().timeIntervalSince1970 * 1000) }, random: .system)
    }
}

/// `git daemon` on the loopback.
private struct Daemon {
    let url: String
    private let process = Process()

    init(serving directory: String) throws {
        let port = Int.random(in: 20_000..<30_000)
        url = "git://127.0.0.1:\(port)"
        process.executableURL = URL(fileURLWithPath: "/usr/lib/git-core/git-daemon")
        process.arguments = [
            "--listen=127.0.0.1", "--port=\(port)", "--base-path=\(directory)", "--export-all",
            "--enable=receive-pack", "--reuseaddr", directory,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        Thread.sleep(forTimeInterval: 1)
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}
