import Foundation

/// The difference of two tags, in a large and in a small repository, and what git says of the exported files.
struct DiffCase: BenchmarkCase {
    static let name = "diff"
    static let summary =
        "diff of two tags that differ in 1,000 strings, at 10,000 and at 1,000,000, and git diff --stat"

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws -> Findings {
        let large = try bench.cache.singleEvents(bench.options.events, bench.programs)
        let small = try bench.cache.singleEvents(bench.scaled(10_000), bench.programs)
        let files = try exportedFiles(of: large)
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
                Side(name: "git diff --stat of exported JSON, large") { _ in
                    try bench.time(["git", "diff", "--stat", tags.before, tags.after], in: files)
                },
            ])
        var findings = Findings()
        findings.add(turns)
        findings.measures["largeToSmall"] = turns.ratio("large", to: "small")
        findings.measures["largeToGitDiffStat"] = turns.ratio(
            "large", to: "git diff --stat of exported JSON, large")
        let lines = try Processes.output(
            of: bench.dragoman(large, "diff", range, "--stat"))
        findings.counts["lines that diff --stat says"] = Double(
            lines.split(separator: "\n").count)
        return findings
    }

    /// A git repository with the exported texts of both tags, under the same names.
    private func exportedFiles(of repository: String) throws -> String {
        let name = "exported-\(bench.options.events)-v\(SingleEvents.version)"
        return try bench.cache.directory(name) { path in
            try Processes.run(["git", "init", "-q", path])
            for tag in [SingleEvents.tags.before, SingleEvents.tags.after] {
                try Processes.run(
                    bench.dragoman(
                        repository, "export", "--rev", tag, "-l", SingleEvents.language,
                        "--format", "i18next-json", "-o", path))
                try Processes.run(["git", "add", "-A"], in: path)
                try Processes.run(["git", "commit", "-q", "-m", tag], in: path)
                try Processes.run(["git", "tag", tag], in: path)
            }
        }
    }
}
