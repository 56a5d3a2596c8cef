import DragomanClient
import Synchronization
import Testing

@MainActor @Suite struct LocalizationWrapperTests {
    private let server = ScriptedServer()
    private let storage = MemoryStorage()
    private let source = TextsInMemory(["ok": "Gut", "title": "Titel"])
    private let wrapper: LocalizationWrapper
    private let ok = TextIdentifier(key: "ok")

    init() {
        let store = ProposalStore(settings: .testing, server: server, storage: storage)
        wrapper = LocalizationWrapper(source: source, proposals: store, bestFitLanguage: "de-DE")
    }

    // MARK: Components

    @Test func showsTextsAndProposalsInEveryComponent() async throws {
        let labels = [Label(), Label()]
        let other = PlainLabel()
        for label in labels { wrapper.localize(label, for: ok) }
        wrapper.localize(other, for: TextIdentifier(key: "title"))
        #expect(labels.map(\.text) == ["Gut", "Gut"] && other.text == "Titel")
        // Another identifier of the same text, and another spelling of the locale.
        try await wrapper.storeProposal(
            "Prima", locale: "de_de", for: TextIdentifier("defaultSection.ok") ?? ok)
        #expect(labels.map(\.text) == ["Prima", "Prima"] && other.text == "Titel")
        #expect(server.values == ["Prima"])
        let late = Label()
        wrapper.localize(late, for: ok)
        #expect(late.text == "Prima")
        #expect(wrapper.translations().defaultSection.ok == "Prima")
        #expect(wrapper.translations()["default"]["title"] == "Titel")
        #expect(wrapper.translations().none.ok == nil)
    }

    @Test func showsItBeforeTheServerAnswers() async throws {
        let label = Label()
        wrapper.localize(label, for: ok)
        server.fail(.refused(["No."]))
        let refused = Task {
            try await wrapper.storeProposal("Prima", locale: "de-DE", for: ok)
        }
        while label.text == "Gut" { await Task.yield() }
        #expect(label.text == "Prima")
        await #expect(throws: ProposalError.refused(["No."])) { try await refused.value }
        #expect(label.text == "Gut")
    }

    @Test func anotherLanguageIsNotShown() async throws {
        let label = Label()
        wrapper.localize(label, for: ok)
        try await wrapper.storeProposal("Bien", locale: "fr", for: ok)
        #expect(label.text == "Gut")
        #expect(!wrapper.hasOwnProposal(for: ok))
        source.next = ([LocalizationModel(locale: "fr", isBestFit: true)], [ok: "Bon"])
        try await wrapper.updateTranslations()
        #expect(label.text == "Bien" && wrapper.hasOwnProposal(for: ok))
    }

    @Test func theServersValueIsShown() async throws {
        let label = Label()
        wrapper.localize(label, for: ok)
        server.fail(.unreachable("offline"))
        try await wrapper.storeProposal("Prima", for: ok)
        #expect(label.text == "Prima")
        // A new value replaces the waiting one.
        try await wrapper.storeProposal("Super", for: ok)
        #expect(label.text == "Super")
        #expect(server.values == ["Super"])
    }

