import EventStore
import ReadModel
import TestWorld
import Testing
import Translation

/// Several files at one path: invalid UTF-8 names can be decoded alike, and damaged trees contain a
/// name twice.
struct SamePathTests {
    /// A log whose positions are lists of files, as in a tree.
    private struct Trees: EventStore {
        let trees: [[(path: String, content: String)]]

        func head() -> Position? { position(trees.count - 1) }

        func position(_ number: Int) -> Position {
            Position(tree: "\(number)", commit: "\(number)")
        }

        func difference(
            from old: Position?, to new: Position, folders: [String]?
        ) throws -> [FileDifference] {
            let before = old.flatMap { Int($0.tree) }.map { trees[$0] } ?? []
            let after = Int(new.tree).map { trees[$0] } ?? []
            return before.map {
                FileDifference(path: $0.path, old: ContentID($0.content), new: nil)
            }
                + after.map { FileDifference(path: $0.path, old: nil, new: ContentID($0.content)) }
        }

        func content(_ id: ContentID) throws -> [UInt8] { Array(id.rawValue.utf8) }

        func append(_ addition: Addition, expecting head: Position) throws -> Appended {
            throw AppendConflict()
        }
    }

    @Test func allOfThemCountAndEachGoesAlone() throws {
        var log = SampleLog()
        log.define("a", "A")
        log.define("b", "B")
        let lines = log.files.map { String(decoding: $0.content, as: UTF8.self) }
        let (one, two) = (
            (path: "en/x.jsonl", content: lines[0]), (path: "en/x.jsonl", content: lines[1])
        )
        let store = Trees(trees: [[one, two], [two], [two, two], [two, one], []])
        let model = try Projection.inMemory(project: SampleLog.project)
        for (number, count) in [2, 1, 1, 2, 0].enumerated() {
            let position = store.position(number)
            try model.catchUp(with: store, to: position)
            #expect(try model.read { try $0.eventCount() } == count)
            let fresh = try Projection.inMemory(
                project: SampleLog.project, store: store, position: position, folders: nil)
            #expect(try model.differingTables(from: fresh) == [])
            #expect(try model.digest() == fresh.digest())
        }
    }
}
