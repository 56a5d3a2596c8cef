import EventStore
import Foundation
import GitEventStore
import Glibc
import Synchronization
import TestWorld
import Testing
import Texts
import Translation

@testable import ReadModel
@testable import Workspace

/// Many callers with one writer.
@Suite struct ProjectWriterTests {
    private let sandbox: Sandbox
    private let french: LanguageTag

    init() throws {
        sandbox = try Sandbox.withProject()
        sandbox.perform(
            ["locale add fr", "string add title Title", "string add button Button"], in: "app")
        french = try #require(LanguageTag("fr"))
    }

    private func writer() throws -> ProjectWriter { ProjectWriter(try sandbox.open("app")) }

    private func string(_ key: String) -> StringID { StringID(section: "default", key: key) }

    /// Returns a proposal for a text, by a guid.
    private func proposal(
        _ text: String, _ guid: String, key: String = "title", gate: Gate? = nil
    ) -> WriteRequest {
        let (locale, string) = (french, string(key))
        return WriteRequest("propose", actor: nil, guid: HashedGuid(guid)) { _ in
            gate?.pass()
            return .propose(locale, string, ProposeOptions(value: Value(text)))
        }
    }

    /// Submits a request while the writer is blocked, and returns once it is queued.
    private func submit(
        _ request: WriteRequest, to writer: ProjectWriter
    ) async throws -> Task<ProjectWriter.Receipt, any Error> {
        let count = writer.waitingCount
        let task = Task { try await writer.submit(request) }
        while writer.waitingCount == count { try await Task.sleep(for: .milliseconds(1)) }
        return task
    }

    private func subjects() throws -> [String] {
        try sandbox.git("log", "--format=%s", "translations", in: "app")
            .split(separator: "\n").map(String.init)
    }

    /// The sender has given up by then, or repeats it.
    @Test func aRequestThatWaitedTooLongIsNotCarriedOut() async throws {
        let writer = ProjectWriter(try sandbox.open("app"), patience: .seconds(2))
        let gate = Gate()
        let request = proposal("Titre", "guid-one", gate: gate)
        let first = Task { try await writer.submit(request) }
        try await gate.waitForGroup()
        let late = try await submit(proposal("Titres", "guid-two"), to: writer)
        try await Task.sleep(for: .milliseconds(2_500))
        gate.open()
        _ = try await first.value
        await #expect(throws: ProjectWriter.TooLate.self) { try await late.value }
        #expect(try subjects().count { $0.hasPrefix("propose") } == 1)
        _ = try await writer.submit(proposal("Titres", "guid-two"))
    }

    @Test func oneRequestIsACommitByTheProcessWithTheRequestsActor() async throws {
        let mara = Actor(name: "Mara", email: "mara@example.org")
        let (locale, string) = (french, string("title"))
        let receipt = try await writer().submit(
            WriteRequest("set", actor: mara) { _ in .setText(locale, string, Value("Titre")) })
        #expect(receipt.outcome.commit == receipt.position.commit)
        #expect(receipt.outcome.events.map(\.actor) == [mara])
        let log = try sandbox.git("log", "-1", "--format=%an: %s", "translations", in: "app")
        #expect(log == "Ines: set fr title\n")
        #expect(try sandbox.commit("translations", in: "app") == receipt.position.commit)
    }

    /// Requests that were submitted together are in one commit, beyond all limits of a group.
    @Test func requestsThatWereSubmittedTogetherStayTogether() async throws {
        let writer = try writer()
        let gate = Gate()
        let first = proposal("Titre", "guid-one", gate: gate)
        let running = Task { try await writer.submit(first) }
        try await gate.waitForGroup()
        let long = String(repeating: "x", count: 16_000)
        let waiting = try await submit(proposal("Titres", "guid-two"), to: writer)
        let requests = (0..<256).map { index in
            proposal(
                long, "guid-\(index)-together", key: index.isMultiple(of: 2) ? "title" : "button")
        }
        let together = Task { try await writer.submit(together: requests) }
        while writer.waitingCount < 2 { try await Task.sleep(for: .milliseconds(1)) }
        gate.open()
        _ = try await (running.value, waiting.value)
        let receipt = try await together.value
        let outcomes = try receipt.results.map { try $0.get() }
        #expect(outcomes.count == 256 && outcomes.allSatisfy { $0.events.count == 1 })
        #expect(Set(outcomes.map(\.commit)) == [receipt.position.commit])
        #expect(try await writer.submit(together: []).results.isEmpty)
    }

