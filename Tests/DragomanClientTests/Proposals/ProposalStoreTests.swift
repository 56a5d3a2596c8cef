import DragomanClient
import Foundation
import Synchronization
import TestWorld
import Testing

@Suite struct ProposalStoreTests {
    private let server = ScriptedServer()
    private let storage = MemoryStorage()
    private let store: ProposalStore

    init() { store = ProposalStore(settings: .testing, server: server, storage: storage) }

    /// Returns the store after a restart of the app.
    private func restarted() -> ProposalStore {
        ProposalStore(settings: .testing, server: server, storage: storage)
    }

    // MARK: Off

    @Test func isOffUnlessEnabledAndNeverOnInProduction() async {
        for (settings, error) in [
            (ProposalSettings(environment: .development), ProposalError.disabled),
            (ProposalSettings(isEnabled: true, environment: .production), .production),
        ] {
            let store = ProposalStore(settings: settings, server: server, storage: storage)
            await #expect(throws: error) { try await store.propose(.de("ok", "Gut")) }
            await #expect(throws: error) { try await store.proposals() }
            await store.sendKept()
        }
        #expect(server.calls.isEmpty)
        #expect(storage.state.withLock { $0.writes } == 0)
    }

    // MARK: Propose

    @Test func refusesTheSameValueAndReplacesByAnother() async throws {
        guard case .sent(let first) = try await store.propose(.de("ok", "Gut")) else {
            Issue.record("not sent")
            return
        }
        #expect(first.canDelete)
        await #expect(throws: ProposalError.duplicate) { try await store.propose(.de("ok", "Gut")) }
        try await store.propose(.de("ok", "Prima"))
        try await store.propose(.de("other", "Gut"))
        #expect(server.values == ["Prima", "Gut"])
        let listed = try await store.proposals(for: TextIdentifier(key: "ok"))
        #expect(listed.map(\.text.value) == ["Prima"])
        #expect(listed.allSatisfy { $0.isOwn && $0.canDelete && !$0.isKept })
    }

    @Test func theServerDecidesWhetherAValueIsStillProposed() async throws {
        try await store.propose(.de("ok", "Gut"))
        // A reviewer rejects it.
        server.state.withLock { $0.rows = [] }
        guard case .sent = try await store.propose(.de("ok", "Gut")) else {
            Issue.record("not sent")
            return
        }
        // It is unknown whether the server still has it, so the server decides later.
        server.state.withLock { $0.rows = [] }
        server.fail(.unreachable("offline"))
        #expect(try await store.propose(.de("ok", "Gut")) == .kept(.unreachable("offline")))
        #expect(await restarted().state.waiting == 1)
        await store.sendKept()
        #expect(server.values == ["Gut"])
        // A proposal that the server already has is not a refusal.
        server.fail(.unreachable("offline"))
        try await store.propose(.de("ok", "Gut"))
        await store.sendKept()
        #expect(server.values == ["Gut"])
        #expect(await store.state == ProposalState())
    }

    @Test(arguments: [ProposalError.unreachable("offline"), .timedOut, .brokenOff("reset")])
    func whatWasDeletedCanBeProposedAgain(failure: ProposalError) async throws {
        try await store.propose(.de("ok", "Gut"))
        let row = try #require(await store.knownProposals().first)
        try await store.delete(row)
        server.fail(failure)
        #expect(try await store.propose(.de("ok", "Gut")) == .kept(failure))
        // The list is outdated, and still contains the deleted one.
        server.state.withLock {
            $0.listing = [Proposal(id: 1, text: .de("ok", "Gut"), canDelete: true)]
        }
        let calls = server.calls.count
        await store.sendKept()
        #expect(server.calls.dropFirst(calls).last == "propose Gut")
        #expect(server.values == ["Gut"])
        #expect(await store.state == ProposalState())
        #expect(await store.knownProposals().map(\.id) == [.server(2)])
    }

    @Test func aDeletionWithoutAnAnswerDoesNotBlockTheValue() async throws {
        try await store.propose(.de("ok", "Gut"))
        let row = try #require(await store.knownProposals().first)
        // The server deletes it, but the response is lost.
        server.fail(.timedOut)
        await #expect(throws: ProposalError.timedOut) { try await store.delete(row) }
        server.state.withLock { $0.rows = [] }
        server.fail(.unreachable("offline"))
        #expect(try await store.propose(.de("ok", "Gut")) == .kept(.unreachable("offline")))
        await store.sendKept()
        #expect(server.values == ["Gut"])
    }

