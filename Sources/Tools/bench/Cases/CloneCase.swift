import Foundation

/// A clone and the first look into it, beside git's clone alone.
struct CloneCase: BenchmarkCase {
    static let name = "clone"
    static let summary =
        "clone and first status of 100,000 single-event commits beside git clone --bare"

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws -> Findings {
        let source = try bench.cache.singleEvents(bench.scaled(100_000), bench.programs)
        let hub = bench.scratch.path + "/hub.git"
        try Processes.run(["git", "clone", "-q", "--bare", source, hub])
        var parts: [String: [Double]] = [:]
        let turns = try Turns.take(
            bench.rounds(5),
            [
                Side(name: "clone and status") { round in
                    let path = "\(bench.scratch.path)/ours-\(round)"
                    defer { try? FileManager.default.removeItem(atPath: path) }
                    let steps = [
                        ("clone", [bench.programs.dragoman, "clone", "file://\(hub)", path]),
                        ("status", bench.dragoman(path, "status")),
                    ]
                    return try steps.reduce(0) { sum, step in
                        let seconds = try bench.time(step.1)
                        parts[step.0, default: []].append(seconds)
                        return sum + seconds
                    }
                },
                Side(name: "git clone --bare") { round in
                    let path = "\(bench.scratch.path)/git-\(round)"
                    defer { try? FileManager.default.removeItem(atPath: path) }
                    return try bench.time(["git", "clone", "-q", "--bare", "file://\(hub)", path])
                },
            ])
        var findings = Findings()
        findings.add(turns)
        findings.add(Turns(times: parts), named: "of it ")
        findings.measures["toGitClone"] = turns.ratio("clone and status", to: "git clone --bare")
        return findings
    }
}
