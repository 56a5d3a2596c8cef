import Foundation
import Git
import Testing

/// Objects of a push that is not accepted yet.
@Suite struct QuarantineTests {
    @Test func objectsOfOtherDirectoriesAreRead() throws {
        let here = try TemporaryDirectory()
        let there = try TemporaryDirectory()
        let server = try GitRepository.create(at: here.path, initialBranch: "main")
        let other = try GitRepository.create(at: there.path, initialBranch: "main")
        let blob = try other.writeBlob(Array("text".utf8))
        let tree = try other.createTree(base: nil, changes: [.upsert(path: "a/b", id: blob)])
        let who = Signature(name: "Ines", email: "ines@example.org", secondsSinceEpoch: 0)
        let first = try other.createCommit(
            tree: tree, parents: [], author: who, committer: who, message: "one\n")
        let second = try other.createCommit(
            tree: tree, parents: [first], author: who, committer: who, message: "two\n")
        #expect(try !server.objectExists(second))

        try server.addObjectDirectories([there.path + "/.git/objects"])
        #expect(try server.readBlob(blob) == Array("text".utf8))
        #expect(try server.objectSize(blob) == 4)
        #expect(try server.objectSize(first) != nil)
        var walked: [ObjectID] = []
        try server.forEachCommit(from: [second]) { commit in
            walked.append(commit.id)
            return .continue
        }
        #expect(walked == [second, first])
        #expect(try server.isAncestor(first, of: second))
        #expect(try server.entryChanges(from: nil, to: second).map(\.path) == ["a/b"])
        // No object was transferred.
        #expect(try !GitRepository.open(at: here.path + "/.git").objectExists(second))
    }

    @Test func linksAndSubmodulesAreChanges() throws {
        let directory = try TemporaryDirectory()
        let repository = try GitRepository.create(at: directory.path, initialBranch: "main")
        let blob = try repository.writeBlob([1])
        let old = try repository.createTree(
            base: nil, changes: [.upsert(path: "a", id: blob), .upsert(path: "d/f", id: blob)])
        let new = try repository.createTree(
            base: nil,
            changes: [
                .upsert(path: "a", id: blob, mode: .link), .upsert(path: "d", id: blob),
            ])
        let changes = try repository.entryChanges(from: old, to: new)
        #expect(changes.map(\.path) == ["a", "d", "d/f"])
        #expect(changes.map { $0.old?.mode } == [.regular, nil, .regular])
        #expect(changes.map { $0.new?.mode } == [.link, .regular, nil])
        #expect(changes.allSatisfy { !$0.isAmbiguous })
    }

    @Test func signaturesAreStoredAsGiven() throws {
        let directory = try TemporaryDirectory()
        let repository = try GitRepository.create(at: directory.path, initialBranch: "main")
        let tree = try repository.createTree(
            base: nil, changes: [.upsert(path: "a", id: try repository.writeBlob([1]))])
        let who = Signature(name: "Ines", email: "ines@example.org", secondsSinceEpoch: 0)
        var signed: [UInt8] = []
        let first = try repository.createCommit(
            tree: tree, parents: [], author: who, committer: who, message: "one\n"
        ) { content in
            signed = content
            return "-----BEGIN\nabc\n-----END"
        }
        let found = try #require(try repository.signature(of: first))
        #expect(found.content == signed)
        #expect(String(decoding: found.text, as: UTF8.self) == "-----BEGIN\nabc\n-----END")
        let second = try repository.createCommit(
            tree: tree, parents: [first, first], author: who, committer: who, message: "two\n"
        ) { _ in nil }
        #expect(try repository.signature(of: second) == nil)
        #expect(try repository.commit(second).parents == [first, first])
    }
}