    /// A refusal concerns only its request.
    @Test func eachOfSeveralRequestsIsDecidedByItself() async throws {
        let writer = try writer()
        let receipt = try await writer.submit(together: [
            proposal("Titre", "guid-one"), proposal("Titre", "guid-one"),
            proposal("x", "guid-two", key: "nothing"),
            proposal("Bouton", "guid-two", key: "button"),
        ])
        let codes = receipt.results.map { result -> Refusal.Code? in
            if case .failure(let refusal) = result { refusal.code } else { nil }
        }
        #expect(codes == [nil, .duplicate, .unknownKey, nil])
        #expect(try subjects().first == "append 2 events of 2 writers")
    }

    /// A server under load always has a request to write.
    @Test(.timeLimit(.minutes(10))) func aWriterThatNeverRestsLetsOthersIn() async throws {
        let writer = try writer()
        try await writer.catchUp()
        let callers = (0..<8).map { caller in
            let requests = (0..<2).map { proposal("Text \($0)", "guid-\(caller)") }
            return Task {
                while true {
                    for request in requests { _ = try await writer.submit(request) }
                }
            }
        }
        for _ in 0..<3 {
            let reader = try await writer.makeReader()
            #expect(try reader.read { try $0.locales().count } == 2)
            await writer.packIfNeeded()
        }
        for caller in callers {
            caller.cancel()
            await #expect(throws: CancellationError.self) { try await caller.value }
        }
    }

    /// This also holds after a damaged read model was replaced.
    @Test func noCommitOfAWriterCheckpointsTheLog() throws {
        let workspace = try sandbox.open("app")
        #expect(workspace.projection.checkpointer == nil)
        workspace.checkpointsAside = true
        let path = try #require(workspace.projection.path)
        for _ in 0..<2 {
            #expect(workspace.projection.checkpointer != nil)
            try Data(repeating: 7, count: 8192).write(to: URL(fileURLWithPath: path))
            try workspace.catchUp()
        }
    }

