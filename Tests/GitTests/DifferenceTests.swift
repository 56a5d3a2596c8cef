import Git
import Testing

struct DifferenceTests {
    @Test(arguments: 0..<25)
    func `differences are those of git diff`(seed: UInt64) throws {
        let scratch = try Scratch()
        var numbers = SplitMix64(state: seed)
        func files() -> [String: String] {
            var files: [String: String] = [:]
            for _ in 0..<12 {
                // Files and directories with the same name, and names that sort between them.
                let names = ["d", "d-e", "d0", "e/d", "e/d/f", "e.x/y", "é/z"]
                let name = names[Int(numbers.next() % UInt64(names.count))]
                let path = numbers.next() % 2 == 0 ? name + "/f\(numbers.next() % 3)" : name + ".t"
                files[path] = "\(numbers.next() % 3)"
            }
            return files
        }
        let old = try scratch.tree(files())
        let new = try scratch.tree(files())
        let expected = try scratch.directory.git(
            "-c", "core.quotePath=false", "diff", "--name-status", "--no-renames",
            old.description, new.description)
        let found = try scratch.repository.changes(from: old, to: new).map {
            "\($0.old == nil ? "A" : $0.new == nil ? "D" : "M")\t\($0.path)\n"
        }
        #expect(found.joined() == expected)
    }

    @Test func `a file that becomes a directory is removed and its files added`() throws {
        let scratch = try Scratch()
        let old = try scratch.tree(["a": "1", "a.b": "1"])
        let new = try scratch.tree(["a/b": "1", "a.b": "1"])
        let changes = try scratch.repository.changes(from: old, to: new)
        #expect(changes.map(\.path) == ["a", "a/b"])
        #expect(changes.map { $0.new == nil } == [true, false])
    }

    @Test func `nil is the empty tree, and a prefix limits`() throws {
        let scratch = try Scratch()
        let tree = try scratch.commit(["events/fr/1": "1", "README": "2"])
        let repository = scratch.repository
        #expect(try repository.changes(from: tree, to: tree).isEmpty)
        #expect(try repository.changes(from: nil, to: nil).isEmpty)
        let added = try repository.changes(from: nil, to: tree, under: "events")
        #expect(added.map(\.path) == ["events/fr/1"])
        #expect(added.allSatisfy { $0.old == nil && $0.new != nil })
        let removed = try repository.changes(from: tree, to: nil)
        #expect(removed.map(\.path) == ["README", "events/fr/1"])
        #expect(try repository.changes(from: nil, to: tree, under: "none").isEmpty)
    }
}
