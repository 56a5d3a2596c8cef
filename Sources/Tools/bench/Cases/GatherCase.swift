import Foundation

/// What a clone of depth 1 takes, in bytes and seconds, before and after gathering; and what gathering costs.
struct GatherCase: BenchmarkCase {
    static let name = "gather"
    static let summary =
        "git clone --depth 1 of 100,000 single-event commits, gathered and not; no thresholds"

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws -> Findings {
        let source = try bench.cache.singleEvents(bench.scaled(100_000), bench.programs)
        let path = try bench.scratch.copy(source, as: "log")
        var findings = Findings()
        findings.seconds["gather --all"] = try bench.time(bench.dragoman(path, "gather", "--all"))
        findings.seconds["status after it"] = try bench.time(bench.dragoman(path, "status"))
        findings.seconds["gc after it"] = try bench.time(bench.dragoman(path, "gc"))
        let hubs = ["plain": source, "gathered": path]
        var bytes: [String: Int] = [:]
        let turns = try Turns.take(
            bench.rounds(5),
            hubs.sorted { $0.key < $1.key }.map { name, hub in
                Side(name: "clone --depth 1, \(name)") { round in
                    let copy = "\(bench.scratch.path)/\(name)-\(round)"
                    defer { try? FileManager.default.removeItem(atPath: copy) }
                    let seconds = try bench.time([
                        "git", "clone", "-q", "--bare", "--depth", "1", "--branch",
                        SingleEvents.branch, "file://\(hub)", copy,
                    ])
                    bytes[name] = try Counting.size(of: copy + "/objects")
                    return seconds
                }
            })
        findings.add(turns)
        findings.measures["cloneGatheredToPlain"] = turns.ratio(
            "clone --depth 1, gathered", to: "clone --depth 1, plain")
        let recipe = SingleEvents(events: bench.scaled(100_000))
        for (name, size) in bytes {
            findings.counts["bytes an event in the clone, \(name)"] =
                Double(size) / Double(recipe.commits + recipe.strings)
        }
        return findings
    }
}
