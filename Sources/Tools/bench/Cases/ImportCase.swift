import Foundation

/// The import of the whole corpus in one command, until it is durable and projected, compared with
/// a script and gzip.
struct ImportCase: BenchmarkCase {
    static let name = "import"
    static let summary =
        "import of all MediaWiki texts and the first status, beside a script that parses and inserts, and gzip -1"

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws -> Findings {
        let corpus = Corpus(bench)
        let files = try corpus.files()
        let floor = Floor(bench.scratch)
        let lines = try floor.eventLines(of: corpus.repository())
        var peak = 0
        var parts: [String: [Double]] = [:]
        let turns = try Turns.take(
            bench.rounds(3), warmUps: 0,
            [
                Side(name: "import and status") { round in
                    let path = bench.scratch.path + "/import-\(round)"
                    defer { try? FileManager.default.removeItem(atPath: path) }
                    try corpus.begin(files, at: path)
                    let steps = [
                        ("import", corpus.importing(files, into: path)),
                        ("status", bench.dragoman(path, "status")),
                    ]
                    return try steps.reduce(0) { sum, step in
                        let ended = try Processes.run(step.1)
                        peak = max(peak, ended.peakKiB)
                        parts[step.0, default: []].append(ended.seconds)
                        return sum + ended.seconds
                    }
                },
                Side(name: "floor: parse and insert") { _ in try floor.importing(files) },
                Side(name: "floor: gzip -1") { _ in try floor.compressing(lines) },
            ])
        var findings = Findings()
        findings.add(turns)
        findings.add(Turns(times: parts), named: "of it ")
        findings.measures["toFloor"] = turns.ratio(
            "import and status", to: ["floor: parse and insert", "floor: gzip -1"])
        findings.measures["peakMiB"] = Double(peak) / 1024
        return findings
    }
}