    @Test func refusalsLeaveWhatWasShown() async throws {
        let label = Label()
        wrapper.localize(label, for: ok)
        try await wrapper.storeProposal("Prima", for: ok)
        await #expect(throws: ProposalError.duplicate) {
            try await wrapper.storeProposal("Prima", for: ok)
        }
        #expect(label.text == "Prima")
        server.fail(.forbidden("off"))
        await #expect(throws: ProposalError.forbidden("off")) {
            try await wrapper.storeProposal("Super", for: ok)
        }
        #expect(label.text == "Prima")
        let fresh = LocalizationWrapper(source: source)
        await #expect(throws: ProposalError.noBestFitLanguage) {
            try await fresh.storeProposal("x", for: ok)
        }
        await #expect(throws: ProposalError.disabled) {
            try await fresh.storeProposal("x", locale: "de", for: ok)
        }
    }

    @Test func proposalsAreShownAgainAfterARestartAndGoWhenDeleted() async throws {
        try await wrapper.storeProposal("Prima", for: ok)
        let store = ProposalStore(settings: .testing, server: server, storage: storage)
        let next = LocalizationWrapper(
            source: source, proposals: store, bestFitLanguage: "de-DE")
        let label = Label()
        next.localize(label, for: ok)
        #expect(label.text == "Gut")
        await next.restoreProposals()
        #expect(label.text == "Prima")
        try await next.deleteProposal(try #require(await store.knownProposals().first))
        #expect(label.text == "Gut")
        #expect(server.values.isEmpty)
    }

    // MARK: Weak references

    @Test func componentsAreHeldWeakly() {
        var labels = (0..<10_000).map { _ in Label() }
        for label in labels { wrapper.localize(label, for: ok) }
        weak let first = labels[0]
        #expect(wrapper.containsComponent(for: ok))
        #expect(wrapper.liveComponents.count == 10_000)
        labels = []
        #expect(first == nil)
        #expect(!wrapper.containsComponent(for: ok))
        let left = wrapper.liveComponents.count
        #expect(left == 0)
        // Entries of released components are removed soon.
        let kept = (0..<10_000).map { _ in Label() }
        for label in kept { wrapper.localize(label, for: ok) }
        #expect(wrapper.liveComponents(for: ok).count == 10_000)
    }

    @Test func aComponentShowsOneIdentifier() {
        let label = Label()
        wrapper.localize(label, for: ok)
        wrapper.localize(label, for: TextIdentifier(key: "title"))
        #expect(label.text == "Titel")
        #expect(!wrapper.containsComponent(for: ok))
        #expect(wrapper.identifier(of: label) == TextIdentifier(key: "title"))
        // Without a text, a component stays as it is.
        wrapper.localize(label, for: TextIdentifier(key: "none"))
        #expect(label.text == "Titel" && wrapper.liveComponents.count == 1)
    }

    @Test func neitherTheWrapperNorTheModeIsKeptAlive() async throws {
        weak var weakWrapper: LocalizationWrapper?
        weak var weakMode: TextEditMode?
        do {
            let wrapper = LocalizationWrapper(
                source: source, proposals: self.wrapper.proposals, bestFitLanguage: "de")
            let mode = TextEditMode(wrapper: wrapper)
            try mode.start()
            await mode.refresh()
            mode.end()
            mode.hideSummary()
            (weakWrapper, weakMode) = (wrapper, mode)
        }
        for _ in 0..<1000 where weakMode != nil { await Task.yield() }
        #expect(weakMode == nil && weakWrapper == nil)
    }

    // MARK: Updates

    @Test func theBestFitChangesOnlyIfAModelSaysSo() async throws {
        let label = Label()
        wrapper.localize(label, for: ok)
        source.next = ([LocalizationModel(locale: "fr")], [ok: "Bon"])
        try await wrapper.updateTranslations()
        #expect(wrapper.bestFitLanguage == "de-DE" && label.text == "Bon")
        try await wrapper.handleLocalizationModels(
            [LocalizationModel(locale: "fr"), LocalizationModel(locale: "it", isBestFit: true)],
            acceptHeaderUsed: "it;q=1.0")
        #expect(wrapper.bestFitLanguage == "it" && wrapper.lastAcceptHeader == "it;q=1.0")
        try await wrapper.handleLocalizationModels([])
        #expect(wrapper.bestFitLanguage == "it" && wrapper.lastAcceptHeader == "it;q=1.0")
        #expect(source.languages == ["de-DE", "it", "it"])
    }

    @Test func aFailedUpdateChangesNothing() async throws {
        let label = Label()
        wrapper.localize(label, for: ok)
        await #expect(throws: TextsInMemory.Offline.self) { try await wrapper.updateTranslations() }
        await #expect(throws: TextsInMemory.Offline.self) {
            try await wrapper.handleLocalizationModels([
                LocalizationModel(locale: "fr", isBestFit: true)
            ])
        }
        #expect(label.text == "Gut" && wrapper.bestFitLanguage == "de-DE")
        let error = await withCheckedContinuation { continuation in
            wrapper.updateTranslations { continuation.resume(returning: $0) }
        }
        #expect(error is TextsInMemory.Offline)
        source.next = ([], [ok: "Besser"])
        let none = await withCheckedContinuation { continuation in
            wrapper.updateTranslations { continuation.resume(returning: $0) }
        }
        #expect(none == nil && label.text == "Besser")
        source.next = ([], [ok: "Am besten"])
        func inBackground() { wrapper.updateTranslations() }
        inBackground()
        while label.text != "Am besten" { await Task.yield() }
    }

    @Test func updatesAtOnceAreOne() async throws {
        source.next = ([], [ok: "Besser"])
        async let first: Void = wrapper.updateTranslations()
        async let second: Void = wrapper.updateTranslations()
        _ = try await (first, second)
        #expect(source.updates == 1)
        #expect(server.calls == ["list unaccepted"])
    }

    @Test func anUpdateSendsWhatWaitsAndForgetsWhatWasDecided() async throws {
        let label = Label()
        wrapper.localize(label, for: ok)
        server.fail(.unreachable("offline"))
        try await wrapper.storeProposal("Prima", for: ok)
        source.next = ([], [ok: "Gut"])
        try await wrapper.updateTranslations()
        #expect(server.values == ["Prima"] && label.text == "Prima")
        // A reviewer accepts the proposal: the texts contain it, and it is no longer open.
        server.state.withLock { $0.rows = [] }
        source.next = ([], [ok: "Prima!"])
        try await wrapper.updateTranslations()
        #expect(label.text == "Prima!" && !wrapper.hasOwnProposal(for: ok))
    }

    // MARK: Shared

    @Test func componentsFindTheSharedWrapper() {
        let label = Label()
        LocalizationWrapper.shared = nil
        #expect(label.localize(for: "default.ok") && label.text == "")
        #expect(translations().defaultSection.ok == nil)
        LocalizationWrapper.shared = wrapper
        defer { LocalizationWrapper.shared = nil }
        #expect(label.localize(for: "defaultSection.ok") && label.text == "Gut")
        #expect(!label.localize(for: "a.b.c") && !label.localize(for: "ok"))
        #expect(translations().defaultSection.title == "Titel")
    }
}
