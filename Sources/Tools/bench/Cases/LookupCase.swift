import Foundation

/// Plain keys in the client's texts, beside a dictionary.
struct LookupCase: BenchmarkCase {
    static let name = "lookup"
    static let summary = "100,000 lookups of plain keys in the client, beside a dictionary"

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws -> Findings {
        let words = [
            bench.programs.lookup, String(bench.scaled(100_000)), String(bench.rounds(31)),
        ]
        let output = try Processes.output(of: words)
        let turns = Turns(
            times: try JSONDecoder().decode([String: [Double]].self, from: Data(output.utf8)))
        var findings = Findings()
        findings.add(turns)
        findings.measures["textsToDictionary"] = turns.ratio("texts", to: "dictionary")
        return findings
    }
}
