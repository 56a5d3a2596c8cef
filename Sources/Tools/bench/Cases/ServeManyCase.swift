import Foundation
import Glibc

/// One server with many small projects: its start, its rest, and durable proposals in all projects
/// and in one.
struct ServeManyCase: BenchmarkCase {
    static let name = "serve-many"
    static let summary =
        "one server with many small projects: start, rest, proposals in all projects and in one, kill -9; beside rows of PostgreSQL"

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    private var projects: Int { bench.options.projects }

    /// The length of each load, in seconds; the default includes packing.
    private var seconds: Int {
        bench.options.seconds ?? (bench.options.events >= 1_000_000 ? 300 : 5)
    }

    /// The time for which the resting server is observed, in seconds.
    private var restSeconds: UInt32 { UInt32(min(30, max(5, seconds))) }

    func run() async throws -> Findings {
        let directory = try makeProjects()
        let configuration = try configure(directory)
        bench.rest()
        var findings = Findings()
        findings.rounds = 1
        try measureStart(configuration, &findings)
        try measureLoads(configuration, &findings)
        try measureLoss(configuration, directory, &findings)
        do {
            findings.measures["postgresRowsPerSecond"] = try Pgbench(scratch: bench.scratch)
                .rowsPerSecond(seconds: min(30, seconds))
        } catch let missing as Pgbench.Missing {
            findings.notes.append(missing.description)
        }
        return findings
    }

    private func makeProjects() throws -> String {
        let source = try bench.cache.smallProject(bench.programs)
        let directory = bench.scratch.path + "/projects"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        try Processes.run([
            "sh", "-c", "for i in $(seq 0 \(projects - 1)); do cp -r \"$0\" \"$1/p$i\"; done",
            source, directory,
        ])
        return directory
    }

    private func configure(_ directory: String) throws -> String {
        let path = bench.scratch.path + "/server.conf"
        var text = "[limits]\n\topenProjects = \(projects)\n"
        for number in 0..<projects {
            text += "[project \"p\(number)\"]\n\tpath = \(directory)/p\(number)\n"
            text += "\tpublic = true\n\ttesters = open\n"
        }
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func start(_ configuration: String) throws -> ServedProject {
        try ServedProject(
            serving: ["--config", configuration], program: bench.programs.server,
            scratch: bench.scratch)
    }

    /// Measures the start, the rest, and first requests to projects that nobody has used.
    private func measureStart(_ configuration: String, _ findings: inout Findings) throws {
        let server = try start(configuration)
        defer { server.stop() }
        findings.measures["readyMilliseconds"] = server.secondsToReady * 1000
        sleep(restSeconds)
        observeRest(of: server, "rest", &findings)
        // The last projects are the last to be opened by a server that opens some at its start.
        let times = try (1...min(20, projects)).map { number in
            try server.seconds(of: "/api/v1/projects/p\(projects - number)/proposals") * 1000
        }
        findings.measures["firstRequestMilliseconds"] = Turns.median(times)
        findings.measures["firstRequestWorstMilliseconds"] = times.max() ?? .infinity
    }

    private func observeRest(
        of server: ServedProject, _ moment: String, _ findings: inout Findings
    ) {
        let before = server.processorSeconds
        sleep(restSeconds)
        let share = (server.processorSeconds - before) / Double(restSeconds)
        findings.measures[moment + "ProcessorPercent"] = 100 * share
        findings.measures[moment + "MiB"] = server.memory
        findings.measures[moment + "ProportionalMiB"] = server.proportionalMemory
        findings.measures[moment + "Threads"] = server.threads
        findings.measures[moment + "Descriptors"] = server.descriptors
    }

    private func measureLoads(_ configuration: String, _ findings: inout Findings) throws {
        let server = try start(configuration)
        defer { server.stop() }
        let wrk = Wrk(directory: bench.scratch.path, port: server.port)
        for (name, projects) in [("all", projects), ("one", 1)] {
            let before = server.processorSeconds
            let figures = try wrk.run(
                "/", script: Wrk.proposals(projects: projects), seconds: seconds, name: name,
                allowsFailures: true)
            let used = server.processorSeconds - before
            findings.measures[name + "PerSecond"] = figures.perSecond
            findings.measures[name + "P99Milliseconds"] = figures.p99
            findings.measures[name + "Failures"] = Double(figures.failures)
            findings.measures[name + "ProcessorMilliseconds"] =
                1000 * used / Double(max(1, figures.requests))
            findings.measures[name + "MiB"] = server.memory
            findings.measures[name + "Threads"] = server.threads
            findings.measures[name + "Descriptors"] = server.descriptors
        }
        sleep(restSeconds)
        observeRest(of: server, "restAfterLoad", &findings)
    }

    /// Kills the server under load, and counts acknowledged proposals that are missing.
    private func measureLoss(
        _ configuration: String, _ directory: String, _ findings: inout Findings
    ) throws {
        let server = try start(configuration)
        let record = bench.scratch.path + "/acknowledged"
        let load = min(10, seconds)
        let killer = try server.kill(after: max(1, load / 2))
        _ = try Wrk(directory: bench.scratch.path, port: server.port).run(
            "/", script: Wrk.proposals(projects: projects, record: record), seconds: load,
            name: "loss", allowsFailures: true)
        _ = Processes.wait(for: killer, since: .now)
        server.stop()
        let acknowledged = try String(contentsOfFile: record, encoding: .utf8)
            .split(separator: "\n")
        let restarted = try start(configuration)
        findings.measures["readyAfterKillMilliseconds"] = restarted.secondsToReady * 1000
        restarted.stop()
        let stored = Set(try storedEvents(in: directory).map { Substring($0) })
        findings.measures["acknowledgedBeforeKill"] = Double(acknowledged.count)
        findings.measures["lostProposals"] = Double(
            acknowledged.count { !stored.contains($0) })
    }

    /// Returns the ids of all events in all projects.
    private func storedEvents(in directory: String) throws -> [String] {
        let text = try Processes.output(of: [
            "sh", "-c",
            "for p in \"$0\"/*; do git -C \"$p\" archive --format=tar \(SingleEvents.branch) events | tar -xO; done | grep -o '\"id\":\"[^\"]*' | cut -c 7-",
            directory,
        ])
        return text.split(separator: "\n").map(String.init)
    }
}
