import DragomanClient
import Foundation

/// The app: three texts, a language, and the tester's proposals.
@MainActor final class ExampleApp {
    private static let commands = """
        language TAG · languages · offline · online · refresh · propose KEY TEXT · proposals · delete NUMBER · quit
        """

    private let connection = Connection()
    private let resources: Resources
    private let wrapper: LocalizationWrapper
    private var listed: [ListedProposal] = []
    private let title = Label()

    init(server: URL, storage: URL) {
        var settings = ResourceSettings(
            defaultLanguage: "en", local: BuiltIn(),
            baseURL: server.appendingPathComponent("locales"),
            storageDirectory: storage.appendingPathComponent("texts"))
        settings.supportedLanguages = ["en", "fr", "ar"]
        settings.deviceLanguages = ["en"]
        settings.timeout = .seconds(5)
        resources = Resources(
            settings, fetcher: SwitchedFetcher(real: URLSessionFetcher(), connection: connection))
        let meta = NStackMeta(
            system: "linux", environment: .development, appVersion: "1.0", systemVersion: "1",
            device: "terminal")
        let proposals = ProposalStore(
            settings: ProposalSettings(isEnabled: true, environment: .development),
            server: SwitchedServer(
                real: NStackProposalServer(
                    .init(baseURL: server, applicationID: "example", apiKey: "", meta: meta)),
                connection: connection),
            storage: ProposalDirectory(storage.appendingPathComponent("proposals")))
        wrapper = LocalizationWrapper(
            source: ResourceLocalization(resources), proposals: proposals)
    }

    func start() async {
        await resources.start()
        await wrapper.restoreProposals()
        wrapper.localize(title, for: TextIdentifier(key: "title"))
        // The first screen shows stored and built-in texts.
        draw()
        print(Self.commands)
        try? await wrapper.updateTranslations()
        draw()
    }

    /// Executes a command.
    ///
    /// Returns false to end the app.
    func carryOut(_ line: String) async -> Bool {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        switch (words.first, words.dropFirst().first, words.dropFirst(2).first) {
        case (nil, _, _): return true
        case ("quit", _, _): return false
        case ("language", let tag?, nil): await resources.choose(tag)
        case ("languages", nil, nil):
            for language in resources.supportedLanguages {
                print("\(language.tag): \(language.name)")
            }
            return true
        case ("offline", nil, nil): connection.set(isOn: false)
        case ("online", nil, nil):
            connection.set(isOn: true)
        case ("refresh", nil, nil): break
        case ("propose", let key?, let text?): await propose(key, text)
        case ("proposals", nil, nil):
            await list()
            return true
        case ("delete", let number?, nil): await delete(number)
        default:
            print(Self.commands)
            return true
        }
        // Fetches newer texts, sends stored proposals, and shows the changes.
        try? await wrapper.updateTranslations()
        draw()
        await showRefusals()
        return true
    }

    /// Shows each stored proposal that the server refused, once.
    private func showRefusals() async {
        for refusal in await wrapper.proposals?.state.refusals ?? [] {
            let lines = wrapper.text(of: refusal).split(separator: "\n")
            print("  ! " + wrapper.text(of: .refusedTitle) + ": " + lines.joined(separator: " "))
            await wrapper.proposals?.dismiss(refusal)
        }
    }

    private func propose(_ key: String, _ text: String) async {
        do {
            switch try await wrapper.storeProposal(text, for: TextIdentifier(key: key)) {
            case .sent: print("Proposed.")
            case .kept: print("Stored, to be sent when there is a connection.")
            case .replaced: print("Replaced by a newer proposal.")
            }
        } catch {
            print("Not proposed: \(error.localizedDescription)")
        }
    }

    private func list() async {
        if let groups = try? await wrapper.proposals?.allProposals() {
            listed = groups.flatMap(\.proposals)
        } else {
            print("The server cannot be reached. These are the proposals known so far.")
            listed = await wrapper.proposals?.knownProposals() ?? []
        }
        if listed.isEmpty { print("There are no proposals.") }
        for (index, proposal) in listed.enumerated() {
            let marks =
                (proposal.canDelete ? " (yours)" : "") + (proposal.isKept ? " (not sent)" : "")
            let text = proposal.text
            print("\(index + 1). \(text.locale) \(text.identifier): \(text.value)\(marks)")
        }
    }

    private func delete(_ number: String) async {
        guard let index = Int(number), listed.indices.contains(index - 1) else {
            return print("There is no such proposal in the list. Run `proposals` first.")
        }
        do {
            try await wrapper.deleteProposal(listed[index - 1])
            print("Deleted.")
        } catch {
            print("Not deleted: \(error.localizedDescription)")
        }
    }

    private func draw() {
        let state = resources.state
        let own = wrapper.hasOwnProposal(for: TextIdentifier(key: "title"))
        let origin = state.origins[
            ResourceFile(language: state.language, namespace: "default")]
        print(
            """
            [\(state.language), \(origin?.rawValue ?? "no texts")\(connection.isOn ? "" : ", offline")]
              \(title.text)\(own ? "  (your proposal)" : "")
              \(resources.text("items", count: 1))
              \(resources.text("items", count: 3))
            """)
        for problem in state.problems { print("  ! \(problem)") }
    }
}

/// A component that shows a text, used instead of a `UILabel`.
@MainActor private final class Label: LocalizableComponent {
    var text = ""

    func showLocalized(_ text: String) { self.text = text }
}
