import ReadModel
import TestKit
import TestWorld
import Testing
import Texts
import Translation

/// For the example logs of the page on stored data, the read model and the fold in memory agree
/// after each line.
struct PageExampleTests {
    private let project: Project

    init() throws {
        project = Project(
            id: "01JD6Q3ZK8V7M2T4C9B0XWYRGH", source: try #require(LanguageTag("en")))
    }

    private func digests(of lines: [String]) throws -> [String] {
        let events = lines.compactMap { line -> Event? in
            if case .event(let event)? = try? Event.read(line: line.utf8) { event } else { nil }
        }
        let content = Array(lines.joined(separator: "\n").utf8)
        return [
            StateDigest.of(EventLogState(project: project, events: events)),
            try Projection.inMemory(
                project: project, files: [(path: "en/a.jsonl", content: content)]
            ).digest(),
            try Projection.inMemory(
                project: project,
                files: lines.enumerated().map { (path: "fr/\($0).jsonl", content: Array($1.utf8)) }
            ).digest(),
        ]
    }

    @Test func everyLogHasOneDigest() throws {
        for example in try DataModelPage.examples() {
            #expect(Set(try digests(of: example.log)).count == 1, "\(example)")
        }
    }

    @Test func theDigestsOfThePageAreRight() throws {
        let story = try DataModelPage.fenced("json").filter { $0.hasPrefix("{\"v\":") }
        let page = try DataModelPage.lines()
        for log in [story, []] {
            let digest = try digests(of: log)
            #expect(Set(digest).count == 1)
            #expect(page.contains { $0.contains("`\(digest[0])`") }, "\(digest)")
        }
    }
}
