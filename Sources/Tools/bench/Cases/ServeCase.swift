import EventStore
import Foundation
import GitEventStore

/// The server over HTTP: durable proposals on 64 connections, with and without concurrent readers,
/// and read requests.
struct ServeCase: BenchmarkCase {
    static let name = "serve"
    static let summary =
        "durable proposals over HTTP of 64 connections, beside the same commits through GitEventStore alone; reads beside the shortest answer"

    private static let languages = 10
    private static let proposals = "/api/v1/projects/served/proposals"
    /// The number of commits per round that are appended again.
    private static let commits = 100

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    /// The time for each side of a round, in seconds.
    private var seconds: Int { bench.options.events >= 1_000_000 ? 10 : 2 }

    func run() async throws -> Findings {
        let source = try bench.cache.languages(Self.languages, bench.programs)
        let own = try bench.scratch.copy(source, as: "served")
        let plain = try OtherWriter(try bench.scratch.copy(source, as: "plain")).store
        bench.rest()
        let server = try ServedProject(
            own, program: bench.programs.server, scratch: bench.scratch)
        defer { server.stop() }
        let wrk = Wrk(directory: bench.scratch.path, port: server.port)
        let manifest = "/projects/served/bundles/at/\(try tip(of: own))/manifest.json"
        let manifestTag = try server.tag(of: manifest)
        var times: [String: [Double]] = [:]
        var p99: [Double] = []
        for round in 0...bench.rounds(3) {
            let before = try tip(of: own)
            let alone = try write(2 * round, by: wrk)
            let commits = try self.commits(before, in: own)
            let events = commits.reduce(0) { $0 + $1.events }
            let append = try Turns.seconds { try self.append(commits, to: plain) }
            // A task that waits for a program blocks its thread.
            let readers = Task.detached { [seconds] in
                try wrk.run(
                    Self.proposals + "?limit=20", script: Wrk.steady, connections: 10,
                    seconds: seconds)
            }
            let beside = try write(2 * round + 1, by: wrk)
            _ = try await readers.value
            let live = try wrk.run("/health/live", seconds: seconds / 2)
            let strings = "/api/v1/projects/served/texts/\(ManyLanguages.code(0))"
            let unchanged = try wrk.run(
                strings, script: Wrk.conditional(try server.tag(of: strings)), seconds: seconds / 2)
            let bundle = try wrk.run(
                manifest, script: Wrk.conditional(manifestTag), seconds: seconds / 2)
            // The first round is a warm-up.
            guard round > 0 else { continue }
            times["proposal", default: []].append(1 / alone.perSecond)
            times["append", default: []].append(append / Double(max(1, events)))
            times["proposal beside reads", default: []].append(1 / beside.perSecond)
            times["shortest answer", default: []].append(1 / live.perSecond)
            times["304", default: []].append(1 / unchanged.perSecond)
            times["304 of a bundle", default: []].append(1 / bundle.perSecond)
            p99.append(alone.p99)
        }
        let turns = Turns(times: times)
        var findings = Findings()
        findings.add(turns)
        findings.measures["writesPerSecond"] = 1 / turns.median("proposal")
        findings.measures["writesToAppend"] = turns.ratio("append", to: "proposal")
        findings.measures["besideReadsToAlone"] = turns.ratio(
            "proposal", to: "proposal beside reads")
        findings.measures["writesP99Milliseconds"] = Turns.median(p99)
        findings.measures["notModifiedToShortest"] = turns.ratio("shortest answer", to: "304")
        findings.measures["bundleNotModifiedToShortest"] = turns.ratio(
            "shortest answer", to: "304 of a bundle")
        findings.measures["memoryMiB"] = server.memory
        try await addLarge(to: &findings)
        return findings
    }

    /// Measures a project with many events: the time until it is ready, and pages of its proposals.
    private func addLarge(to findings: inout Findings) async throws {
        let source = try bench.cache.singleEvents(bench.options.events, bench.programs)
        let large = try bench.scratch.copy(source, as: "large")
        var starts: [Double] = []
        for round in 0...bench.rounds(3) {
            let server = try ServedProject(
                large, program: bench.programs.server, scratch: bench.scratch)
            defer { server.stop() }
            starts.append(server.secondsToReady)
            guard round == bench.rounds(3) else { continue }
            let pages = try Wrk(directory: bench.scratch.path, port: server.port).run(
                "/api/v1/projects/large/proposals?limit=100", connections: 16, seconds: seconds / 2)
            findings.measures["pagesPerSecond"] = pages.perSecond
            findings.measures["pagesP99Milliseconds"] = pages.p99
        }
        findings.measures["readyMilliseconds"] = Turns.median(Array(starts.dropFirst())) * 1000
    }

    private func write(_ round: Int, by wrk: Wrk) throws -> Wrk.Figures {
        let languages = (0..<Self.languages).map(ManyLanguages.code)
        return try wrk.run(
            Self.proposals, script: Wrk.proposals(languages: languages), seconds: seconds,
            name: "round-\(round)")
    }

    private func tip(of repository: String) throws -> String {
        try Processes.output(of: ["git", "rev-parse", SingleEvents.branch], in: repository)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A commit by the server, to be appended again.
    private struct Commit {
        var lines: [String: [(name: String, bytes: [UInt8])]] = [:]
        var events: Int { lines.values.reduce(0) { $0 + $1.count } }
    }

    /// Returns the commits since the given one, with their events, in order.
    private func commits(_ before: String, in repository: String) throws -> [Commit] {
        let text = try Processes.output(
            of: [
                "git", "log", "--format=tformat:commit", "-p", "--no-color", "-\(Self.commits)",
                "\(before)..\(SingleEvents.branch)", "--", "events",
            ], in: repository)
        var commits: [Commit] = []
        var folder = ""
        for line in text.split(separator: "\n") {
            if line == "commit" {
                commits.append(Commit())
            } else if line.hasPrefix("+++ b/events/") {
                folder = String(line.dropFirst("+++ b/events/".count).prefix { $0 != "/" })
            } else if line.hasPrefix("+{"), !commits.isEmpty,
                let id = line.firstRange(of: "\"id\":\"")
            {
                let name = String(line[id.upperBound...].prefix { $0 != "\"" })
                commits[commits.count - 1].lines[folder, default: []].append(
                    (name, Array(line.dropFirst().utf8) + [UInt8(ascii: "\n")]))
            }
        }
        return commits.filter { $0.events > 0 }.reversed()
    }

    private func append(_ commits: [Commit], to store: GitEventStore) throws {
        guard var head = try store.head() else { throw AppendConflict() }
        for commit in commits {
            let files = commit.lines.sorted { $0.key < $1.key }
                .flatMap { NewFile.files(folder: $0.key, lines: $0.value) }
            let addition = Addition(
                files: files, message: "append \(commit.events) events\n",
                author: Author(name: "Bench", email: "bench@example.org", seconds: 1_700_000_000))
            head = try store.append(addition, expecting: head).position
        }
    }
}
