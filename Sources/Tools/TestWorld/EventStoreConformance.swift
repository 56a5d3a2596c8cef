package import EventStore
import Testing

/// The requirements for every event store, checked by the tests of each store.
package struct EventStoreConformance<Store: EventStore> {
    private let store: Store

    /// Creates the checks for an empty store.
    package init(_ store: Store) { self.store = store }

    /// Runs all checks.
    package func check() throws {
        let start = try #require(try store.head())
        #expect(try store.difference(from: nil, to: start) == [])
        let first = try append([file("fr", "A", "one\n")], on: start)
        try checkAppended(first, after: start)
        try checkConflict(stale: start, head: first)
        let second = try append([file("de", "B", "two\n"), file("fr", "C", "three\n")], on: first)
        try checkFolders(second)
        try checkDifferences(start, first, second)
        try checkUnion(second)
    }

    private func file(_ folder: String, _ name: String, _ text: String) -> NewFile {
        NewFile(folder: folder, name: name, content: Array(text.utf8))
    }

    private func append(_ files: [NewFile], on head: Position) throws -> Position {
        let appended = try store.append(
            Addition(
                files: files, message: "append\n",
                author: Author(name: "Ines", email: "ines@example.org", seconds: 1)),
            expecting: head)
        #expect(appended.files.count == files.count)
        #expect(
            try Set(appended.files) == Set(store.difference(from: head, to: appended.position)))
        for (file, added) in zip(files, appended.files) {
            #expect(try added.new.map { try store.content($0) } == file.content)
        }
        return appended.position
    }

    private func text(_ id: ContentID?) throws -> String? {
        try id.map { String(decoding: try store.content($0), as: UTF8.self) }
    }

    private func checkAppended(_ head: Position, after start: Position) throws {
        #expect(try store.head() == head)
        #expect(head != start)
        let files = try store.difference(from: start, to: head)
        #expect(files.count == 1)
        #expect(files.first?.path.hasPrefix("fr/") == true)
        #expect(files.first?.path.hasSuffix("/A.jsonl") == true)
        #expect(files.first?.old == nil)
        #expect(try text(files.first?.new) == "one\n")
    }

    private func checkConflict(stale: Position, head: Position) throws {
        #expect(throws: AppendConflict.self) { try append([file("fr", "X", "x\n")], on: stale) }
        #expect(try store.head() == head)
    }

    private func checkFolders(_ head: Position) throws {
        let french = try store.difference(from: nil, to: head, folders: ["fr"])
        #expect(french.count == 2)
        #expect(french.allSatisfy { $0.path.hasPrefix("fr/") })
        #expect(try store.difference(from: nil, to: head, folders: ["it"]) == [])
        #expect(try store.difference(from: nil, to: head).count == 3)
    }

    /// Checks that differences work in both directions, and can be combined.
    private func checkDifferences(_ a: Position, _ b: Position, _ c: Position) throws {
        let forth = try store.difference(from: a, to: c)
        let back = try store.difference(from: c, to: a)
        #expect(forth.map(\.path).sorted() == back.map(\.path).sorted())
        #expect(forth.allSatisfy { $0.old == nil && $0.new != nil })
        #expect(back.allSatisfy { $0.old != nil && $0.new == nil })
        let steps = try store.difference(from: a, to: b) + store.difference(from: b, to: c)
        #expect(steps.map(\.path).sorted() == forth.map(\.path).sorted())
        #expect(try store.difference(from: c, to: c) == [])
    }

    /// Checks that many files in one folder are all stored, regardless of their directories.
    private func checkUnion(_ head: Position) throws {
        var head = head
        var names: Set<String> = []
        for batch in 0..<5 {
            let files = (0..<40).map { index in
                file("es", "01JD\(batch)\(index)\(["ABC", "XYZ", "AB0"][index % 3])", "\(index)\n")
            }
            names.formUnion(files.map(\.name))
            head = try append(files, on: head)
        }
        let found = try store.difference(from: nil, to: head, folders: ["es"])
        let stems = found.compactMap { $0.path.split(separator: "/").last?.dropLast(6) }
        #expect(Set(stems.map(String.init)) == names)
    }
}
