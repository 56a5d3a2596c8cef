import Foundation
import Git
import Synchronization
import TestWorld
import Testing

/// Objects that are flushed to disk together.
struct LooseBatchTests {
    private static func files(_ directory: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: directory + "/objects").filter {
            !$0.hasPrefix("info") && !$0.hasPrefix("pack") && $0.count != 2
        }
    }

    @Test func `what was stored is there for git`() throws {
        let sandbox = try Sandbox()
        _ = try GitRepository.create(at: sandbox.directory + "/repo", initialBranch: "main")
        let repository = try GitRepository.open(at: sandbox.directory + "/repo")
        let contents = (0..<300).map { Array("content \($0)\n".utf8) } + [[]]
        let author = Signature(
            name: "Ines", email: "ines@example.org", secondsSinceEpoch: 1, offsetMinutes: 0)
        let batch = try ObjectBatch.loose(in: repository)
        let blobs = try batch.writeBlobs(contents)
        // Other objects can refer to them before they are files.
        let tree = try batch.createTree(
            base: nil, changes: blobs.enumerated().map { .upsert(path: "d/\($0)", id: $1) })
        let commit = try batch.createCommit(
            tree: tree, parents: [], author: author, committer: author, message: "all\n"
        ) { _ in nil }
        #expect(try Self.files(repository.commonDirectory).isEmpty)
        try batch.finish()
        #expect(try repository.commit(commit).tree == tree)
        let name = try #require(ReferenceName("refs/heads/main"))
        try repository.update(name, from: nil, to: commit, message: "all")
        try sandbox.git("fsck", "--strict", in: "repo")
        let listed = try sandbox.git("ls-tree", "-r", "--object-only", "main", in: "repo")
        #expect(
            Set(listed.split(separator: "\n").map(String.init)) == Set(blobs.map(\.description)))
        let files = try Self.files(repository.commonDirectory)
        #expect(files.count == 304)
        for file in files {
            let path = repository.commonDirectory + "/objects/" + file
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o444, "\(file)")
        }
    }

    @Test func `what was pruned meanwhile is stored again`() throws {
        let scratch = try Scratch()
        let repository = scratch.repository
        let objects = try ObjectBatch.loose(in: repository)
        let id = try #require(try objects.writeBlobs([Array("soon pruned\n".utf8)]).first)
        try objects.finish()
        let file = "\(id.description.prefix(2))/\(id.description.dropFirst(2))"
        let path = repository.commonDirectory + "/objects/" + file
        // Git removes the directory, too, if it is empty then.
        try scratch.directory.git("prune", "--expire=now")
        #expect(!FileManager.default.fileExists(atPath: path))
        try objects.keep()
        #expect(try scratch.directory.git("cat-file", "blob", id.description) == "soon pruned\n")
        let before = try FileManager.default.attributesOfItem(atPath: path)
        try objects.keep()
        let after = try FileManager.default.attributesOfItem(atPath: path)
        #expect(before[.systemFileNumber] as? UInt64 == after[.systemFileNumber] as? UInt64)
    }

    @Test func `a batch that is dropped stores nothing`() throws {
        let scratch = try Scratch()
        let before = try Self.files(scratch.repository.commonDirectory)
        let id = try #require(
            try ObjectBatch.loose(in: scratch.repository).writeBlobs([Array("never".utf8)]).first)
        #expect(try Self.files(scratch.repository.commonDirectory) == before)
        #expect(try !scratch.repository.objectExists(id))
        // It can be stored afterwards.
        #expect(try scratch.repository.writeBlob(Array("never".utf8)) == id)
        #expect(try scratch.repository.objectExists(id))
    }

    @Test func `what others store meanwhile does not wait`() throws {
        let scratch = try Scratch()
        let repository = scratch.repository
        let batch = try ObjectBatch.loose(in: repository)
        let own = try batch.writeBlobs([Array("own".utf8)])
        let name = try repository.writeBlob(Array("other".utf8)).description
        #expect(
            try Self.files(repository.commonDirectory)
                .contains("\(name.prefix(2))/\(name.dropFirst(2))"))
        #expect(try !repository.objectExists(own[0]))
        try batch.finish()
        #expect(try repository.objectExists(own[0]))
    }

    @Test func `two batches know nothing of each other`() throws {
        let scratch = try Scratch()
        let batches = try (0..<2).map { _ in try ObjectBatch.loose(in: scratch.repository) }
        let blob = try #require(try batches[0].writeBlobs([Array("one".utf8)]).first)
        #expect(throws: GitError.self) {
            try batches[1].createTree(base: nil, changes: [.upsert(path: "a", id: blob)])
        }
        try batches[0].finish()
        _ = try batches[1].createTree(base: nil, changes: [.upsert(path: "a", id: blob)])
        try batches[1].finish()
    }

    @Test func `a signature is made of what the commit has`() throws {
        let scratch = try Scratch()
        let tip = try scratch.commit(["a": "1"])
        let batch = try ObjectBatch.loose(in: scratch.repository)
        let content = Mutex<[UInt8]>([])
        let commit = try batch.createCommit(
            tree: tip, parents: [tip], author: signature(), committer: signature(),
            message: "signed\n"
        ) { bytes in
            content.withLock { $0 = bytes }
            return "-----BEGIN SSH SIGNATURE-----\nnone\n-----END SSH SIGNATURE-----"
        }
        try batch.finish()
        let found = try #require(try scratch.repository.signature(of: commit))
        #expect(found.content == content.withLock(\.self))
        #expect(String(decoding: found.text, as: UTF8.self).contains("none"))
    }

    @Test func `a failure leaves no files behind`() throws {
        let scratch = try Scratch()
        let repository = scratch.repository
        let before = try Self.files(repository.commonDirectory)
        // A file is in place of the directory of one of two objects.
        let content = Array("in the way".utf8)
        let id = try RawObject(kind: .blob, bytes: content).id.description
        let fan = repository.commonDirectory + "/objects/" + id.prefix(2)
        #expect(FileManager.default.createFile(atPath: fan, contents: nil))
        #expect(throws: GitError.self) {
            let batch = try ObjectBatch.loose(in: repository)
            _ = try batch.writeBlobs([content])
            try batch.finish()
        }
        #expect(throws: GitError.self) { try repository.writeBlob(content) }
        #expect(try Self.files(repository.commonDirectory) == before)
    }
}
