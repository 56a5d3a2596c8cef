import DragomanClient
import Foundation
import TestWorld
import Testing

/// The library for apps against the built server.
@MainActor @Suite(.timeLimit(.minutes(10))) struct ProposalClientTests {
    private let scene: ServingScene
    private let greeting = TextIdentifier(key: "greeting")

    init() throws {
        scene = try ServingScene()
        for line in ["set fr greeting Bonjour", "string add -s error title 'It failed'"] {
            #expect(try scene.dragoman(Transcript.words(line)).status == 0)
        }
    }

    /// Returns a store with files in a directory of the sandbox.
    private func store(
        _ port: UInt16, _ directory: String = "phone", environment: AppEnvironment = .staging
    ) throws -> ProposalStore {
        let settings = NStackProposalServer.Settings(
            baseURL: try #require(URL(string: "http://127.0.0.1:\(port)/projects/app")),
            applicationID: "", apiKey: "",
            meta: NStackMeta(
                environment: environment, appVersion: "1.0", systemVersion: "18", device: "phone"))
        return ProposalStore(
            settings: ProposalSettings(isEnabled: true, environment: .staging),
            server: NStackProposalServer(settings),
            storage: ProposalDirectory(
                URL(fileURLWithPath: scene.sandbox.directory + "/" + directory)))
    }

    /// Returns a wrapper with the texts that the command line reads.
    private func wrapper(_ store: ProposalStore) -> LocalizationWrapper {
        LocalizationWrapper(source: Texts(scene), proposals: store, bestFitLanguage: "fr")
    }

    private func serve() throws -> ProductServer {
        let server = try scene.serve()
        try server.waitUntilReady()
        return server
    }

    @Test func proposesListsReplacesAndDeletes() async throws {
        let server = try serve()
        let store = try store(server.port)
        let wrapper = wrapper(store)
        let label = Label()
        wrapper.localize(label, for: greeting)
        #expect(label.text == "Bonjour")
        let value = "Tom & Jerry = 100% +1;ä👩‍🚀?#"
        guard case .sent(let proposal) = try await wrapper.storeProposal(value, for: greeting)
        else {
            Issue.record("not sent")
            return
        }
        #expect(proposal.canDelete && proposal.value == value && label.text == value)
        #expect(try scene.dragoman("proposals").output.contains(value))
        await #expect(throws: ProposalError.duplicate) {
            try await wrapper.storeProposal(value, for: greeting)
        }
        await #expect(throws: ProposalError.unchanged) {
            try await wrapper.storeProposal("Bonjour", for: greeting)
        }
        #expect(label.text == value)
        try await wrapper.storeProposal("Salut", for: greeting)
        try await wrapper.storeProposal(
            "Échec", for: TextIdentifier(section: "error", key: "title"))
        // Another user proposes a text for the same string.
        let other = try self.store(server.port, "other phone")
        try await other.propose(
            ProposedText(identifier: greeting, locale: "fr", value: "Coucou"))
        let groups = try await store.allProposals()
        #expect(groups.map(\.identifier.description) == ["default.greeting", "error.title"])
        let rows = try await store.proposals(for: greeting)
        #expect(rows.map(\.text.value) == ["Salut", "Coucou"])
        #expect(rows.map(\.canDelete) == [true, false] && rows.map(\.isOwn) == [true, false])
        try await wrapper.deleteProposal(rows[0])
        #expect(label.text == "Bonjour")
        #expect(try await store.proposals(for: greeting).map(\.text.value) == ["Coucou"])
    }

    @Test func theServersRefusalsAreTyped() async throws {
        let server = try serve()
        let store = try store(server.port)
        for (section, key, locale) in [
            ("default", "none", "fr"), ("none", "greeting", "fr"), ("default", "greeting", "xx"),
        ] {
            let text = ProposedText(
                identifier: TextIdentifier(section: section, key: key), locale: locale, value: "A")
            do {
                try await store.propose(text)
                Issue.record("\(text) was taken")
            } catch .notFound {
                // Expected.
            }
        }
        let text = ProposedText(identifier: greeting, locale: "fr", value: "Salut")
        let released = try self.store(server.port, environment: .production)
        await #expect(throws: ProposalError.forbidden("forbidden")) {
            try await released.propose(text)
        }
        let empty = ProposedText(identifier: greeting, locale: "fr", value: "")
        do {
            try await store.propose(empty)
            Issue.record("no value was taken")
        } catch .refused(let sentences) {
            #expect(sentences.count == 1)
        }
        #expect(await store.state.waiting == 0)
        try await store.propose(text)
        let row = try #require(try await store.proposals().first)
        #expect(
            try scene.dragoman("reject", "--key", "greeting", "-y", "--reason", "wrong").status == 0
        )
        await #expect(throws: ProposalError.alreadyDecided) { try await store.delete(row) }
        #expect(await store.knownProposals().isEmpty)
    }

    @Test func testersMayBeOff() async throws {
        try scene.configure("    public = true\n    testers = off")
        let server = try scene.serve(["--config", scene.sandbox.directory + "/server.conf"])
        try server.waitUntilReady()
        let text = ProposedText(identifier: greeting, locale: "fr", value: "Salut")
        let store = try store(server.port)
        do {
            try await store.propose(text)
            Issue.record("it was taken")
        } catch .forbidden {
            // Expected.
        }
    }

    @Test func whatIsProposedOfflineIsSentOnce() async throws {
        let port = try Loopback.freePort()
        let offline = try store(port)
        let wrapper = wrapper(offline)
        let label = Label()
        wrapper.localize(label, for: greeting)
        guard case .kept(.unreachable) = try await wrapper.storeProposal("Salut", for: greeting)
        else {
            Issue.record("not kept")
            return
        }
        #expect(label.text == "Salut")
        #expect(await offline.state.waiting == 1)
        // The app restarts with a connection.
        let server = try serve()
        let store = try store(server.port)
        let next = self.wrapper(store)
        let late = Label()
        next.localize(late, for: greeting)
        await next.restoreProposals()
        #expect(late.text == "Salut")
        await next.synchronizeProposals()
        await next.synchronizeProposals()
        #expect(await store.state == ProposalState())
        #expect(late.text == "Salut")
        let made = try scene.dragoman("proposals", "--format", "json").output
        #expect(made.components(separatedBy: #""value": "Salut""#).count == 2, "\(made)")
    }

    @Test func whatAReviewerAcceptsBecomesTheText() async throws {
        let server = try serve()
        let store = try store(server.port)
        let wrapper = wrapper(store)
        let mode = TextEditMode(wrapper: wrapper)
        let label = Label()
        wrapper.localize(label, for: greeting)
        try mode.start()
        mode.select(label)
        await mode.propose("Salut")
        #expect(label.text == "Salut" && label.mark == .ownProposal)
        #expect(try scene.dragoman("accept", "--key", "greeting", "-y").status == 0)
        try await wrapper.updateTranslations()
        while wrapper.hasOwnProposal(for: greeting) {
            try await Task.sleep(for: .milliseconds(5))
            try await wrapper.updateTranslations()
        }
        #expect(label.text == "Salut" && label.mark == .proposable)
        mode.end()
        #expect(label.mark == nil)
        #expect(try scene.dragoman("set", "fr", "greeting", "Bonsoir").status == 0)
        try await wrapper.updateTranslations()
        #expect(label.text == "Bonsoir")
    }
}

/// A label without a UI framework.
@MainActor private final class Label: EditableComponent {
    var text = ""
    var mark: EditMark?
    var editAppearance: EditMark? {
        get { mark }
        set { mark = newValue }
    }

    func showLocalized(_ text: String) { self.text = text }
    func show(_ mark: EditMark) { self.mark = mark }
}

/// The French texts of a project, read by the command line.
@MainActor private final class Texts: LocalizationSource {
    private let scene: ServingScene

    init(_ scene: ServingScene) { self.scene = scene }

    func text(for identifier: TextIdentifier) -> String? {
        let result = try? scene.dragoman("get", "fr", "-s", identifier.section, identifier.key)
        guard let result, result.status == 0 else { return nil }
        return String(result.output.dropLast())
    }
}
