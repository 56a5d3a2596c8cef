import Foundation
import Git
import Synchronization
import TestSupport
import Testing

/// Objects that are waited for together until they are on disk.
struct StoringTogetherTests {
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
        let (blobs, commit) = try repository.storingTogether {
            let blobs = try repository.writeBlobs(contents)
            let tree = try repository.createTree(
                base: nil, changes: blobs.enumerated().map { .upsert(path: "d/\($0)", id: $1) })
            let commit = try repository.createCommit(
                tree: tree, parents: [], author: author, committer: author, message: "all\n")
            // They can be read before they are files.
            #expect(try repository.commit(commit).tree == tree)
            #expect(try Self.files(repository.commonDirectory).isEmpty)
            return (blobs, commit)
        }
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
        let (id, objects) = try repository.storedTogether {
            try repository.writeBlob(Array("soon pruned\n".utf8))
        }
        let file = "\(id.description.prefix(2))/\(id.description.dropFirst(2))"
        let path = repository.commonDirectory + "/objects/" + file
        // Git takes the directory, too, if it is empty then.
        try scratch.directory.git("prune", "--expire=now")
        #expect(!FileManager.default.fileExists(atPath: path))
        try objects.keep()
        #expect(try scratch.directory.git("cat-file", "blob", id.description) == "soon pruned\n")
        let before = try FileManager.default.attributesOfItem(atPath: path)
        try objects.keep()
        let after = try FileManager.default.attributesOfItem(atPath: path)
        #expect(before[.systemFileNumber] as? UInt64 == after[.systemFileNumber] as? UInt64)
    }

    @Test func `where the body throws nothing is stored`() throws {
        struct Stop: Error {}
        let scratch = try Scratch()
        let before = try Self.files(scratch.repository.commonDirectory)
        var id: ObjectID?
        #expect(throws: Stop.self) {
            try scratch.repository.storingTogether {
                id = try scratch.repository.writeBlob(Array("never".utf8))
                throw Stop()
            }
        }
        #expect(try Self.files(scratch.repository.commonDirectory) == before)
        #expect(try !scratch.repository.objectExists(#require(id)))
        // It can be stored afterwards.
        #expect(try scratch.repository.writeBlob(Array("never".utf8)) == id)
        #expect(try scratch.repository.objectExists(#require(id)))
    }

    @Test func `what other threads store does not wait`() async throws {
        let scratch = try Scratch()
        let repository = scratch.repository
        try repository.storingTogether {
            let own = try repository.writeBlob(Array("own".utf8))
            let found = Mutex<(id: ObjectID?, own: Bool?)>((nil, nil))
            let thread = Thread {
                let id = try? repository.writeBlob(Array("other".utf8))
                let own = try? repository.objectExists(own)
                found.withLock { $0 = (id, own) }
            }
            thread.start()
            while !thread.isFinished { usleep(1_000) }
            let (other, seesOwn) = found.withLock(\.self)
            let name = try #require(other).description
            #expect(
                try Self.files(repository.commonDirectory)
                    .contains("\(name.prefix(2))/\(name.dropFirst(2))"))
            #expect(seesOwn == false)
        }
    }

    @Test func `a failure leaves no files behind`() throws {
        let scratch = try Scratch()
        let repository = scratch.repository
        let before = try Self.files(repository.commonDirectory)
        // A file stands where the directory of one of two objects would have to.
        let content = Array("in the way".utf8)
        let id = try RawObject(kind: .blob, bytes: content).id.description
        let fan = repository.commonDirectory + "/objects/" + id.prefix(2)
        #expect(FileManager.default.createFile(atPath: fan, contents: nil))
        #expect(throws: GitError.self) {
            try repository.storingTogether { try repository.writeBlob(content) }
        }
        #expect(throws: GitError.self) { try repository.writeBlob(content) }
        #expect(try Self.files(repository.commonDirectory) == before)
    }
}
