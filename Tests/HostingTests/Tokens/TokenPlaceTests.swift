import Foundation
import Glibc
import Synchronization
import TestWorld
import Testing
import Translation
import Workspace

@testable import Hosting

/// Other file types in place of the file, and other writers.
@Suite struct TokenPlaceTests {
    private let scene: TokenScene

    init() throws { scene = try TokenScene() }

    private func expectUnreadable(_ reason: String) throws {
        for attempt in [
            { _ = try scene.file.read() }, { _ = try scene.addPerson() },
            { _ = try TokenWatch(scene.file) },
        ] as [() throws -> Void] {
            let refusal = try refusal(attempt)
            #expect(refusal.code == .file)
            #expect(refusal.message == "\(scene.file.path): \(reason).")
        }
    }

    @Test func aPipeKeepsNobodyWaiting() throws {
        try FileManager.default.createDirectory(
            atPath: scene.file.directory, withIntermediateDirectories: true)
        try #require(mkfifo(scene.file.path, 0o600) == 0)
        try expectUnreadable("It is not a regular file")
    }

    @Test func aDirectoryIsNoFile() throws {
        try FileManager.default.createDirectory(
            atPath: scene.file.path, withIntermediateDirectories: true)
        try expectUnreadable("It is not a regular file")
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func aFileThatMayNotBeReadIsNoEmptyOne() throws {
        try scene.addPerson()
        try #require(chmod(scene.file.path, 0) == 0)
        try expectUnreadable("Permission denied")
    }

    @Test func anEndlessFileIsNotRead() throws {
        try scene.addPerson()
        try #require(truncate(scene.file.path, TokenFile.maximumSize + 1) == 0)
        try expectUnreadable("The file is larger than 16 MiB")
    }

    /// A link is followed to read; a change replaces it, so that its old target cannot restore a
    /// revoked token.
    @Test func aLinkIsReadAndReplaced() throws {
        let (token, secret) = try scene.addPerson()
        let elsewhere = scene.sandbox.directory + "/elsewhere"
        try FileManager.default.moveItem(atPath: scene.file.path, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(
            atPath: scene.file.path, withDestinationPath: elsewhere)
        #expect(try scene.isAccepted(secret))
        try scene.file.revoke(token.id, on: scene.host)
        #expect(try !scene.isAccepted(secret))
        let type = try FileManager.default.attributesOfItem(atPath: scene.file.path)[.type]
        #expect(type as? FileAttributeType == .typeRegular)
        #expect(!(try scene.sandbox.read("elsewhere").contains("revoked")))
    }

    @Test func whatADeadProcessLeftIsNoObstacle() throws {
        try scene.sandbox.write("half", to: "state/tokens.jsonl.new")
        let (_, secret) = try scene.addPerson()
        #expect(try scene.isAccepted(secret))
        #expect(!FileManager.default.fileExists(atPath: scene.file.path + ".new"))
    }

    @Test func aDirectoryThatCannotBeMadeIsNamed() throws {
        try scene.sandbox.write("", to: "file")
        let file = TokenFile(directory: scene.sandbox.directory + "/file/state")
        let refusal = try refusal {
            try file.add(TokenRequest(app: "Shop"), on: scene.host)
        }
        #expect(refusal.code == .file)
        #expect(refusal.message.contains(scene.sandbox.directory + "/file"), "\(refusal.message)")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func rootLeavesTheFilesToTheOwnerOfTheDirectory() throws {
        try FileManager.default.createDirectory(
            atPath: scene.file.directory, withIntermediateDirectories: true)
        try #require(chown(scene.file.directory, 12_345, 12_346) == 0)
        try scene.addPerson()
        var status = stat()
        try #require(stat(scene.file.path, &status) == 0)
        #expect(status.st_uid == 12_345 && status.st_gid == 12_346)
    }

    @Test func writersBesideEachOtherLoseNothing() throws {
        let failures = Mutex<[String]>([])
        let (first, _) = try scene.addPerson("Zoe")
        DispatchQueue.concurrentPerform(iterations: 4) { writer in
            for turn in 0..<8 {
                do {
                    if writer == 3 {
                        try scene.file.endSessions(of: first.id)
                    } else {
                        try scene.addPerson("P\(writer)-\(turn)")
                    }
                } catch { failures.withLock { $0.append("\(error)") } }
            }
        }
        #expect(failures.withLock { $0 } == [])
        let set = try scene.file.read()
        #expect(set.problems.isEmpty && set.tokens.count == 25)
        #expect(set.token(id: first.id)?.generation == 9)
    }

    /// The directory of a single user.
    @Test(
        arguments: [
            (["XDG_STATE_HOME": "/s"], "/s/dragoman"),
            (["XDG_STATE_HOME": "s"], "/h/.local/state/dragoman"),
            (["XDG_STATE_HOME": ""], "/h/.local/state/dragoman"),
            (["HOME": "/g/", "XDG_STATE_HOME": ""], "/g//.local/state/dragoman"),
            (["HOME": "g"], nil), (["HOME": ""], nil),
        ] as [([String: String], String?)])
    func theUsualDirectory(environment: [String: String], path: String?) throws {
        let host = scene.sandbox.host(environment: ["HOME": "/h"].merging(environment) { $1 })
        guard let path else {
            let refusal = try refusal { try StateDirectory.usual(on: host) }
            #expect(refusal.hint.typed.contains("--state DIR"))
            return
        }
        #expect(try StateDirectory.usual(on: host) == path)
    }
}
