import EventStore
import Foundation
import Git
import GitEventStore
import TestWorld
import Testing

@testable import bench

/// The bench judges rightly, and measures repositories that are what the product would have written.
struct BenchTests {
    @Test("a repository that the bench makes is sound, and the one that appends would have made")
    func recipe() throws {
        let sandbox = try Sandbox()
        let recipe = SingleEvents(events: 160)
        let made = sandbox.directory + "/made"
        try recipe.make(at: made, dragoman: Products.dragoman)
        let check = try Processes.output(of: [Products.dragoman, "-C", made, "fsck"])
        #expect(check.contains("\(recipe.commits + recipe.strings + 1) events"))

        let commits = try git(["rev-list", "--reverse", "translations"], in: made)
            .split(separator: "\n").map(String.init)
        #expect(commits.count == recipe.commits + 2)
        let grown = sandbox.directory + "/grown"
        _ = try git(["clone", "-q", "--bare", made, grown], in: made)
        _ = try git(["update-ref", "refs/heads/translations", commits[1]], in: grown)
        let branch = try #require(ReferenceName(branch: "translations"))
        let store = GitEventStore(repository: try .open(at: grown), branch: branch)
        for commit in commits.dropFirst(2) {
            let path = try git(
                ["diff-tree", "--no-commit-id", "--name-only", "-r", commit], in: made
            ).trimmingCharacters(in: .newlines)
            let file = URL(fileURLWithPath: path)
            let addition = Addition(
                files: [
                    NewFile(
                        folder: "fr", name: file.deletingPathExtension().lastPathComponent,
                        content: Array(try git(["show", "\(commit):\(path)"], in: made).utf8))
                ], message: "append\n",
                author: Author(name: "Ines", email: "ines@example.org", seconds: 0))
            _ = try store.append(addition, expecting: try #require(try store.head()))
        }
        let trees = try [made, grown].map { try git(["rev-parse", "translations^{tree}"], in: $0) }
        #expect(trees[0] == trees[1])
        let differing = try Processes.output(
            of: [Products.dragoman, "-C", made, "diff", "before..after", "--format", "json"])
        #expect(differing.contains("screen.0.39"))
    }

    private func git(_ words: [String], in directory: String) throws -> String {
        try Processes.output(of: ["git"] + words, in: directory)
    }

    @Test("programs start each in its directory at the same time, and say each what went wrong")
    func directories() async throws {
        let sandbox = try Sandbox()
        let folders = (0..<16).map { "\(sandbox.directory)/\($0)" }
        for folder in folders {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
        }
        let home = FileManager.default.currentDirectoryPath
        try await withThrowingTaskGroup { group in
            for folder in folders {
                group.addTask {
                    for _ in 0..<10 {
                        let place = try Processes.output(of: ["pwd", "-P"], in: folder)
                        #expect(place == folder + "\n")
                        let failure = #expect(throws: ProcessFailure.self) {
                            try Processes.run(["sh", "-c", "pwd -P >&2; exit 3"], in: folder)
                        }
                        #expect(failure?.errors == folder + "\n")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(FileManager.default.currentDirectoryPath == home)
        #expect(throws: ProcessFailure.self) {
            try Processes.run(["true"], in: sandbox.directory + "/nowhere")
        }
    }

    @Test("other writers' appends go where libgit2 alone is told to put them")
    func otherWriter() throws {
        let sandbox = try Sandbox()
        let path = sandbox.directory + "/log"
        try SingleEvents(events: 20).make(at: path, dragoman: Products.dragoman)
        var writer = try OtherWriter(path)
        let additions = try writer.additions(0..<3)
        let lines = String(decoding: try writer.lines(of: additions), as: UTF8.self)
        try writer.append(additions)
        let files = try git(["ls-tree", "-r", "--name-only", "translations"], in: path)
        for line in lines.split(separator: "\n") {
            let name = try #require(line.split(separator: " ").first)
            #expect(files.contains(name))
        }
        let check = try Processes.output(of: [Products.dragoman, "-C", path, "fsck"])
        #expect(check.contains("ok"))
    }

    @Test("thresholds are read from the file, and each names a case")
    func thresholds() throws {
        let thresholds = try Thresholds.builtIn()
        #expect(thresholds.limits["propose"]?["largeToSmall"] == Limit(atMost: 1.25))
        #expect(thresholds.limits["append"]?["oneAtATimePerSecond"] == Limit(atLeast: 250))
        for name in thresholds.limits.keys {
            #expect(Cases.all.contains { $0.name == name }, "\(name)")
        }
        for text in [#"{"start":{"toLibgit2Init":{}}}"#, #"{"start":1}"#, "["] {
            #expect(throws: (any Error).self) { try Thresholds(json: Array(text.utf8)) }
        }
    }

    private static let limits = #"{"start":{"ratio":{"atMost":1.5},"rate":{"atLeast":250}}}"#

    private func report(_ measures: [String: Double]) throws -> Report {
        var findings = Findings()
        findings.measures = measures
        return Report(
            name: "start", events: 1000, findings: findings,
            thresholds: try Thresholds(json: Array(Self.limits.utf8)))
    }

    @Test("a run fails where a measure is over its limit, under it, no number, or missing")
    func verdicts() throws {
        let good = try report(["ratio": 1.5, "rate": 250])
        #expect(Report.status(of: [good]) == 0)
        for bad in [
            ["ratio": 1.51, "rate": 250], ["ratio": 1, "rate": 249], ["ratio": 1],
            ["ratio": .nan, "rate": 300],
        ] {
            #expect(Report.status(of: [good, try report(bad)]) == 1, "\(bad)")
        }
    }

    @Test("the line of a case is read back as it was, and the last of a case counts")
    func lines() throws {
        let first = try report(["ratio": 9])
        let second = try report(["ratio": 1.25, "rate": 1000])
        let text = "\(try first.line())\nnoise\n\(try second.line())\n"
        #expect(try Report.read(text) == [second])
    }

    @Test("the program ends with 1 for lines that do not hold, and writes the table into its place")
    func program() throws {
        let sandbox = try Sandbox()
        let lines = sandbox.directory + "/lines"
        let page = sandbox.directory + "/page.md"
        // Whatever was measured, the program judges as the line says.
        for (measures, status) in [(["ratio": 2.0], Int32(1)), (["ratio": 1, "rate": 500], 0)] {
            try report(measures).line().write(toFile: lines, atomically: true, encoding: .utf8)
            try "# Head\n\n<!-- figures -->\nfigures of yore\n<!-- end of figures -->\n\nFoot\n"
                .write(toFile: page, atomically: true, encoding: .utf8)
            let ended = try Processes.run(
                [Products.bench, "--from", lines, "--table", page], accepting: [0, 1])
            #expect(ended.status == status)
            let written = try String(contentsOfFile: page, encoding: .utf8)
            #expect(written.hasPrefix("# Head\n\n<!-- figures -->"))
            #expect(written.hasSuffix("<!-- end of figures -->\n\nFoot\n"))
            #expect(!written.contains("yore"))
            #expect(written.contains("| start | rate | "))
        }
    }

    @Test("sides take turns in every round, and ratios are those of rounds")
    func turns() throws {
        var order: [String] = []
        let turns = try Turns.take(
            2, warmUps: 1,
            ["a", "b"].map { name in
                Side(name: name) { round in
                    order.append("\(name)\(round)")
                    return Double(round) * (name == "a" ? 3 : 1)
                }
            })
        #expect(order == ["a0", "b0", "b1", "a1", "a2", "b2"])
        #expect(turns.rounds == 2)
        #expect(turns.medians == ["a": 4.5, "b": 1.5])
        #expect(turns.ratio("a", to: "b") == 3)
        #expect(turns.ratio("a", to: ["b", "b"]) == 1.5)
        let uneven = Turns(times: ["a": [1, 9, 4], "b": [1, 3, 8]])
        #expect(uneven.ratio("a", to: "b") == 1)
        #expect(Turns.median([]) == 0)
    }

    @Test("options are refused that make no sense")
    func options() throws {
        let options = try BenchmarkOptions(
            ["--case", "start", "--case", "read", "--rounds", "3"],
            environment: ["BENCH_CACHE": "/somewhere"])
        #expect(options.cases == ["start", "read"])
        #expect(options.rounds == 3)
        #expect(options.cache == "/somewhere")
        for words in [["--case", "nothing"], ["--rounds", "0"], ["--events"], ["--what", "1"]] {
            #expect(throws: BenchmarkOptions.Fault.self) { try BenchmarkOptions(words) }
        }
    }
}
