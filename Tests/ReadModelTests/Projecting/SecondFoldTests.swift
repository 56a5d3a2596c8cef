import TestKit
import TestWorld
import Testing
import Texts
import Translation

/// Two programs based on one page agree: our fold, and the one in `Tests/SecondFold`.
@Suite(.enabled(if: SecondFold.canRun))
struct SecondFoldTests {
    private static func project(
        _ source: String = "en", defaultSection: String = "default"
    ) throws -> Project {
        Project(
            id: "01JD6Q3ZK8V7M2T4C9B0XWYRGH", source: try #require(LanguageTag(source)),
            defaultSection: defaultSection)
    }

    /// Returns a log that no program would write: meaningless events, lines repeated in other files
    /// and other spellings, and invalid lines.
    private static func log(seed: Int) -> SecondFold.Log {
        var log = RandomLog(seed: UInt64(seed))
        var files: [(path: String, content: [UInt8])] = []
        for number in 0..<log.random.number(in: 1...30) {
            let file = log.file()
            let directory = log.random.pick(["", "01M7Y/", "01M7Y/01M7YQ/", "s-x.jsonl/"])
            files.append(("\(file.folder)/\(directory)\(number).jsonl", file.content))
            // Some files are gathered, and some have names that are not read.
            if log.random.oneIn(8) { files.append(("de/s-\(number).jsonl", file.content)) }
            if log.random.oneIn(8) { files.append(("fr/\(number).jsonl~", log.file().content)) }
        }
        return SecondFold.Log("seed-\(seed)", files: files)
    }

    @Test(arguments: SecondFold.batches)
    func randomLogs(seeds: Range<Int>) throws {
        let logs = seeds.map(Self.log)
        #expect(logs.contains { $0.lines.malformedCount > 0 && $0.lines.newerCount > 0 })
        let isOther = seeds.lowerBound / seeds.count % 4 == 3
        let project = try isOther ? Self.project("fr", defaultSection: "auth") : Self.project()
        for difference in try SecondFold(project: project).differences(of: logs) {
            Issue.record("\(difference)")
        }
    }

    @Test func theLogsOfThePage() throws {
        let story = try DataModelPage.fenced("json").filter { $0.hasPrefix("{\"v\":") }
        let logs =
            [SecondFold.Log("story", lines: story.map { Array($0.utf8) })]
            + (try DataModelPage.examples().enumerated().map { number, example in
                SecondFold.Log("log-\(number)", lines: example.log.map { Array($0.utf8) })
            })
        for difference in try SecondFold(project: Self.project()).differences(of: logs) {
            Issue.record("\(difference)")
        }
    }
}
