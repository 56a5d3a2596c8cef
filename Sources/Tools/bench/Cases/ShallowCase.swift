import Foundation

/// A clone of depth 1 of a gathered log, and an export of everything in it, beside the clone alone.
struct ShallowCase: BenchmarkCase {
    static let name = "shallow"
    static let summary =
        "git clone --depth 1 of a gathered log and export of everything, beside the clone alone"

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws -> Findings {
        let hub = try bench.cache.gathered(bench.scaled(100_000), bench.programs)
        let turns = try Turns.take(
            bench.rounds(5),
            [
                Side(name: "clone --depth 1 and export") { round in
                    try clone(hub, "ours-\(round)") { path in
                        try bench.time(
                            bench.dragoman(
                                path, "export", "--format", "i18next-json", "-o", path + ".files"))
                    }
                },
                Side(name: "clone --depth 1") { try clone(hub, "git-\($0)") { _ in 0 } },
            ])
        var findings = Findings()
        findings.add(turns)
        findings.measures["toClone"] = turns.ratio(
            "clone --depth 1 and export", to: "clone --depth 1")
        return findings
    }

    private func clone(
        _ hub: String, _ name: String, then: (String) throws -> Double
    ) throws -> Double {
        let path = bench.scratch.path + "/" + name
        defer { try? FileManager.default.removeItem(atPath: path) }
        let seconds = try bench.time([
            "git", "clone", "-q", "--depth", "1", "--branch", SingleEvents.branch,
            "file://\(hub)", path,
        ])
        return try seconds + then(path)
    }
}
