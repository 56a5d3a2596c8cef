import DragomanClient
import Synchronization
import Testing

@MainActor @Suite struct TextEditModeTests {
    private let server = ScriptedServer()
    private let storage = MemoryStorage()
    private let source = TextsInMemory(["ok": "Gut", "title": "Titel"])
    private let clock = StillClock()
    private let wrapper: LocalizationWrapper
    private let mode: TextEditMode
    private let ok = TextIdentifier(key: "ok")
    private let title = TextIdentifier(key: "title")

    init() {
        let store = ProposalStore(settings: .testing, server: server, storage: storage)
        wrapper = LocalizationWrapper(source: source, proposals: store, bestFitLanguage: "de")
        mode = TextEditMode(wrapper: wrapper, clock: clock)
    }

    @Test func marksAndRestores() async throws {
        let (first, second, plain) = (Label(), Label(), PlainLabel())
        second.color = "red"
        second.isInteractive = false
        wrapper.localize(first, for: ok)
        wrapper.localize(second, for: title)
        wrapper.localize(plain, for: ok)
        try await wrapper.storeProposal("Prima", for: ok)
        #expect(mode.highlighted.isEmpty && first.color == "white")
        try mode.start()
        #expect(first.color == "blue" && second.color == "yellow" && !first.isInteractive)
        #expect(mode.highlighted.map(\.mark) == [.ownProposal, .proposable])
        mode.end()
        #expect(first.color == "white" && first.isInteractive)
        #expect(second.color == "red" && !second.isInteractive)
        #expect(mode.highlighted.isEmpty)
        // Starting again, and twice, has no further effect.
        try mode.start()
        try mode.start()
        mode.end()
        mode.end()
        #expect(first.color == "white" && second.color == "red")
    }

    @Test func marksWhatAppearsAndChangesMeanwhile() async throws {
        try mode.start()
        let label = Label()
        wrapper.localize(label, for: ok)
        #expect(label.color == "yellow" && label.text == "Gut")
        mode.select(label)
        #expect(mode.state.selected == ok)
        await mode.propose("Prima")
        #expect(label.color == "blue" && label.text == "Prima" && mode.state.selected == nil)
        // A cell is reused.
        wrapper.localize(label, for: title)
        #expect(label.color == "yellow" && label.text == "Titel")
        var dead: Label? = Label()
        if let dead { wrapper.localize(dead, for: ok) }
        #expect(mode.highlighted.count == 2)
        dead = nil
        #expect(mode.highlighted.count == 1)
        mode.end()
        #expect(label.color == "white" && label.isInteractive)
    }

    @Test func selectsOnlyWhatIsKnownWhileActive() throws {
        let label = Label()
        mode.select(ok)
        #expect(mode.state.selected == nil)
        try mode.start()
        mode.select(label)
        #expect(mode.state.selected == nil)
        mode.select(ok)
        #expect(mode.state.selected == ok)
        mode.end()
        #expect(mode.state.selected == nil)
    }

    @Test func aRefusalKeepsTheSelection() async throws {
        let label = Label()
        wrapper.localize(label, for: ok)
        try mode.start()
        await mode.refresh()
        mode.select(label)
        server.fail(.unchanged)
        #expect(mode.editedText == "Gut")
        #expect(await mode.propose("Gut!") == nil)
        #expect(mode.state.problem == .unchanged && mode.state.selected == ok)
        // The tester continues with the last value, not with the original.
        #expect(mode.state.draft == "Gut!" && mode.editedText == "Gut!")
        #expect(label.color == "yellow" && label.text == "Gut")
        #expect(await mode.propose("Prima") != nil)
        #expect(mode.state.problem == nil && mode.state.selected == nil && mode.state.draft == nil)
        server.fail(.unchanged)
        mode.select(ok)
        await mode.propose("Super")
        mode.select(title)
        #expect(mode.state.problem == nil && mode.editedText == "Titel")
    }

