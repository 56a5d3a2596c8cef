/// A rebuild of the read model, compared with reading the same blobs through git and inserting as
/// many rows.
struct RebuildCase: BenchmarkCase {
    static let name = "rebuild"
    static let summary = "rebuild of the corpus, beside git cat-file --batch and inserts"

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws -> Findings {
        let floor = Floor(bench.scratch)
        let copy = try bench.scratch.copy(Corpus(bench).repository(), as: "corpus")
        let lines = try floor.eventLines(of: copy)
        let turns = try Turns.take(
            bench.rounds(3), warmUps: 0,
            [
                Side(name: "rebuild") { _ in try bench.time(bench.dragoman(copy, "rebuild")) },
                Side(name: "floor: cat-file") { _ in try floor.reading(copy) },
                Side(name: "floor: insert") { _ in try floor.inserting(linesOf: lines) },
            ])
        var findings = Findings()
        findings.add(turns)
        findings.measures["corpusToFloor"] = turns.ratio(
            "rebuild", to: ["floor: cat-file", "floor: insert"])
        return findings
    }
}
