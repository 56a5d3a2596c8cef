/// The difference between two tags, in a large and a small repository.
struct DiffCase: BenchmarkCase {
    static let name = "diff"
    static let summary =
        "diff of two tags that differ in 1,000 strings, at 10,000 and at 1,000,000 events"

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws -> Findings {
        let large = try bench.cache.singleEvents(bench.options.events, bench.programs)
        let small = try bench.cache.singleEvents(bench.scaled(10_000), bench.programs)
        let tags = SingleEvents.tags
        let range = "\(tags.before)..\(tags.after)"
        let turns = try Turns.take(
            bench.rounds(11),
            [
                Side(name: "large") { _ in
                    try bench.time(bench.dragoman(large, "diff", range))
                },
                Side(name: "small") { _ in
                    try bench.time(bench.dragoman(small, "diff", range))
                },
            ])
        var findings = Findings()
        findings.add(turns)
        findings.measures["largeToSmall"] = turns.ratio("large", to: "small")
        return findings
    }
}
