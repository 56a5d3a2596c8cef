/// One durable `propose` as a whole process, in a small and a large repository, compared with an
/// empty Git commit.
struct ProposeCase: BenchmarkCase {
    static let name = "propose"
    static let summary =
        "one durable propose at 1,000 and at 1,000,000 events, and git commit --allow-empty"

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws -> Findings {
        let small = try repository(bench.scaled(1000), "small")
        let large = try repository(bench.options.events, "large")
        let git = bench.scratch.path + "/git"
        try Processes.run(["git", "init", "-q", git])
        bench.rest()
        let turns = try Turns.take(
            bench.rounds(31), warmUps: 2,
            [
                Side(name: "small") { try bench.time(propose($0, in: small)) },
                Side(name: "large") { try bench.time(propose($0, in: large)) },
                Side(name: "git commit") {
                    try bench.time(
                        [
                            "git", "-c", "core.fsync=all", "commit", "-q", "--allow-empty", "-m",
                            "empty \($0)",
                        ], in: git)
                },
            ])
        var findings = Findings()
        findings.add(turns)
        findings.measures["largeToSmall"] = turns.ratio("large", to: "small")
        findings.measures["largeToGitCommit"] = turns.ratio("large", to: "git commit")
        return findings
    }

    private func repository(_ events: Int, _ name: String) throws -> String {
        try bench.scratch.copy(bench.cache.singleEvents(events, bench.programs), as: name)
    }

    /// Each round uses another string, so that no proposal replaces another.
    private func propose(_ round: Int, in repository: String) -> [String] {
        bench.dragoman(
            repository, "propose", "fr", SingleEvents.key(round), "proposal \(round)")
    }
}