    @Test func aNumberThatIsUsedAgainIsShown() async throws {
        try await store.propose(.de("ok", "Gut"))
        try await store.delete(try #require(await store.knownProposals().first))
        server.state.withLock { $0.next = 1 }
        try await store.propose(.de("ok", "Gut"))
        #expect(await store.knownProposals().map(\.id) == [.server(1)])
        #expect(try await store.proposals().map(\.id) == [.server(1)])
    }

    @Test func throwsWhatTheServerDecidesAndKeepsNothing() async throws {
        for error: ProposalError in [
            .forbidden("off"), .notFound("key"), .unchanged, .refused(["It lacks {{n}}."]),
            .tooLong,
        ] {
            server.fail(error)
            await #expect(throws: error) { try await store.propose(.de("ok", "Gut")) }
            #expect(await store.state.waiting == 0)
            #expect(await store.knownProposals().isEmpty)
        }
        await #expect(throws: ProposalError.tooLong) {
            try await store.propose(.de("ok", String(repeating: "ä", count: 40_000)))
        }
        #expect(await store.state.refusals.isEmpty)
    }

    // MARK: Offline

    @Test func keepsAndSendsLaterOnce() async throws {
        server.fail(.unreachable("offline"))
        let outcome = try await store.propose(.de("ok", "Gut"))
        #expect(outcome == .kept(.unreachable("offline")))
        await #expect(throws: ProposalError.duplicate) { try await store.propose(.de("ok", "Gut")) }
        #expect(await store.knownProposals().map(\.isKept) == [true])
        let next = restarted()
        #expect(await next.state.waiting == 1)
        await next.sendKept()
        await next.sendKept()
        #expect(server.calls == ["propose Gut", "propose Gut"])
        #expect(server.values == ["Gut"])
        #expect(await next.state.waiting == 0)
        #expect(await restarted().knownProposals().map(\.isKept) == [false])
    }

    @Test func onlyTheNewestValueOfATextWaits() async throws {
        for value in ["A", "B", "C"] {
            server.fail(.unreachable("offline"))
            try await store.propose(.de("ok", value))
        }
        await store.sendKept()
        #expect(server.values == ["C"])
        #expect(server.calls == ["propose A", "propose B", "propose C", "propose C"])
    }

    @Test func asksTheListBeforeItSendsAgain() async throws {
        server.state.withLock { $0.losesAnswers = true }
        #expect(try await store.propose(.de("ok", "Gut")) == .kept(.timedOut))
        server.state.withLock { $0.losesAnswers = false }
        let next = restarted()
        await next.sendKept()
        #expect(server.calls == ["propose Gut", "list all"])
        #expect(await next.state == ProposalState())
        #expect(await next.knownProposals().map(\.id) == [.server(1)])
    }

    @Test func sendsAgainWithTheSameKeyWhatTheListLacks() async throws {
        server.state.withLock { $0.losesAnswers = true }
        try await store.propose(.de("ok", "Gut"))
        server.state.withLock {
            $0.losesAnswers = false
            $0.listing = []
        }
        await restarted().sendKept()
        #expect(server.calls == ["propose Gut", "list all", "propose Gut"])
        #expect(server.values == ["Gut"])
    }

    @Test func sendsNothingWhileTheListCannotBeAsked() async throws {
        server.fail(.brokenOff("reset"))
        try await store.propose(.de("ok", "Gut"))
        server.fail(.timedOut)
        await store.sendKept()
        #expect(server.calls == ["propose Gut", "list all"])
        #expect(await store.state.problem == .timedOut)
        await store.sendKept()
        #expect(server.values == ["Gut"])
        #expect(await store.state.problem == nil)
    }

