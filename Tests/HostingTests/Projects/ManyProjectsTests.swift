import EventStore
import Foundation
import Machine
import Synchronization
import TestWorld
import Testing
import Texts
import Translation
import Workspace

@testable import Hosting

/// Projects that are opened on request and closed when nobody uses them.
@Suite(.timeLimit(.minutes(10))) struct ManyProjectsTests {
    private let project: HostedProject
    private let clock = TestClock()

    init() throws { project = try HostedProject() }

    /// A clock that a test sets.
    private final class TestClock: Sendable {
        private let time = Mutex(Duration.zero)
        var now: Duration { time.withLock { $0 } }
        func advance(by duration: Duration) { time.withLock { $0 += duration } }
    }

    private func path(_ number: Int) -> String { "\(project.path)-\(number)" }

    /// Returns the projects `p0`, `p1` and so on, which are copies of one project.
    private func projects(_ count: Int, maximum: Int = .max) throws -> OpenProjects {
        var configuration = try ServerConfiguration.serving(
            directory: project.path, on: project.sandbox.host())
        configuration.projects = try (0..<count).map { number in
            try FileManager.default.copyItem(atPath: project.path, toPath: path(number))
            return ProjectSettings(name: "p\(number)", path: path(number))
        }
        return OpenProjects(
            configuration, readers: 2, maximum: maximum, patience: .seconds(60),
            now: { [clock] in clock.now }, host: project.sandbox.host(), warn: { _, _ in })
    }

    private func read(_ name: String, in projects: OpenProjects) async throws -> Value? {
        try await projects.lease(name).project.read(project.text)
    }

    /// Waits until a project is at rest, and lets it be idle for a time.
    private func rest(_ projects: OpenProjects, for time: Duration) async throws {
        for project in projects.open {
            while project.isInUse || !project.isAtRest {
                try await Task.sleep(for: .milliseconds(1))
            }
        }
        clock.advance(by: time)
        await projects.recover()
    }

    @Test func theFirstAreOpenedAtStartAndTheOthersOnRequest() async throws {
        let projects = try projects(10)
        await projects.openAll()
        #expect(projects.open.map(\.settings.name) == (0..<8).map { "p\($0)" })
        #expect(projects.unreadiness == [])
        #expect(try await read("p9", in: projects) == nil)
        #expect(projects.open.count == 9)
    }

    @Test func oneThatNobodyUsesIsClosedAndOpenedAgain() async throws {
        let projects = try projects(1)
        await projects.openAll()
        _ = try await projects.lease("p0").project.submit(project.setting("Titre"))
        try await rest(projects, for: OpenProjects.idleTime - .seconds(1))
        #expect(projects.open.count == 1)
        try await rest(projects, for: .seconds(1))
        #expect(projects.open.isEmpty && projects.unreadiness == [])
        #expect(try await read("p0", in: projects) == Value("Titre"))
    }

    @Test func oneWithALeaseStaysOpen() async throws {
        let projects = try projects(1)
        await projects.openAll()
        let lease = try await projects.lease("p0")
        clock.advance(by: OpenProjects.idleTime * 10)
        await projects.recover()
        #expect(projects.open.count == 1)
        #expect(try await lease.project.read(project.text) == nil)
    }

    @Test func moreThanMayBeOpenAreServedOneAfterAnother() async throws {
        let projects = try projects(12, maximum: 3)
        await projects.openAll()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<12 {
                tasks.addTask {
                    let lease = try await projects.lease("p\(number)")
                    _ = try await lease.project.submit(project.setting("\(number)"))
                    #expect(projects.open.count <= 3)
                }
            }
            try await tasks.waitForAll()
        }
        for number in 0..<12 {
            #expect(try await read("p\(number)", in: projects) == Value("\(number)"))
        }
    }

    /// A project that was quiet for a minute is rarely checked, but a request checks it.
    @Test func aRequestToAQuietProjectSeesTheCommitsOfOthers() async throws {
        let projects = try projects(1)
        await projects.openAll()
        #expect(try await read("p0", in: projects) == nil)
        clock.advance(by: .seconds(50))
        let other = project.sandbox.run(["set", "fr", "title", "Titre"], in: "app-0")
        try #require(other.status == 0, "\(other.errors)")
        #expect(try await read("p0", in: projects) == Value("Titre"))
    }

    @Test func aStreamKeepsTheFullRateOfChecks() async throws {
        let projects = try projects(1)
        await projects.openAll()
        let lease = try await projects.lease("p0")
        clock.advance(by: .seconds(50))
        #expect(lease.project.isCheckDue(at: clock.now))
        try await lease.project.lookForOthers(at: clock.now)
        #expect(!lease.project.isCheckDue(at: clock.now))
        // The feed takes the changes on a thread of its own.
        while lease.project.feed.position == nil { try await Task.sleep(for: .milliseconds(1)) }
        let tip = try #require(lease.project.feed.position)
        let reader = lease.project.feed.follow(after: tip.commit, cutOff: {})
        #expect(reader != nil)
        #expect(lease.project.isCheckDue(at: clock.now))
        #expect(lease.project.isCheckDue(at: clock.now))
        withExtendedLifetime(reader) {}
    }

    @Test func closedOnesThatVanishOrAreDamagedDoNotAffectOthers() async throws {
        let projects = try projects(11)
        await projects.openAll()
        try FileManager.default.removeItem(atPath: path(8))
        try Data("damaged".utf8).write(
            to: URL(fileURLWithPath: path(9) + "/.git/refs/heads/translations"))
        for name in ["p8", "p9"] {
            await #expect(throws: ProjectUnavailable.self) { try await projects.lease(name) }
        }
        #expect(projects.failureCount == 2 && projects.unreadiness == [])
        #expect(try await read("p10", in: projects) == nil)
        // The server retries: a directory that is back is served again.
        try FileManager.default.copyItem(atPath: project.path, toPath: path(8))
        await projects.recover()
        #expect(try await read("p8", in: projects) == nil)
        #expect(projects.failureCount == 1)
    }

    @Test func aClosedOneThatIsReplacedIsServedAsItIs() async throws {
        let projects = try projects(1)
        await projects.openAll()
        _ = try await projects.lease("p0").project.submit(project.setting("Titre"))
        try await rest(projects, for: OpenProjects.idleTime)
        #expect(projects.open.isEmpty)
        try FileManager.default.removeItem(atPath: path(0))
        try FileManager.default.copyItem(atPath: project.path, toPath: path(0))
        #expect(try await read("p0", in: projects) == nil)
    }

    /// A request notices the replacement, even while the regular checks are rare.
    @Test func anOpenOneThatIsReplacedIsReopened() async throws {
        let projects = try projects(1)
        await projects.openAll()
        clock.advance(by: .seconds(50))
        try FileManager.default.moveItem(atPath: path(0), toPath: path(0) + ".old")
        try FileManager.default.copyItem(atPath: project.path, toPath: path(0))
        await #expect(throws: ProjectUnavailable.self) { try await projects.lease("p0") }
        await projects.recover()
        #expect(try await read("p0", in: projects) == nil)
    }
}
