import ReadModel
import TestKit
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// Past states and differences of foreign logs: ids and idempotency keys that recur in other
/// languages, copies of texts in other languages, lines that move, appear and disappear.
@Suite struct StrangeHistoryTests {
    private static let commits = 7

    /// Returns a work tree with a history that no command would write, and its commits.
    ///
    /// If no lines may be lost, they are only added or moved.
    private static func history(
        seed: Int, mayLoseLines: Bool
    ) throws -> (Workspace, [String], SplitMix64) {
        let sandbox = try Sandbox.withProject(seed: UInt64(seed))
        try sandbox.clone("app", to: "work")
        var log = RandomLog(seed: UInt64(seed))
        var files: [String: String] = [:]
        var made: [String] = []
        for step in 0..<commits {
            var lines: [(folder: String, line: String)] = []
            for _ in 0..<Int.random(in: 4...14, using: &log.random) {
                var event = log.next()
                if log.random.oneIn(8), let known = log.nextWithKnownID() { event = known }
                if log.random.oneIn(12), let again = log.random.any(log.events) { event = again }
                lines.append((event.locale.rawValue, String(decoding: event.line, as: UTF8.self)))
            }
            for (folder, group) in Dictionary(grouping: lines, by: \.folder) {
                let astray = seed % 3 == 0 && log.random.oneIn(6)
                files["\(astray ? "de" : folder)/\(step)-\(folder).jsonl"] =
                    group.map { $0.line + "\n" }.joined()
            }
            if log.random.oneIn(3), let path = log.random.any(files.keys.sorted()) {
                files["en/moved-\(step).jsonl"] = files.removeValue(forKey: path)
            }
            if mayLoseLines, log.random.oneIn(4), let path = log.random.any(files.keys.sorted()) {
                files[path] = nil
            }
            try sandbox.git("rm", "-rq", "--ignore-unmatch", "events", in: "work")
            for (path, text) in files { try sandbox.write(text, to: "work/events/\(path)") }
            try sandbox.git("add", "-A", in: "work")
            try sandbox.git("commit", "-q", "--allow-empty", "-m", "Step \(step)", in: "work")
            made.append(try sandbox.commit("HEAD", in: "work"))
        }
        return (try sandbox.open("work"), made, log.random)
    }

    /// The last seed has a text whose lines all do not count at the tip.
    @Test(arguments: Array(0..<30) + [411])
    func aDifferenceIsThatOfTheTwoStates(seed: Int) throws {
        let (workspace, commits, generator) = try Self.history(seed: seed, mayLoseLines: true)
        var random = generator
        for _ in 0..<4 {
            try DifferenceTests.expectDifference(
                from: random.pick(commits), to: random.pick(commits), in: workspace)
        }
    }

    @Test(arguments: 0..<30)
    func aLanguageReadAloneReadsTheSame(seed: Int) throws {
        let (workspace, commits, generator) = try Self.history(seed: seed, mayLoseLines: false)
        var random = generator
        let commit = random.pick(commits)
        func entries(_ locale: LanguageTag, in snapshot: Snapshot) throws -> [String] {
            try snapshot.model.entries(locale: locale, chain: []).map { "\($0)" }
        }
        let whole = try workspace.read(at: .revision(commit)) { snapshot in
            try snapshot.model.localeTags().map { ($0, try entries($0, in: snapshot)) }
        }
        for (locale, expected) in whole {
            let alone = try workspace.read(at: .revision(commit), locales: [locale]) {
                try entries(locale, in: $0)
            }
            #expect(alone == expected, "\(locale) at \(commit)")
        }
    }
}