    @Test func manyCallersLoseAndRepeatNothing() async throws {
        let writer = try writer()
        let written = try await withThrowingTaskGroup(of: [EventID].self) { group in
            for caller in 0..<32 {
                let requests = (0..<4).map { proposal("Text \(caller) \($0)", "guid-\(caller)") }
                group.addTask {
                    var ids: [EventID] = []
                    for request in requests {
                        ids += try await writer.submit(request).outcome.eventIDs
                    }
                    return ids
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(written.count == 32 * 4 && Set(written).count == written.count)
        let workspace = try sandbox.open("app")
        let (rows, digest) = try workspace.read {
            (try $0.model.proposals(), try $0.model.digest())
        }
        #expect(Set(rows.map(\.id)) == Set(written))
        // A guid's later proposal replaces its earlier one.
        #expect(rows.count { $0.state == .open } == 32)
        #expect(try subjects().count < 32 * 4, "No two requests shared a commit.")
        #expect(try digest == workspace.rebuild().digest)
        try sandbox.expectSoundObjects("app")
    }

    @Test func waitingRequestsShareACommitAndSeeEachOther() async throws {
        let gate = Gate()
        let writer = try writer()
        let request = proposal("Un", "g0", gate: gate)
        let first = Task { try await writer.submit(request) }
        try await gate.waitForGroup()
        let second = try await submit(proposal("Deux", "g1"), to: writer)
        let same = try await submit(proposal("Deux", "g1"), to: writer)
        let other = try await submit(proposal("Trois", "g1"), to: writer)
        let (locale, title) = (french, string("title"))
        let acceptance = try await submit(
            WriteRequest("accept", actor: Actor(name: "Mara", email: "mara@example.org")) { state in
                let open = try state.unit(locale, title).openProposal(of: HashedGuid("g1"))
                return .accept([try #require(open).id], AcceptOptions())
            }, to: writer)
        gate.open()
        _ = try await first.value
        let positions = [
            try await second.value.position, try await other.value.position,
            try await acceptance.value.position,
        ]
        #expect(Set(positions).count == 1)
        await #expect { try await same.value } throws: { ($0 as? Refusal)?.code == .duplicate }
        #expect(try subjects().first == "append 3 events of 3 writers")
        let unit = try sandbox.open("app").read { try $0.model.unit(french, title) }
        #expect(unit.text?.value == Value("Trois"))
    }

    @Test func aCommandThatGoesAloneEndsTheGroupBeforeIt() async throws {
        let gate = Gate()
        let writer = try writer()
        let request = proposal("Un", "g0", gate: gate)
        let first = Task { try await writer.submit(request) }
        try await gate.waitForGroup()
        let before = try await submit(proposal("Deux", "g1"), to: writer)
        let (title, headline) = (string("title"), string("headline"))
        let rename = try await submit(
            WriteRequest("rename", actor: Actor(name: "Mara", email: "mara@example.org")) { _ in
                .renameString(title, to: headline)
            }, to: writer)
        let after = try await submit(proposal("Trois", "g2", key: "headline"), to: writer)
        gate.open()
        _ = try await (first.value, before.value, rename.value, after.value)
        #expect(
            try subjects().prefix(4) == [
                "propose fr headline", "rename 2 strings in en, fr", "propose fr title",
                "propose fr title",
            ])
    }

    @Test func aRequestOnAnOldStateIsRefused() async throws {
        let writer = try writer()
        let (locale, title) = (french, string("title"))
        let seen = try sandbox.open("app").read { try UnitTag(of: $0.model.unit(french, title)) }
        func request(_ text: String) -> WriteRequest {
            WriteRequest(
                "set", actor: Actor(name: "Mara", email: "mara@example.org"),
                expected: .init(unit: UnitID(locale, title), tag: seen)
            ) { _ in .setText(locale, title, Value(text)) }
        }
        _ = try await writer.submit(proposal("Un", "g0"))
        _ = try await writer.submit(request("Titre"))
        await #expect { try await writer.submit(request("Autre")) } throws: {
            ($0 as? Refusal)?.code == .changed
        }
    }

    @Test func otherProcessesWriteBesideIt() async throws {
        let writer = try writer()
        let others = Task.detached { [sandbox] in
            for step in 0..<10 {
                let result = sandbox.run(["set", "fr", "button", "Bouton \(step)"], in: "app")
                #expect(result.status == 0, "\(result)")
            }
        }
        for step in 0..<20 { _ = try await writer.submit(proposal("Text \(step)", "g")) }
        await others.value
        let workspace = try sandbox.open("app")
        let events = try workspace.read(at: .tip) { try $0.model.eventCount() }
        #expect(events == 3 + 10 + 20)
        #expect(
            try workspace.read(at: .tip) { try $0.model.digest() } == workspace.rebuild().digest)
    }

    @Test func whatConcernsTheWholeGroupReachesAllOfIt() async throws {
        _ = try sandbox.git("config", "dragoman.lockTimeout", "50", in: "app")
        let workspace = try sandbox.open("app")
        let directory = workspace.store.stateDirectory
        let writer = try writer()
        _ = try await writer.submit(proposal("Un", "g"))
        let lock = open(directory + "/write", O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        // This acts as the lock of another process, because flock distinguishes only descriptors.
        #expect(flock(lock, LOCK_EX) == 0)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for caller in 0..<5 {
                let request = proposal("Text", "guid-\(caller)")
                group.addTask {
                    do {
                        _ = try await writer.submit(request)
                        return false
                    } catch is WriteLock.Timeout {
                        return true
                    }
                }
            }
            for try await timedOut in group { #expect(timedOut) }
        }
        // A child of another test may have inherited the descriptor, too: unlocking affects both.
        flock(lock, LOCK_UN)
        close(lock)
        #expect(try sandbox.open("app").read(at: .tip) { try $0.model.proposals() }.count == 1)
        _ = try await writer.submit(proposal("Deux", "g"))
    }

    @Test func aWaitingRequestCanBeCancelled() async throws {
        let gate = Gate()
        let writer = try writer()
        let request = proposal("Un", "g0", gate: gate)
        let first = Task { try await writer.submit(request) }
        try await gate.waitForGroup()
        let cancelled = try await submit(proposal("Deux", "g1"), to: writer)
        let kept = try await submit(proposal("Trois", "g2"), to: writer)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        // This request is already in a group: it gets the result.
        first.cancel()
        gate.open()
        _ = try await first.value
        _ = try await kept.value
        let proposals = try sandbox.open("app").read(at: .tip) { try $0.model.proposals() }
        #expect(proposals.map(\.proposed.value) == [Value("Un"), Value("Trois")])
    }
}

/// Blocks a writer while it decides, until the gate is opened.
private final class Gate: Sendable {
    private let isOpen = DispatchSemaphore(value: 0)
    private let began = Atomic(false)

    /// Waits for the gate, on the writer's thread.
    func pass() {
        began.store(true, ordering: .releasing)
        isOpen.wait()
        isOpen.signal()
    }

    /// Waits until a group is being decided.
    func waitForGroup() async throws {
        while !began.load(ordering: .acquiring) { try await Task.sleep(for: .milliseconds(1)) }
    }

    func open() { isOpen.signal() }
}
