/// The start of the process.
struct StartCase: BenchmarkCase {
    static let name = "start"
    static let summary = "`dragoman --version` beside a C program that only calls git_libgit2_init"

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws -> Findings {
        let words = [bench.programs.dragoman, "--version"]
        let turns = try Turns.take(
            bench.rounds(51), warmUps: 3,
            [
                Side(name: "dragoman --version") { _ in try bench.time(words) },
                Side(name: "git_libgit2_init") { _ in try bench.time([bench.programs.start]) },
            ])
        var findings = Findings()
        findings.add(turns)
        findings.measures["toLibgit2Init"] = turns.ratio(
            "dragoman --version", to: "git_libgit2_init")
        findings.count(instructionsOf: "dragoman --version", words)
        findings.count(instructionsOf: "git_libgit2_init", [bench.programs.start])
        return findings
    }
}
