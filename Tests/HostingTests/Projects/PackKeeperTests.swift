import Foundation
import Git
import Machine
import TestWorld
import Testing
import Workspace

@testable import Hosting

/// The packs that the commits of a server become, and their combination.
@Suite(.timeLimit(.minutes(20))) struct PackKeeperTests {
    private let project: HostedProject

    init() throws { project = try HostedProject() }

    private var repository: GitRepository {
        get throws { try GitRepository.open(at: project.path) }
    }

    private func commits() throws -> Int {
        let text = try project.sandbox.git("rev-list", "--count", "translations", in: "app")
        return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test func aCommitIsOnePackThatPlainGitReads() async throws {
        let before = try repository.objectUsage()
        let host = try await project.open()
        _ = try await host.submit(project.setting("Titre"))
        let after = try repository.objectUsage()
        #expect(after.packs == before.packs + 1)
        #expect(after.looseObjects == before.looseObjects)
        try project.sandbox.git("fsck", "--strict", in: "app")
        let text = try project.sandbox.git("log", "-1", "--format=%s", "translations", in: "app")
        #expect(text.hasPrefix("set "))
    }

    /// Commands and pushes write at the same time.
    @Test func thereAreNeverMoreThanFiftyPacks() async throws {
        let host = try await project.open()
        let before = try commits()
        let repository = try repository
        for number in 1...200 {
            _ = try await host.submit(project.setting("Texte \(number)"))
            #expect(repository.packCount() <= PackBudget.most)
            if number % 40 == 0 {
                if number > 40 { try project.sandbox.git("pull", "-q", in: "clone") }
                _ = try project.setElsewhere("Ailleurs \(number)")
                let result = project.sandbox.run(
                    ["propose", "fr", "title", "Ici \(number)"], in: "app")
                #expect(result.status == 0, "\(result)")
            }
        }
        await host.packs.work.waitUntilIdle()
        // A repacking is due at forty at the latest.
        #expect(repository.packCount() < 40)
        #expect(try commits() >= before + 210)
        #expect(try await host.read(project.text) != nil)
        let checked = project.sandbox.run(["fsck"], in: "app")
        #expect(checked.status == 0, "\(checked)")
        try project.sandbox.git("fsck", "--strict", in: "app")
    }

    /// Nobody combines packs then, so none are made.
    @Test(arguments: [true, false])
    func withoutPackingCommitsAreLooseObjects(hasGit: Bool) async throws {
        if hasGit { try project.sandbox.git("config", "gc.auto", "0", in: "app") }
        var machine = project.sandbox.host()
        if !hasGit { machine.environment["PATH"] = project.sandbox.directory }
        let before = try repository.objectUsage()
        let host = try await ProjectHost.open(
            try project.settings, readers: 1, longestWait: 600, host: machine, warn: { _ in })
        _ = try await host.submit(project.setting("Titre"))
        let after = try repository.objectUsage()
        #expect(after.packs == before.packs)
        #expect(after.looseObjects > before.looseObjects)
    }

    /// An earlier server may have been killed before it released its pack.
    @Test func packsOfADeadServerAreCombinedToo() async throws {
        let directory = project.path + "/.git/objects/pack"
        do {
            let host = try await project.open()
            for number in 1...10 { _ = try await host.submit(project.setting("Un \(number)")) }
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: directory)
        where name.hasSuffix(".pack") {
            try Data("dragoman is about to refer to this\n".utf8).write(
                to: URL(filePath: "\(directory)/\(name.dropLast(5)).keep"))
        }
        let host = try await project.open()
        for number in 1...15 { _ = try await host.submit(project.setting("Deux \(number)")) }
        await host.packs.work.waitUntilIdle()
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        #expect(!names.contains { $0.hasSuffix(".keep") })
        #expect(try repository.packCount() < 20)
    }
}
