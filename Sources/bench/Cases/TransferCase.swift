import Foundation
import Glibc
import struct Workspace.Host
import Workspace

/// A whole clone, and a push and a fetch of one event, by git and by libgit2, over a path and over `git daemon`.
///
/// The two carriers take turns in every round. The time is that of the library's call, so that starting our own
/// program, which both need, is not in it.
struct TransferCase: BenchmarkCase {
    static let name = "transfer"
    static let summary = "clone, push and fetch by git and by libgit2; no thresholds"

    private static let transports = ["git", "libgit2"]

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws -> Findings {
        let source = try bench.cache.singleEvents(bench.scaled(10_000), bench.programs)
        try Processes.run(["git", "clone", "-q", "--bare", source, path("hub.git")])
        var findings = Findings()
        try measure("path", path("hub.git"), &findings)
        let daemon = try Daemon(serving: bench.scratch.path)
        defer { daemon.stop() }
        try measure("daemon", daemon.url + "/hub.git", &findings)
        return findings
    }

    private func path(_ name: String) -> String { "\(bench.scratch.path)/\(name)" }

    private func measure(_ line: String, _ url: String, _ findings: inout Findings) throws {
        for transport in Self.transports {
            for role in ["writer", "reader"] {
                try clone(url, path("\(line)-\(transport)-\(role)"), "git")
            }
        }
        let works: [(name: String, rounds: Int, work: (String, Int) throws -> Double)] = [
            ("push", 11, { try push(line, $0, $1) }), ("fetch", 11, { try fetch(line, $0, $1) }),
            (
                "clone", 3,
                { transport, round in
                    let copy = path("\(line)-\(transport)-copy-\(round)")
                    defer { try? FileManager.default.removeItem(atPath: copy) }
                    return try Turns.seconds { try clone(url, copy, transport) }
                }
            ),
        ]
        for (name, rounds, work) in works {
            let turns = try Turns.take(
                bench.rounds(rounds),
                Self.transports.map { transport in
                    Side(name: transport) { try work(transport, $0) }
                })
            findings.add(turns, named: "\(line), \(name), ")
            findings.measures["\(line), \(name): libgit2 to git"] = turns.ratio(
                "libgit2", to: "git")
        }
    }

    private func push(_ line: String, _ transport: String, _ round: Int) throws -> Double {
        let directory = path("\(line)-\(transport)-writer")
        // What the other carrier pushed in between comes first.
        _ = try exchange(directory, "git").sync()
        try Appender(directory: directory, name: "\(line).\(transport).\(round)").append(1)
        return try Turns.seconds { _ = try exchange(directory, transport).push() }
    }

    private func fetch(_ line: String, _ transport: String, _ round: Int) throws -> Double {
        let writer = path("\(line)-git-writer")
        let reader = path("\(line)-\(transport)-reader")
        _ = try exchange(reader, "git").fetch()
        _ = try exchange(writer, "git").sync()
        try Appender(directory: writer, name: "\(line).\(transport).fetch.\(round)").append(1)
        _ = try exchange(writer, "git").push()
        return try Turns.seconds { _ = try exchange(reader, transport).fetch() }
    }

    private func clone(_ url: String, _ directory: String, _ transport: String) throws {
        _ = try Cloning(url, to: directory, host: host(transport)).run()
    }

    private func exchange(_ directory: String, _ transport: String) throws -> Exchange {
        try Exchange(directory, host: host(transport))
    }

    private func host(_ transport: String) -> Host {
        var host = Host.bench
        host.environment["DRAGOMAN_TRANSPORT"] = transport
        return host
    }
}

/// `git daemon` on the loopback, which goes when this process does.
private struct Daemon {
    let url: String
    private let shell: pid_t
    private let line = Pipe()

    init(serving directory: String) throws {
        let port = Int.random(in: 20_000..<30_000)
        url = "git://127.0.0.1:\(port)"
        let script = """
            "$(git --exec-path)/git-daemon" --listen=127.0.0.1 --port=\(port) --base-path="$0" \
            --export-all --enable=receive-pack --reuseaddr "$0" </dev/null &
            read -r line; kill $!; wait
            """
        _ = fcntl(line.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        shell = try Processes.start(
            ["sh", "-c", script, directory],
            streams: Streams(inputDescriptor: line.fileHandleForReading.fileDescriptor))
        try line.fileHandleForReading.close()
        let begin = ContinuousClock.now
        while (try? Processes.run(["git", "ls-remote", url + "/hub.git"])) == nil {
            guard (ContinuousClock.now - begin).inSeconds < 10 else {
                throw RecipeFailure(reason: "git daemon did not answer")
            }
            usleep(50_000)
        }
    }

    func stop() {
        try? line.fileHandleForWriting.close()
        _ = Processes.wait(for: shell, since: .now)
    }
}
