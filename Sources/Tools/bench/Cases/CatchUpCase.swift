import Workspace

/// Catching up with 100 events that another writer committed one by one, in a large and a small
/// repository.
struct CatchUpCase: BenchmarkCase {
    static let name = "catchup"
    static let summary = "in process, catching up with 100 new events at 10,000 and at 1,000,000"

    private static let news = 100

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws -> Findings {
        let large = try copy(bench.options.events, "large")
        let small = try copy(bench.scaled(10_000), "small")
        let turns = try Turns.take(
            bench.rounds(11), warmUps: 2,
            [
                Side(name: "large") { try catchUp(large, $0) },
                Side(name: "small") { try catchUp(small, $0) },
            ])
        var findings = Findings()
        findings.add(turns)
        findings.measures["largeMilliseconds"] = turns.median("large") * 1000
        findings.measures["largeToSmall"] = turns.ratio("large", to: "small")
        return findings
    }

    private func copy(_ events: Int, _ name: String) throws -> String {
        try bench.scratch.copy(bench.cache.singleEvents(events, bench.programs), as: name)
    }

    private func catchUp(_ repository: String, _ round: Int) throws -> Double {
        var writer = try OtherWriter(repository)
        let first = round * Self.news
        try writer.append(writer.additions(first..<first + Self.news))
        let reader = try Workspace.open(repository, host: .bench)
        return try Turns.seconds { try reader.catchUp() }
    }
}
