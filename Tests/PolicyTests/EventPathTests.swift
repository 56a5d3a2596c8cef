import GitEventStore
import Testing
import Translation

@testable import Policy

@Suite struct EventPathTests {
    private static let id = "01ARZ3NDEKTSV4RRFFQ69G5FAV"

    @Test(arguments: [
        "events/fr/\(id).jsonl", "events/zh-Hant-TW/ab/cd/\(id).jsonl",
        "events/en/s-" + String(repeating: "a0", count: 32) + ".jsonl",
    ])
    func wellFormedPathsHaveNoFault(path: String) {
        #expect(EventPath.fault(in: path) == nil)
    }

    @Test(arguments: [
        // The directory of a language is missing, or is none.
        "events/\(id).jsonl", "events/no language/\(id).jsonl",
        // Directories that leave the tree, or that some system interprets differently.
        "events/fr/../\(id).jsonl", "events/fr//\(id).jsonl", "events/fr/a.b/\(id).jsonl",
        "events/fr/" + String(repeating: "a", count: 67) + "/\(id).jsonl",
        // File names.
        "events/fr/\(id).json", "events/fr/\(id.lowercased())x.jsonl",
        "events/fr/s-" + String(repeating: "A0", count: 32) + ".jsonl", "events/fr/s-a0.jsonl",
        // Too deep.
        "events/fr/" + String(repeating: "a/", count: 40) + "\(id).jsonl",
    ])
    func otherPathsHaveOne(path: String) {
        #expect(EventPath.fault(in: path) != nil)
    }

    @Test func aFileIsNamedAfterItsFirstEventOrItsContent() throws {
        let first = try #require(EventID(Self.id))
        let content = Array("{}\n".utf8)
        #expect(
            EventPath.fault(
                inNameOf: "events/fr/\(Self.id).jsonl", content: content, firstID: first)
                == nil)
        #expect(
            EventPath.fault(
                inNameOf: "events/fr/\(Self.id).jsonl", content: content, firstID: .lowest(at: 1))
                != nil)
        let segment = "events/fr/\(GitEventStore.segmentName(of: content)).jsonl"
        #expect(EventPath.fault(inNameOf: segment, content: content, firstID: nil) == nil)
        #expect(EventPath.fault(inNameOf: segment, content: content + content, firstID: nil) != nil)
    }
}
