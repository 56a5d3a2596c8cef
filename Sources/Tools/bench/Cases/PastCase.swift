/// An old state of one language, read without any cache, in a project with ten times as many languages.
struct PastCase: BenchmarkCase {
    static let name = "past"
    static let summary = "export --rev of an old tag, one language of 50 and of 500"

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws -> Findings {
        let count = bench.options.events < 1_000_000 ? 50 : 500
        let many = try bench.cache.languages(count, bench.programs)
        let few = try bench.cache.languages(count / 10, bench.programs)
        let turns = try Turns.take(
            bench.rounds(21),
            [
                Side(name: "many") { _ in try export(many) },
                Side(name: "few") { _ in try export(few) },
            ])
        var findings = Findings()
        findings.add(turns)
        findings.measures["manyToFew"] = turns.ratio("many", to: "few")
        return findings
    }

    private func export(_ repository: String) throws -> Double {
        try bench.time(
            bench.dragoman(
                repository, "export", "--rev", ManyLanguages.tag, "-l", ManyLanguages.code(1),
                "--format",
                "i18next-json"))
    }
}
