/// Reading a single item from a large repository, as a whole process.
struct ReadCase: BenchmarkCase {
    static let name = "read"
    static let summary =
        "get, proposals --guid, status, blame beside a C program that opens repository and database"

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws -> Findings {
        var findings = Findings()
        let single = try bench.cache.singleEvents(bench.options.events, bench.programs)
        let key = SingleEvents.key(3)
        try measure(
            [
                ("get", bench.dragoman(single, "get", "fr", key)),
                ("proposals", bench.dragoman(single, "proposals", "--guid", SingleEvents.guid(3))),
                ("status", bench.dragoman(single, "status")),
                ("blame", bench.dragoman(single, "blame", "fr", key)),
            ], in: single, named: "", into: &findings)
        let corpus = try Corpus(bench).repository()
        let section = ["--section", Corpus.section]
        try measure(
            [
                ("get", bench.dragoman(corpus, "get", "fr", Corpus.key) + section),
                ("status", bench.dragoman(corpus, "status")),
                ("blame", bench.dragoman(corpus, "blame", "fr", Corpus.key) + section),
            ], in: corpus, named: "corpus.", into: &findings)
        return findings
    }

    private func measure(
        _ verbs: [(name: String, words: [String])], in repository: String, named prefix: String,
        into findings: inout Findings
    ) throws {
        let git = repository + "/.git"
        let bare = [
            bench.programs.open, git, "\(git)/dragoman/\(SingleEvents.branch).sqlite",
        ]
        let sides =
            verbs.map { verb in Side(name: verb.name) { _ in try bench.time(verb.words) } }
            + [Side(name: "bare start") { _ in try bench.time(bare) }]
        let turns = try Turns.take(bench.rounds(31), warmUps: 2, sides)
        findings.add(turns, named: prefix)
        for verb in verbs {
            findings.measures[prefix + verb.name] = turns.ratio(verb.name, to: "bare start")
        }
        findings.measures[prefix + "getMilliseconds"] = turns.median("get") * 1000
    }
}
