import Foundation
import Memory
import TestWorld
import Testing
import Texts
import Translation
import Workspace

@testable import Hosting

/// The memory of an open project is up to date with the log.
@Suite(.timeLimit(.minutes(10))) struct MemoryKeeperTests {
    private let project: HostedProject

    init() throws {
        project = try HostedProject()
        let result = project.sandbox.run(["set", "fr", "title", "Titre"], in: "app")
        try #require(result.status == 0, "\(result.errors)")
    }

    private func matches(_ host: ProjectHost, _ text: String) async throws -> [String] {
        let source = try #require(LanguageTag("en"))
        return await host.memory.matches(
            for: text, source: source, target: project.french, section: nil, key: nil,
            minimum: 75, limit: 5
        ).map { "\($0.percent) \($0.target)" }
    }

    @Test func itFollowsTheLog() async throws {
        let host = try await project.open()
        await host.memory.waitUntilCurrent()
        #expect(try await matches(host, "Title") == ["100 Titre"])
        #expect(try await matches(host, "Titles") == ["83 Titre"])
        #expect(try await matches(host, "Subtitle") == [])
        _ = try project.setElsewhere("Intitulé")
        try await host.lookForOthers(at: .zero)
        await host.memory.waitUntilCurrent()
        #expect(try await matches(host, "Title") == ["100 Intitulé"])
    }

    /// A deleted file is rebuilt with the next change.
    @Test func aDeletedFileIsMadeAgain() async throws {
        let host = try await project.open()
        await host.memory.waitUntilCurrent()
        #expect(try await matches(host, "Title") == ["100 Titre"])
        let directory = project.path + "/.git/dragoman"
        for name in try FileManager.default.contentsOfDirectory(atPath: directory)
        where name.contains("-memory") {
            try FileManager.default.removeItem(atPath: directory + "/" + name)
        }
        _ = try project.setElsewhere("Intitulé")
        try await host.lookForOthers(at: .zero)
        await host.memory.waitUntilCurrent()
        #expect(try await matches(host, "Title") == ["100 Intitulé"])
    }

    /// Proposals change no text: they do not wake the thread, which would rebuild the file.
    @Test func itRestsWhileTextsAreProposed() async throws {
        let host = try await project.open()
        await host.memory.waitUntilCurrent()
        let directory = project.path + "/.git/dragoman"
        func files() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: directory)
                .filter { $0.contains("-memory") }
        }
        for name in try files() {
            try FileManager.default.removeItem(atPath: directory + "/" + name)
        }
        let (french, title) = (project.french, project.title)
        let proposal = WriteRequest(
            "propose", actor: Actor(name: "Mara", email: "mara@example.org"),
            guid: HashedGuid("RQZQ2RQPGHGN6ECJYKB9QX441V")
        ) { _ in .propose(french, title, ProposeOptions(value: Value("Intitulé"))) }
        _ = try await host.submit(proposal)
        await host.memory.waitUntilCurrent()
        #expect(try files() == [])
        _ = try await host.submit(project.setting("Nom"))
        await host.memory.waitUntilCurrent()
        #expect(try await matches(host, "Title") == ["100 Nom"])
    }

    /// Reopening a project leaves no thread behind.
    @Test func theThreadEndsWithTheProject() async throws {
        weak var work: BackgroundWork<Void>?
        do {
            let host = try await project.open()
            await host.memory.waitUntilCurrent()
            work = host.memory.work
        }
        for _ in 0..<1_000 where work != nil { try await Task.sleep(for: .milliseconds(10)) }
        #expect(work == nil)
    }
}