    @Test func aProposalThatIsRefusedLaterIsShown() async throws {
        server.fail(.unreachable("offline"))
        try await wrapper.storeProposal("Prima", for: ok)
        server.fail(.refused(["No."]))
        await wrapper.proposals?.sendKept()
        while mode.state.refusals.isEmpty { await Task.yield() }
        let refusal = try #require(mode.state.refusals.first)
        #expect(refusal.text.value == "Prima" && refusal.reason == .refused(["No."]))
        #expect(
            wrapper.text(of: refusal)
                == "default.ok: “Prima”\nThe server refused the proposal: No.")
        // The tester corrects it.
        await mode.edit(refusal)
        #expect(mode.state.isActive && mode.state.selected == ok && mode.editedText == "Prima")
        #expect(mode.state.refusals.isEmpty)
        #expect(await wrapper.proposals?.state.refusals == [])
        await mode.propose("Super")
        #expect(mode.state.selected == nil && server.values == ["Super"])
    }

    @Test func aRefusalThatWasSeenDoesNotComeBack() async throws {
        server.fail(.unreachable("offline"))
        try await wrapper.storeProposal("Prima", for: ok)
        server.fail(.forbidden("off"))
        await wrapper.proposals?.sendKept()
        while mode.state.refusals.isEmpty { await Task.yield() }
        await mode.dismiss(try #require(mode.state.refusals.first))
        let other = TextEditMode(wrapper: wrapper)
        try await wrapper.storeProposal("Titel!", for: title)
        for _ in 0..<100 { await Task.yield() }
        #expect(mode.state.refusals.isEmpty && other.state.refusals.isEmpty)
    }

    @Test func theTextsOfTheScreenAreListed() async throws {
        let (first, second, hidden, plain) = (Label(), Label(), Label(), PlainLabel())
        wrapper.localize(first, for: title)
        wrapper.localize(second, for: ok)
        wrapper.localize(plain, for: title)
        hidden.isOnScreen = false
        wrapper.localize(hidden, for: TextIdentifier(key: "hidden"))
        mode.openScreenList()
        #expect(mode.state.screen == nil)
        try mode.start()
        mode.openScreenList()
        #expect(mode.state.screen?.map(\.identifier) == [title, ok])
        #expect(mode.state.screen?.map(\.text) == ["Titel", "Gut"])
        // The list reflects later changes.
        try await wrapper.storeProposal("Prima", for: ok)
        #expect(mode.state.screen?.map(\.text) == ["Titel", "Prima"])
        #expect(mode.state.screen?.map(\.hasOwnProposal) == [false, true])
        mode.select(ok)
        #expect(mode.state.screen == nil && mode.state.selected == ok)
        mode.openScreenList()
        mode.closeScreenList()
        #expect(mode.state.screen == nil)
        mode.openScreenList()
        mode.end()
        #expect(mode.state.screen == nil)
    }

    @Test func theListIsForOneTextOrForAll() async throws {
        server.add(.de("ok", "Fremd"))
        server.add(.de("title", "Überschrift"))
        let label = Label()
        wrapper.localize(label, for: ok)
        try await wrapper.storeProposal("Prima", for: ok)
        try mode.start()
        await mode.openList(for: ok)
        #expect(mode.state.list?.groups.map(\.identifier) == [ok])
        await mode.openList()
        let list = try #require(mode.state.list)
        #expect(list.groups.map(\.identifier) == [ok, title])
        let proposals = list.groups[0].proposals
        #expect(proposals.map(\.canDelete) == [false, true])
        await mode.delete(proposals[0])
        #expect(mode.state.problem == .notDeletable)
        server.fail(.unreachable("offline"))
        await mode.delete(proposals[1])
        #expect(mode.state.problem == .unreachable("offline"))
        #expect(mode.state.list?.groups[0].proposals.count == 2 && label.color == "blue")
        await mode.delete(proposals[1])
        #expect(mode.state.problem == nil)
        #expect(mode.state.list?.groups[0].proposals.map(\.text.value) == ["Fremd"])
        #expect(label.color == "yellow" && label.text == "Gut")
        mode.closeList()
        #expect(mode.state.list == nil)
    }

    @Test func theListIsThereWithoutAConnection() async throws {
        server.fail(.unreachable("offline"))
        try await wrapper.storeProposal("Prima", for: ok)
        server.fail(.unreachable("offline"))
        await mode.openList()
        #expect(mode.state.problem == .unreachable("offline"))
        let row = try #require(mode.state.list?.groups.first?.proposals.first)
        #expect(row.isKept && row.isOwn)
        await mode.delete(row)
        #expect(mode.state.list?.groups == [])
    }

    @Test func theSummaryGoesAwayAfterThreeSeconds() async throws {
        try mode.start()
        await mode.refresh()
        mode.end()
        #expect(mode.state.summary == nil)
        server.add(.de("ok", "Fremd"))
        try await wrapper.storeProposal("Prima", for: ok)
        try mode.start()
        await mode.refresh()
        mode.end()
        let summary = try #require(mode.state.summary)
        #expect(summary.all == 2 && summary.own == 1)
        while clock.sleepers == 0 { await Task.yield() }
        clock.advance(by: .milliseconds(2_999))
        await Task.yield()
        #expect(mode.state.summary == summary)
        clock.advance(by: .milliseconds(1))
        while mode.state.summary != nil { await Task.yield() }
    }

    @Test func theSummaryFollowsTheWrapper() async throws {
        server.add(.de("ok", "Fremd"))
        try mode.start()
        await mode.refresh()
        try await wrapper.storeProposal("Prima", for: ok)
        try await wrapper.storeProposal("Überschrift", for: title)
        let row = try #require(
            await wrapper.proposals?.knownProposals().first { $0.text.value == "Prima" })
        try await wrapper.deleteProposal(row)
        mode.end()
        #expect(mode.state.summary?.all == 2 && mode.state.summary?.own == 1)
        // This also holds while it is shown.
        let last = try #require(
            await wrapper.proposals?.knownProposals().first { $0.text.identifier == title })
        try await wrapper.deleteProposal(last)
        #expect(mode.state.summary?.all == 1 && mode.state.summary?.own == 0)
    }

    @Test func anOldSummaryDoesNotHideANewOne() async throws {
        try await wrapper.storeProposal("Prima", for: ok)
        try mode.start()
        await mode.refresh()
        mode.end()
        while clock.sleepers == 0 { await Task.yield() }
        clock.advance(by: .seconds(2))
        try mode.start()
        #expect(mode.state.summary == nil)
        mode.end()
        while clock.sleepers < 2 { await Task.yield() }
        clock.advance(by: .seconds(1))
        for _ in 0..<100 { await Task.yield() }
        #expect(mode.state.summary != nil)
        clock.advance(by: .seconds(2))
        while mode.state.summary != nil { await Task.yield() }
    }

    @Test func aShakeStartsAndEnds() async throws {
        mode.toggle()
        #expect(mode.state.isActive)
        mode.toggle()
        #expect(!mode.state.isActive)
        let store = ProposalStore(
            settings: ProposalSettings(isEnabled: true, environment: .production),
            server: server, storage: storage)
        let released = TextEditMode(wrapper: LocalizationWrapper(source: source, proposals: store))
        released.toggle()
        #expect(!released.state.isActive && released.state.problem == .production)
        let without = TextEditMode(wrapper: LocalizationWrapper(source: source))
        #expect(throws: ProposalError.disabled) { try without.start() }
    }

    @Test func statesAreObservable() async throws {
        var states = mode.states.makeAsyncIterator()
        #expect(await states.next() == TextEditModeState())
        try mode.start()
        #expect(await states.next()?.isActive == true)
        mode.select(ok)
        var state = await states.next()
        while state?.selected == nil { state = await states.next() }
        #expect(state?.selected == ok)
    }
}
