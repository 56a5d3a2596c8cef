import Foundation
import Synchronization
import TestSupport
import Testing
import Texts
import Translation
import Workspace

@testable import Hosting

/// Several projects of one server, which come, go, fail and are replaced.
@Suite(.timeLimit(.minutes(2))) struct OpenProjectsTests {
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
        await projects.look()
        #expect(throws: ProjectUnavailable.self) { try projects.project(named: "app") }
        await projects.recover()
        let second = try projects.project(named: "app")
        #expect(second !== first)
        #expect(try await second.read(project.text) == Value("Titre"))
    }

    @Test func oneThatIsTakenAwayIsUnknownAndWhatWasBegunIsFinished() async throws {
        let projects = projects(try configuration())
        await projects.openAll()
        let host = try projects.project(named: "app")
        var other = try configuration()
        other.projects = []
        projects.adopt(other)
        await projects.look()
        await projects.recover()
        #expect(throws: ProjectUnavailable.self) { try projects.project(named: "app") }
        #expect(projects.open.isEmpty)
        #expect(try await host.read(project.text) == nil)
    }
}
