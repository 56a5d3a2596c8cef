/// The read model made anew, beside reading the same blobs through git and inserting as many rows.
struct RebuildCase: BenchmarkCase {
    static let name = "rebuild"
    static let summary =
        "rebuild of the corpus and of 1,000,000 single-event commits, beside git cat-file --batch and inserts"

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws -> Findings {
        var findings = Findings()
        try measure(Corpus(bench).repository(), "corpus", &findings)
        try measure(
            bench.cache.singleEvents(bench.options.events, bench.programs), "single", &findings)
        return findings
    }

    private func measure(
        _ source: String, _ name: String, _ findings: inout Findings
    ) throws {
        let floor = Floor(bench.scratch)
        let copy = try bench.scratch.copy(source, as: name)
        let lines = try floor.eventLines(of: copy)
        var rows = 0
        var peak = 0
        let turns = try Turns.take(
            bench.rounds(3), warmUps: 0, budget: 120,
            [
                Side(name: "rebuild") { _ in
                    let ended = try Processes.run(bench.dragoman(copy, "rebuild"))
                    peak = max(peak, ended.peakKiB)
                    return ended.seconds
                },
                Side(name: "floor: cat-file") { _ in try floor.reading(copy) },
                Side(name: "floor: insert") { _ in
                    let result = try floor.inserting(linesOf: lines)
                    rows = result.rows
                    return result.seconds
                },
                Side(name: "copy of its tables") { _ in try floor.copyingTables(of: copy) },
            ])
        findings.add(turns, named: "\(name), ")
        findings.measures["\(name)ToFloor"] = turns.ratio(
            "rebuild", to: ["floor: cat-file", "floor: insert"])
        // What SQLite alone takes for what is left in the end.
        findings.measures["\(name), to a copy of its tables"] = turns.ratio(
            "rebuild", to: "copy of its tables")
        findings.counts["peak MiB: \(name)"] = Double(peak / 1024)
        findings.counts["rows of the floor: \(name)"] = Double(rows)
    }
}
