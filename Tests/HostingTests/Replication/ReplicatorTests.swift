import EventStore
import Foundation
import Machine
import Pictures
import ReadModel
import Synchronization
import TestKit
import TestWorld
import Testing
import Texts
import Translation
import Workspace

@testable import Hosting

/// Two servers with a clone of a project each, and a hub between them.
@Suite(.timeLimit(.minutes(10))) struct ReplicatorTests {
    private let project: HostedProject
    private let clock = TestClock()

    init() throws {
        project = try HostedProject()
        try project.sandbox.git("clone", "-q", "--bare", "app", "hub")
        try project.sandbox.git("remote", "add", "origin", "../hub", in: "app")
        try project.sandbox.git("fetch", "-q", "origin", in: "app")
        let cloned = project.sandbox.run(["clone", "hub", "other"])
        try #require(cloned.status == 0, "\(cloned.errors)")
    }

    /// A clock that a test sets.
    private final class TestClock: Sendable {
        private let time = Mutex(Duration.zero)
        var now: Duration { time.withLock { $0 } }
        func advance(by duration: Duration) { time.withLock { $0 += duration } }
    }

    private final class Reports: Sendable {
        let all = Mutex<[Replicator.Report]>([])
    }

    private func node(
        _ directory: String, maxLag: Int? = nil, reports: Reports = Reports(), ahead: Int64 = 0,
        run: @escaping Replicator.Run = { try $0.run(with: $1) }
    ) async throws -> (projects: OpenProjects, replicator: Replicator) {
        var settings = ProjectSettings(
            name: "app", path: project.sandbox.directory + "/" + directory)
        settings.remote = "origin"
        settings.maxLag = maxLag
        var configuration = ServerConfiguration()
        configuration.projects = [settings]
        configuration.server.identity = Actor(name: "Server", email: "server@example.org")
        var host = project.sandbox.host()
        host.now = { [now = host.now] in now() + ahead }
        let projects = OpenProjects(
            configuration, readers: 2, now: { [clock] in clock.now }, host: host,
            warn: { _, _ in })
        let replicator = Replicator(projects, host: host, run: run) { _, report in
            reports.all.withLock { $0.append(report) }
        }
        await projects.openAll()
        return (projects, replicator)
    }

    private func write(_ text: String, in projects: OpenProjects) async throws -> String {
        let lease = try await projects.lease("app")
        return try await lease.project.submit(project.setting(text)).position.commit
    }

    private func text(in projects: OpenProjects) async throws -> Value? {
        try await projects.lease("app").project.read(project.text)
    }

    @Test func aWriteReachesTheOtherServer() async throws {
        let (here, there) = (try await node("app"), try await node("other"))
        await here.replicator.runOnce()
        _ = try await write("Titre", in: here.projects)
        #expect(here.projects.replica(of: "app").status.unsentEvents == 1)
        // The change is younger than the time for which changes are collected.
        await here.replicator.runOnce()
        #expect(here.projects.replica(of: "app").status.unsentEvents == 1)
        clock.advance(by: .milliseconds(600))
        await here.replicator.runOnce()
        #expect(here.projects.replica(of: "app").status == .init(lag: .zero))
        await there.replicator.runOnce()
        #expect(try await text(in: there.projects) == Value("Titre"))
    }

    /// A picture can change without an event.
    @Test func picturesAreExchangedWithoutEvents() async throws {
        let sandbox = project.sandbox
        func run(_ words: String...) throws {
            let result = sandbox.run(words, in: "app")
            try #require(result.status == 0, "\(words): \(result.errors)")
        }
        func pictures(_ directory: String) throws -> String {
            try sandbox.git("ls-tree", "-r", "refs/dragoman/pictures", in: directory)
        }
        let picture = try Picture(recoding: SamplePicture.png())
        try Data(picture.bytes).write(to: URL(fileURLWithPath: project.path + "/a.png"))
        let there = try await node("other")
        await there.replicator.runOnce()
        try run("string", "edit", "title", "--screenshot", "a.png")
        try run("sync")
        clock.advance(by: .seconds(20))
        await there.replicator.runOnce()
        #expect(try pictures("other").contains(picture.name.description))
        let before = try sandbox.commit("translations", in: "hub")
        try run("picture", "remove", picture.name.reference)
        try run("sync")
        #expect(try sandbox.commit("translations", in: "hub") == before)
        clock.advance(by: .seconds(20))
        await there.replicator.runOnce()
        #expect(try pictures("other") == pictures("hub"))
        #expect(try pictures("other").contains("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"))
    }

    /// Both servers decide on what they know, and nothing is lost.
    @Test func whatBothWroteIsMerged() async throws {
        let (here, there) = (try await node("app"), try await node("other"))
        _ = try await write("Titre", in: here.projects)
        _ = try await write("Intitulé", in: there.projects)
        for _ in 0..<2 {
            clock.advance(by: .seconds(20))
            await here.replicator.runOnce()
            await there.replicator.runOnce()
        }
        clock.advance(by: .seconds(20))
        await here.replicator.runOnce()
        let texts = (try await text(in: here.projects), try await text(in: there.projects))
        #expect(texts.0 == texts.1 && texts.0 != nil)
        for projects in [here.projects, there.projects] {
            let conflicts = try await projects.lease("app").project.read { snapshot in
                try snapshot.model.conflicts().count
            }
            #expect(conflicts == 1)
        }
    }

    /// The order of events does not depend on the clocks of servers that know of each other's.
    @Test func aServerWhoseClockIsADayAheadDoesNotWin() async throws {
        let (here, there) = (
            try await node("app"), try await node("other", ahead: 86_400_000)
        )
        for (text, writer, reader) in [
            ("Intitulé", there, here), ("Titre", here, there), ("En-tête", there, here),
        ] {
            _ = try await write(text, in: writer.projects)
            for replicator in [writer.replicator, reader.replicator] {
                clock.advance(by: .seconds(20))
                await replicator.runOnce()
            }
            #expect(try await self.text(in: reader.projects) == Value(text))
            #expect(try await self.text(in: writer.projects) == Value(text))
        }
        #expect(project.sandbox.run(["conflicts"], in: "app").output == "")
    }

    /// A client that wrote on one server reads on the other one, which has not synchronized yet.
    @Test func aPositionOfTheOtherServerIsFetched() async throws {
        let (here, there) = (try await node("app"), try await node("other"))
        await there.replicator.runOnce()
        let position = try await write("Titre", in: here.projects)
        clock.advance(by: .seconds(2))
        let lease = try await there.projects.lease("app")
        let reading = Task { [project] in
            try await lease.project.read(notOlderThan: position, project.text)
        }
        await here.replicator.runOnce()
        while (try? await text(in: there.projects)) != Value("Titre") {
            clock.advance(by: .seconds(1))
            await there.replicator.runOnce()
            try Task.checkCancellation()
        }
        #expect(try await reading.value == Value("Titre"))
    }

    @Test func writesWaitForTheRemote() async throws {
        let here = try await node("app")
        await here.replicator.runOnce()
        let replica = here.projects.replica(of: "app")
        #expect(await replica.allSent(within: .seconds(30)))
        _ = try await write("Titre", in: here.projects)
        async let first = replica.allSent(within: .seconds(60))
        async let second = replica.allSent(within: .seconds(60))
        clock.advance(by: .seconds(20))
        // One sync is enough, even for a request that arrives while it runs.
        await here.replicator.runOnce()
        #expect(await (first, second) == (true, true))
    }

    /// A request that is repeated must not rely on another remote.
    @Test func anotherRemoteHasNothingYet() async throws {
        let here = try await node("app")
        await here.replicator.runOnce()
        let replica = here.projects.replica(of: "app")
        #expect(replica.isAllSent)
        var configuration = here.projects.configuration
        configuration.projects[0].remote = "backup"
        here.projects.adopt(configuration)
        #expect(!replica.isAllSent && replica.status == .init())
        #expect(await !replica.allSent(within: .milliseconds(1)))
    }

    /// Nobody waits forever for a project that is no longer replicated.
    @Test func waitsEndWithoutSyncs() async throws {
        let here = try await node("app")
        let replica = here.projects.replica(of: "app")
        async let waiting = replica.allSent(within: .milliseconds(50))
        here.projects.adopt(ServerConfiguration())
        #expect(await !waiting)
        let task = Task { await replica.synced(within: .seconds(600)) }
        task.cancel()
        #expect(await !task.value)
    }

    @Test func aRemoteThatIsAwayIsReportedOnce() async throws {
        let reports = Reports()
        let here = try await node("app", maxLag: 60_000, reports: reports)
        let replica = here.projects.replica(of: "app")
        #expect(
            here.projects.unreadiness == ["app: synchronizing", "app: not synchronized yet"])
        clock.advance(by: .seconds(6))
        #expect(here.projects.unreadiness == ["app: not synchronized yet"])
        await here.replicator.runOnce()
        #expect(here.projects.unreadiness == [])
        let (hub, away) = (
            project.sandbox.directory + "/hub", project.sandbox.directory + "/away"
        )
        try FileManager.default.moveItem(atPath: hub, toPath: away)
        _ = try await write("Titre", in: here.projects)
        for _ in 0..<3 {
            clock.advance(by: .seconds(40))
            await here.replicator.runOnce()
        }
        #expect(await !replica.allSent(within: .milliseconds(1)))
        #expect(replica.status == .init(lag: .seconds(120), unsentEvents: 1, failures: 3))
        #expect(here.projects.unreadiness == ["app: last synchronized 120 s ago"])
        // The project is read and written all the same.
        #expect(try await text(in: here.projects) == Value("Titre"))
        _ = try await write("Intitulé", in: here.projects)
        try FileManager.default.moveItem(atPath: away, toPath: hub)
        clock.advance(by: .seconds(40))
        await here.replicator.runOnce()
        #expect(replica.status == .init(lag: .zero))
        #expect(here.projects.unreadiness == [])
        let said = reports.all.withLock { $0 }
        #expect(said.count == 2 && said.last == .recovered, "\(said)")
        let tips = try ["app", "hub"].map {
            try project.sandbox.git("rev-parse", "translations", in: $0)
        }
        #expect(tips[0] == tips[1])
    }

    @Test func aHubWithAnotherProjectChangesNothing() async throws {
        let reports = Reports()
        let here = try await node("app", reports: reports)
        let sandbox = project.sandbox
        #expect(sandbox.run(["init", "foreign"]).status == 0)
        try FileManager.default.removeItem(atPath: sandbox.directory + "/hub")
        try sandbox.git("clone", "-q", "--bare", "foreign", "hub")
        let before = try sandbox.git("rev-parse", "translations", in: "app")
        await here.replicator.runOnce()
        #expect(try sandbox.git("rev-parse", "translations", in: "app") == before)
        let said = reports.all.withLock { $0 }
        guard case .failed(let reason) = said.first, said.count == 1 else {
            Issue.record("\(said)")
            return
        }
        #expect(reason.contains("another project"), "\(reason)")
    }

    /// A full disk of the hub has the same effect as its hook here.
    @Test func aHubThatTakesNothingIsTriedAgain() async throws {
        let here = try await node("app")
        let hook = project.sandbox.directory + "/hub/hooks/pre-receive"
        try project.sandbox.write("#!/bin/sh\nexit 1\n", to: "hub/hooks/pre-receive")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
        await here.replicator.runOnce()
        _ = try await write("Titre", in: here.projects)
        clock.advance(by: .seconds(20))
        await here.replicator.runOnce()
        let replica = here.projects.replica(of: "app")
        #expect(replica.status.failures == 1 && replica.status.unsentEvents == 1)
        #expect(try await text(in: here.projects) == Value("Titre"))
        try FileManager.default.removeItem(atPath: hook)
        clock.advance(by: .seconds(20))
        await here.replicator.runOnce()
        #expect(replica.status == .init(lag: .zero))
    }

    /// A hub that never answers ends neither the sync nor anything else before its time.
    @Test func aHubThatHangsIsGivenUpAfterAMinute() async throws {
        let here = try await node("app") { sync, _ in
            while !sync.isCancelled() { usleep(1_000) }
            throw Refusal(.busy, "It took too long.", hint: "")
        }
        let syncing = Task { await here.replicator.runOnce() }
        _ = try await write("Titre", in: here.projects)
        #expect(try await text(in: here.projects) == Value("Titre"))
        let replica = here.projects.replica(of: "app")
        while replica.status.failures == 0 {
            clock.advance(by: .seconds(1))
            try await Task.sleep(for: .milliseconds(1))
        }
        await syncing.value
        #expect(clock.now > ProjectSync.patience)
        #expect(try await text(in: here.projects) == Value("Titre"))
    }

    /// A hub that was restored from an old backup gets everything again.
    @Test func aHubThatWasSetBackIsFilledAgain() async throws {
        let here = try await node("app")
        let sandbox = project.sandbox
        _ = try await write("Titre", in: here.projects)
        clock.advance(by: .seconds(20))
        await here.replicator.runOnce()
        let newest = try sandbox.git("rev-parse", "translations", in: "hub")
        try sandbox.git("update-ref", "refs/heads/translations", "translations~1", in: "hub")
        clock.advance(by: .seconds(20))
        await here.replicator.runOnce()
        #expect(try sandbox.git("rev-parse", "translations", in: "hub") == newest)
    }

    @Test func theLastWritesAreSentWhenTheServerEnds() async throws {
        let here = try await node("app")
        let running = Task { await here.replicator.run() }
        while here.projects.replica(of: "app").status.lag == nil { await Task.yield() }
        _ = try await write("Titre", in: here.projects)
        running.cancel()
        await running.value
        let tips = try ["app", "hub"].map {
            try project.sandbox.git("rev-parse", "translations", in: $0)
        }
        #expect(tips[0] == tips[1])
    }

    @Test func closedProjectsAreSynchronized() async throws {
        let there = try await node("other")
        let other = project.sandbox.run(["set", "fr", "title", "Titre"], in: "app")
        try #require(other.status == 0)
        clock.advance(by: .seconds(120))
        while !there.projects.open.isEmpty {
            await there.projects.recover()
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(project.sandbox.run(["sync"], in: "app").status == 0)
        await there.replicator.runOnce()
        #expect(there.projects.open.isEmpty)
        #expect(project.sandbox.run(["get", "fr", "title"], in: "other").output == "Titre\n")
    }
}
