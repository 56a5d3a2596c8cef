import Foundation
import Synchronization
import TestWorld
import Testing
import Texts
import Translation
import Workspace

@testable import Hosting

/// Several projects of one server that are opened, closed, damaged and replaced.
@Suite(.timeLimit(.minutes(10))) struct OpenProjectsTests {
    private let project: HostedProject

    init() throws { project = try HostedProject() }

    private func configuration(isPublic: Bool = false) throws -> ServerConfiguration {
        try ServerConfiguration.serving(
            directory: project.path,
            overrides: [
                ConfigurationOverride("project.app.public", "\(isPublic)", flag: "--set")
            ], on: project.sandbox.host())
    }

    private func projects(
        _ configuration: ServerConfiguration, warn: @escaping OpenProjects.Warning = { _, _ in }
    ) -> OpenProjects {
        OpenProjects(configuration, readers: 2, host: project.sandbox.host(), warn: warn)
    }

    @Test func settingsThatComeWhileAProjectIsOpenedHold() async throws {
        for _ in 0..<10 {
            let projects = projects(try configuration())
            async let opened: Void = projects.openAll()
            projects.adopt(try configuration(isPublic: true))
            await opened
            await projects.openAll()
            #expect(try projects.project(named: "app").settings.isPublic)
        }
    }

    @Test func oneThatIsBeingOpenedIsNotOpenedAgain() async throws {
        let projects = projects(try configuration())
        let hosts = await withTaskGroup(of: ObjectIdentifier?.self) { tasks in
            for _ in 0..<8 {
                tasks.addTask {
                    await projects.openAll()
                    return (try? projects.project(named: "app")).map { ObjectIdentifier($0) }
                }
            }
            return await tasks.reduce(into: Set()) { if let host = $1 { $0.insert(host) } }
        }
        #expect(hosts.count == 1)
    }

    @Test func oneThatFailsIsTriedAgainAndNamedOnce() async throws {
        let warnings = Counter()
        let hidden = project.path + ".hidden"
        try FileManager.default.moveItem(atPath: project.path, toPath: hidden)
        let projects = projects(try configuration()) { _, _ in warnings.add() }
        for _ in 0..<3 { await projects.recover() }
        #expect(warnings.value == 1)
        #expect(projects.unreadiness == ["app: not open"])
        try FileManager.default.moveItem(atPath: hidden, toPath: project.path)
        await projects.recover()
        #expect(projects.unreadiness == [])
    }

    @Test func oneThatIsReplacedIsOpenedAgain() async throws {
        let projects = projects(try configuration())
        await projects.openAll()
        let first = try projects.project(named: "app")
        _ = try await first.submit(project.setting("Titre"))
        let old = project.path + ".old"
        try FileManager.default.moveItem(atPath: project.path, toPath: old)
        try FileManager.default.copyItem(atPath: old, toPath: project.path)
        projects.look()
        #expect(throws: ProjectUnavailable.self) { try projects.project(named: "app") }
        await projects.recover()
        let second = try projects.project(named: "app")
        #expect(second !== first)
        #expect(try await second.read(project.text) == Value("Titre"))
    }

    /// Returns the projects `app` and `web`, only one of which may be open.
    private func twoProjects(patience: Duration = .seconds(60)) throws -> OpenProjects {
        let other = project.path + "-web"
        if !FileManager.default.fileExists(atPath: other) {
            try FileManager.default.copyItem(atPath: project.path, toPath: other)
        }
        var configuration = try configuration()
        configuration.projects.append(ProjectSettings(name: "web", path: other))
        return OpenProjects(
            configuration, readers: 2, maximum: 1, patience: patience,
            host: project.sandbox.host(), warn: { _, _ in })
    }

    @Test func oneBeyondTheMaximumRestsUntilItIsWanted() async throws {
        let projects = try twoProjects()
        await projects.openAll()
        #expect(projects.open.count == 1)
        #expect(projects.unreadiness == [])
        for round in 0..<3 {
            for name in ["app", "web"] {
                let lease = try await projects.lease(name)
                #expect(lease.project.settings.name == name)
                _ = try await lease.project.submit(project.setting("\(name) \(round)"))
                #expect(projects.open.map(\.settings.name) == [name])
                await lease.project.findings.waitUntilCurrent()
                await lease.project.memory.waitUntilCurrent()
            }
        }
        let lease = try await projects.lease("app")
        #expect(try await lease.project.read(project.text) == Value("app 2"))
    }

    @Test func oneThatIsInUseStaysOpen() async throws {
        let projects = try twoProjects(patience: .milliseconds(50))
        await projects.openAll()
        let lease = try await projects.lease("app")
        await #expect(throws: Overload.self) { try await projects.lease("web") }
        #expect(try await lease.project.read(project.text) == nil)
        #expect(try projects.project(named: "app") === lease.project)
    }

    @Test func whatTestersMadeOutlivesTheOpening() async throws {
        let projects = try twoProjects()
        await projects.openAll()
        do {
            let lease = try await projects.lease("app")
            lease.project.testers.noteProposal(
                of: HashedGuid(guid: "a-guid-of-a-tester", project: lease.project.project), at: 0)
            await lease.project.findings.waitUntilCurrent()
            await lease.project.memory.waitUntilCurrent()
        }
        _ = try await projects.lease("web")
        let lease = try await projects.lease("app")
        #expect(lease.project.testers.today(at: 0) == 1)
    }

    /// One project that cannot be used does not keep clients away from the others.
    @Test func oneThatIsMissingIsCountedAndTheOthersAreReady() async throws {
        let projects = try twoProjects()
        try FileManager.default.removeItem(atPath: project.path + "-web")
        await projects.openAll()
        #expect(projects.unreadiness == [] && projects.failureCount == 1)
        await #expect(throws: ProjectUnavailable.self) { try await projects.lease("web") }
        _ = try await projects.lease("app")
    }

    @Test func oneThatIsTakenAwayIsUnknownAndWhatWasBegunIsFinished() async throws {
        let projects = projects(try configuration())
        await projects.openAll()
        let host = try projects.project(named: "app")
        var other = try configuration()
        other.projects = []
        projects.adopt(other)
        projects.look()
        await projects.recover()
        #expect(throws: ProjectUnavailable.self) { try projects.project(named: "app") }
        #expect(projects.open.isEmpty)
        #expect(try await host.read(project.text) == nil)
    }
}