    @Test func saysWhichKeptOnesWereRefused() async throws {
        for key in ["a", "b", "c"] {
            server.fail(.unreachable("offline"))
            try await store.propose(.de(key, "Gut"))
        }
        server.fail(.notFound("key"))
        await store.sendKept()
        let state = await store.state
        #expect(state.waiting == 0)
        #expect(
            state.refusals.map(\.reason) == [.notFound("key")]
                && state.refusals.map(\.text.identifier.key) == ["a"])
        #expect(server.values == ["Gut", "Gut"])
    }

    @Test func oneThatFailsDoesNotHoldUpOthers() async throws {
        for key in ["a", "b", "c"] {
            server.fail(.unreachable("offline"))
            try await store.propose(.de(key, key))
        }
        server.fail(.unavailable(status: 500, retryAfter: nil))
        await store.sendKept()
        #expect(server.values == ["b", "c"])
        #expect(await store.state.waiting == 1)
        await store.sendKept()
        #expect(server.values == ["b", "c", "a"])
    }

    @Test func waitsAsLongAsTheServerAsks() async throws {
        server.fail(.tooManyRequests(retryAfter: .seconds(3600)))
        #expect(
            try await store.propose(.de("a", "A"))
                == .kept(.tooManyRequests(retryAfter: .seconds(3600))))
        await store.sendKept()
        try await store.propose(.de("b", "B"))
        #expect(server.calls == ["propose A"])
        #expect(await store.state.waiting == 2)
        server.fail(.tooManyRequests(retryAfter: .milliseconds(1)))
        let next = restarted()
        await next.sendKept()
        try await Task.sleep(for: .milliseconds(5))
        await next.sendKept()
        #expect(server.values.sorted() == ["A", "B"])
    }

    @Test func callsAtOnceSendEachOnce() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { [store] in
                    _ = try await store.propose(.de("key\(number)", "Wert"))
                    await store.sendKept()
                }
            }
            try await group.waitForAll()
        }
        #expect(server.calls.count == 50)
        #expect(server.values.count == 50)
    }

    @Test func thereIsALimit() async throws {
        let rows = (0..<500).map { number in
            #"{"idempotencyKey":"k\#(number)","wasSent":false,"section":"default","key":"key\#(number)","locale":"de","value":"Wert"}"#
        }
        let file = #"{"version":1,"waiting":[\#(rows.joined(separator: ","))],"sent":[]}"#
        storage.state.withLock { $0.files[.proposals] = Array(file.utf8) }
        server.fail(.unreachable("offline"))
        await #expect(throws: ProposalError.tooManyKept) { try await store.propose(.de("x", "X")) }
        // A new value for a waiting text needs no additional room.
        #expect(
            try await store.propose(.de("key7", "Anderer")) == .kept(.unreachable("offline")))
        #expect(await store.state.waiting == 500)
    }

    // MARK: List and delete

    @Test func groupsBySectionAndKey() async throws {
        for (section, key) in [("b", "ok"), ("a", "ok"), ("default", "x"), ("a", "b")] {
            server.add(
                ProposedText(
                    identifier: TextIdentifier(section: section, key: key), locale: "de",
                    value: "Gut"))
        }
        try await store.propose(
            ProposedText(
                identifier: TextIdentifier(section: "a", key: "ok"), locale: "fr", value: "Bien"))
        let groups = try await store.allProposals()
        #expect(groups.map(\.identifier.description) == ["a.b", "a.ok", "b.ok", "default.x"])
        #expect(groups[1].proposals.map(\.isOwn) == [false, true])
        #expect(groups[1].proposals.map(\.canDelete) == [false, true])
    }

    @Test func deletesOwnOnesOnly() async throws {
        server.add(.de("ok", "Fremd"))
        try await store.propose(.de("ok", "Gut"))
        let listed = try await store.proposals()
        #expect(listed.map(\.text.value) == ["Fremd", "Gut"])
        await #expect(throws: ProposalError.notDeletable) { try await store.delete(listed[0]) }
        try await store.delete(listed[1])
        #expect(server.values == ["Fremd"])
        #expect(await store.knownProposals().map(\.text.value) == ["Fremd"])
        // It is gone, as intended.
        try await store.delete(listed[1])
    }

    @Test func deletesKeptOnesWhereverTheyAre() async throws {
        server.fail(.unreachable("offline"))
        try await store.propose(.de("a", "Nie gesendet"))
        try await store.delete(try #require(await store.knownProposals().first))
        #expect(server.calls == ["propose Nie gesendet"])

        server.state.withLock { $0.losesAnswers = true }
        try await store.propose(.de("a", "Angekommen"))
        server.state.withLock { $0.losesAnswers = false }
        let row = try #require(await store.knownProposals().first)
        server.fail(.unreachable("offline"))
        await #expect(throws: ProposalError.unreachable("offline")) { try await store.delete(row) }
        #expect(await store.state.waiting == 1)
        try await store.delete(row)
        #expect(server.values.isEmpty)
        #expect(await store.state.waiting == 0)
        await store.sendKept()
        #expect(server.values.isEmpty)
    }

    @Test func forgetsOwnOnesThatWereDecided() async throws {
        try await store.propose(.de("a", "A"))
        try await store.propose(.de("b", "B"))
        server.state.withLock { state in state.rows.removeAll { $0.text.value == "A" } }
        #expect(try await store.proposals().map(\.text.value) == ["B"])
        #expect(await restarted().knownProposals().map(\.text.value) == ["B"])
        // If the list cannot be loaded, nothing changes.
        server.fail(.unavailable(status: 503, retryAfter: nil))
        await #expect(throws: ProposalError.self) { try await store.proposals() }
        #expect(await store.knownProposals().map(\.text.value) == ["B"])
    }

    @Test func statesAreObservable() async throws {
        var states = await store.states().makeAsyncIterator()
        #expect(await states.next() == ProposalState())
        server.fail(.unreachable("offline"))
        try await store.propose(.de("ok", "Gut"))
        let state = await states.next()
        #expect(state?.waiting == 1)
        #expect(state?.problem == .unreachable("offline"))
    }
}
