import Foundation
import Git
import Testing

/// Files of loose objects that Git did not write: each is refused, and reading each ends.
struct LooseObjectTests {
    /// A repository with one blob as a loose object.
    private struct Stored {
        let scratch: Scratch
        let id: ObjectID
        let file: URL

        init(_ content: String) throws {
            scratch = try Scratch()
            id = try scratch.repository.writeBlob(Array(content.utf8))
            file = Self.file(of: id, in: scratch.directory.path)
        }

        static func file(of id: ObjectID, in directory: String) -> URL {
            let name = id.description
            return URL(fileURLWithPath: directory)
                .appendingPathComponent(".git/objects/\(name.prefix(2))/\(name.dropFirst(2))")
        }

        func replace(_ bytes: Data) throws {
            // Git's files of objects are read-only.
            try FileManager.default.removeItem(at: file)
            try bytes.write(to: file)
        }

        /// Reads with a repository opened again, because an open one caches objects.
        func refusal() throws -> GitError? {
            let repository = try GitRepository.open(at: scratch.directory.path)
            do {
                _ = try repository.readBlob(id)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test(arguments: ["", "short", String(repeating: "long and longer ", count: 400)])
    func `a file cut anywhere is damage`(content: String) throws {
        let stored = try Stored(content)
        let whole = try Data(contentsOf: stored.file)
        for length in 0..<whole.count {
            try stored.replace(whole.prefix(length))
            #expect(try stored.refusal()?.isDamage == true, "cut to \(length) of \(whole.count)")
        }
        try stored.replace(whole)
        #expect(try stored.refusal() == nil)
    }

    @Test func `bytes after the end are damage`() throws {
        let stored = try Stored("text")
        let whole = try Data(contentsOf: stored.file)
        try stored.replace(whole + Data([0]))
        #expect(try #require(try stored.refusal()).message.hasSuffix("has bytes after its end"))
        // Git itself reads the object anyway; only fsck reports it.
        #expect(throws: (any Error).self) { try stored.scratch.directory.git("fsck") }
    }

    @Test(arguments: [
        ("blob 3\0text", "is longer than its header says"),
        ("blob 5\0text", "is truncated"),
        ("blob 4000000000000\0text", "has an impossible size in its header"),
        ("blob -1\0text", "has a header that is not a type, a space and a size"),
        ("blob 99999999999999999999\0text", "has a header that is not a type, a space and a size"),
        ("blob4\0text", "has a header that is not a type, a space and a size"),
        ("blob  4\0text", "has a header that is not a type, a space and a size"),
        ("note 4\0text", "has an unknown object type"),
        ("text", "has no header"),
        (String(repeating: "blob 4 ", count: 40) + "\0text", "has no header"),
        ("", "has no header"),
    ])
    func `a header that lies is damage`(content: String, reason: String) throws {
        let stored = try Stored("text")
        try stored.replace(Self.deflated(Array(content.utf8)))
        let refusal = try #require(try stored.refusal())
        #expect(refusal.isDamage)
        #expect(refusal.message == "the loose object \(stored.id) \(reason)")
    }

    @Test func `other content than the name says is damage`() throws {
        let stored = try Stored("text")
        try stored.replace(Self.deflated(Array("blob 4\0tent".utf8)))
        #expect(try stored.refusal()?.code == .mismatch)
        try stored.replace(Self.deflated(Array("blob 4\0text".utf8)))
        #expect(try stored.refusal() == nil)
    }

    @Test func `a pack has what a damaged file has not`() throws {
        let stored = try Stored("text")
        try stored.scratch.commit(["a": "text"])
        try stored.scratch.directory.git("repack", "-q", "-a")
        let whole = try Data(contentsOf: stored.file)
        try stored.replace(whole.prefix(9))
        #expect(try stored.refusal() == nil)
    }

    @Test func `abbreviated names meet the same refusal`() throws {
        let scratch = try Scratch()
        let commit = try scratch.commit(["a": "1"])
        let short = String(commit.description.prefix(7))
        #expect(
            try GitRepository.open(at: scratch.directory.path).resolve(revision: short) == commit)
        let file = Stored.file(of: commit, in: scratch.directory.path)
        let whole = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        try whole.prefix(40).write(to: file)
        let repository = try GitRepository.open(at: scratch.directory.path)
        #expect(throws: GitError.self) { try repository.resolve(revision: short) }
    }

    @Test(arguments: [true, false]) func `borrowed objects are read`(isRelative: Bool) throws {
        let stored = try Stored("text")
        let borrower = try Scratch()
        let lender = stored.scratch.directory.path
        let name = URL(fileURLWithPath: lender).lastPathComponent
        try borrower.directory.write(
            "# a comment\n\n" + (isRelative ? "../../../\(name)" : lender) + "/.git/objects\n",
            to: ".git/objects/info/alternates")
        let text = try GitRepository.open(at: borrower.directory.path).readBlob(stored.id)
        #expect(text == Array("text".utf8))
        try stored.replace(try Data(contentsOf: stored.file).prefix(9))
        let repository = try GitRepository.open(at: borrower.directory.path)
        #expect(throws: GitError.self) { try repository.readBlob(stored.id) }
    }

    /// Returns a zlib stream with one stored block (RFC 1950 and 1951).
    private static func deflated(_ bytes: [UInt8]) -> Data {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let length = UInt16(bytes.count)
        var data = Data([0x78, 0x01, 0x01])
        for number in [length, ~length] {
            data += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
        }
        data += bytes
        let sum = high << 16 | low
        data += stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: sum >> $0) }
        return data
    }
}
