import Foundation
import JSON
import Synchronization
import TestWorld
import Testing

@testable import DragomanClient

@Suite struct ResourcesTests {
    let sandbox: Sandbox
    let fetcher = TestFetcher()

    init() throws {
        sandbox = try Sandbox()
        for (language, text) in [("en", "local"), ("fr", "embarqué"), ("fr-CA", "embarqué CA")] {
            try sandbox.write("{\"a\":\"\(text)\"}", to: "app/\(language)/default.json")
        }
    }

    func settings(_ change: (inout ResourceSettings) -> Void = { _ in }) -> ResourceSettings {
        let directory = URL(fileURLWithPath: sandbox.directory)
        var settings = ResourceSettings(
            defaultLanguage: "en", local: LocalDirectory(directory.appendingPathComponent("app")),
            baseURL: URL(string: "https://example.org/locales"),
            storageDirectory: directory.appendingPathComponent("storage"))
        // A busy machine may take longer than the default timeout.
        settings.timeout = .seconds(600)
        settings.deviceLanguages = ["fr-CA"]
        change(&settings)
        return settings
    }

    func resources(_ change: (inout ResourceSettings) -> Void = { _ in }) -> Resources {
        Resources(settings(change), fetcher: fetcher)
    }

    func origins(_ state: ResourceState) -> [String: ResourceOrigin] {
        Dictionary(uniqueKeysWithValues: state.origins.map { ($0.key.description, $0.value) })
    }

    // MARK: The language

    @Test(
        arguments: [
            (nil, ["fr-CA"], ["en", "fr"], "fr"), (nil, ["fr-CA"], ["en", "fr", "fr-CA"], "fr-CA"),
            (nil, ["de-CH", "fr"], ["en", "fr"], "fr"), (nil, ["ja"], ["en", "fr"], "en"),
            ("fr", ["de"], ["en", "fr", "de"], "fr"), ("it", ["de"], ["en", "fr", "de"], "en"),
            ("FR_ca", ["de"], ["en", "fr-CA"], "fr-CA"),
            (nil, ["fr_CA.UTF-8"], ["en", "fr-CA"], "fr-CA"),
            (nil, ["es-MX"], ["en", "es-419", "es"], "es-419"), (nil, [], ["fr"], "en"),
            (nil, ["zh-HK"], ["en", "zh-Hant"], "zh-Hant"), ("", ["fr"], ["fr"], "en"),
        ] as [(String?, [String], [String], String)])
    func theLanguage(
        choice: String?, device: [String], supported: [String], expected: String
    ) {
        let settings = settings {
            $0.deviceLanguages = device
            $0.supportedLanguages = supported
        }
        #expect(LanguageChoice.language(choice, settings) == expected)
        #expect(
            LanguageChoice.language(choice, self.settings { $0.isEnabled = false }) == "en")
    }

    @Test func languagesAreThoseBuiltIn() {
        #expect(resources().supportedLanguages.map(\.tag) == ["en", "fr", "fr-CA"])
        #expect(
            resources { $0.supportedLanguages = ["de"] }.supportedLanguages.map(\.tag) == [
                "en", "de",
            ])
        #expect(SupportedLanguage("fr-CA").name == "français (Canada)")
        #expect(SupportedLanguage("fr").name(in: "de") == "Französisch")
        #expect(SupportedLanguage("ar").isRightToLeft && !SupportedLanguage("fr").isRightToLeft)
    }

    @Test func aChoiceIsKeptAndCountsOnceItIsSupported() async {
        let first = resources { $0.supportedLanguages = ["en", "fr"] }
        await first.load()
        let state = await first.choose("de")
        #expect(state.choice == "de" && state.language == "en")
        #expect(state.problems.map(\.kind) == [.unsupportedLanguage])
        #expect(
            state.problems.first?.message
                == "The language “de” is not supported. Choose one of en, fr.")
        let second = resources { $0.supportedLanguages = ["en", "fr"] }
        #expect(await second.load().language == "en")
        let later = await second.update { $0.supportedLanguages = ["en", "fr", "de"] }
        #expect(later.language == "de" && later.choice == "de" && later.problems.isEmpty)
        let none = await second.choose(nil)
        #expect(none.choice == nil && none.language == "fr")
        let third = resources { $0.supportedLanguages = ["en", "fr", "de"] }
        #expect(await third.load().choice == nil)
    }

    /// Settings can change on the main actor, where the app's state is readable.
    @MainActor @Test func settingsChangeFromTheMainActor() async {
        let model = Model()
        let state = await resources { $0.deviceLanguages = ["fr"] }.update {
            $0.isEnabled = model.isTranslated
        }
        #expect(state.language == "en")
    }

    @MainActor private final class Model {
        var isTranslated = false
    }

    @Test func aDirectoryThatIsMissingIsReported() async {
        let missing = URL(fileURLWithPath: sandbox.directory).appendingPathComponent("none")
        let state = await resources {
            $0.baseURL = nil
            $0.local = LocalDirectory(missing)
        }.load()
        #expect(state.problems.map(\.kind) == [.invalidLocal])
    }

    // MARK: The origins of texts

    @Test func withoutABaseURLTextsAreLocal() async {
        let state = await resources { $0.baseURL = nil }.load()
        #expect(state.isReady && state.languages == ["fr-CA", "fr", "en"])
        #expect(
            origins(state) == [
                "fr-CA/default": .local, "fr/default": .local, "en/default": .local,
            ])
        #expect(fetcher.requested.isEmpty && state.problems.isEmpty)
    }

    @Test func neitherEnabledNorABaseURLIsTheDefaultLanguage() async {
        let state = await resources {
            $0.isEnabled = false
            $0.baseURL = nil
        }.load()
        #expect(state.language == "en" && origins(state) == ["en/default": .local])
    }

    @Test func nothingIsFetchedForDevelopment() async {
        fetcher.set("fr/default.json", "{\"a\":\"new\"}")
        _ = await resources().load()
        let before = fetcher.requested.count
        let state = await resources { $0.isExternalDisabled = true }.load()
        #expect(fetcher.requested.count == before)
        #expect(origins(state)["fr/default"] == .local)
    }

    @Test func theNewestCountThenTheKeptThenTheLocal() async {
        fetcher.set("fr/default.json", "{\"a\":\"neuf\"}", tag: "\"1\"")
        let first = resources()
        let state = await first.load()
        #expect(
            origins(state) == [
                "fr-CA/default": .local, "fr/default": .external, "en/default": .local,
            ])
        #expect(first.text("fr/default", "a") == "neuf")
        fetcher.fail(.unreachable("no network"))
        let second = resources()
        let offline = await second.load()
        #expect(origins(offline)["fr/default"] == .cached)
        #expect(second.text("fr/default", "a") == "neuf")
        #expect(Set(offline.problems.map(\.kind)) == [.unreachable])
        // The server is reachable again and has nothing newer.
        fetcher.fail(nil)
        #expect(await origins(second.refresh())["fr/default"] == .external)
        #expect(second.text("fr/default", "a") == "neuf")
        #expect(
            fetcher.state.withLock { $0.requests.last { $0.url.path.contains("/fr/") } }?
                .entityTag == "\"1\"")
    }

    @Test func keptTextsOfAnotherVersionOrServerDoNotCount() async {
        fetcher.set("fr/default.json", "{\"a\":\"neuf\"}")
        _ = await resources().load()
        fetcher.fail(.timedOut)
        #expect(await origins(resources { $0.version = "2" }.load())["fr/default"] == .local)
        let other = resources { $0.baseURL = URL(string: "https://example.com/locales") }
        #expect(await origins(other.load())["fr/default"] == .local)
        #expect(await origins(resources().load())["fr/default"] == .cached)
    }

    @Test func aNamespaceThatOneLayerLacksComesFromTheNext() async throws {
        try sandbox.write("{\"b\":\"local\"}", to: "app/fr/auth.json")
        fetcher.set("fr/default.json", "{\"a\":\"neuf\"}")
        fetcher.set("fr/auth.json", "{}")
        let state = await resources { $0.namespaces = ["default", "auth"] }.load()
        #expect(origins(state)["fr/default"] == .external && origins(state)["fr/auth"] == .local)
        #expect(origins(state)["en/auth"] == nil)
    }

    // MARK: Looking up

    @Test func textsAreLookedUpInTheLanguageAndThoseThatStandIn() async throws {
        try sandbox.write(
            #"{"items_one":"{{count}} item","items_other":"{{count}} items","only":"English"}"#,
            to: "app/en/default.json")
        try sandbox.write(
            #"{"items_one":"{{count}} article","items_many":"{{count}} d’articles","items_other":"{{count}} articles","hello":"Bonjour {{name}}"}"#,
            to: "app/fr/default.json")
        try sandbox.write(#"{"title":"Se connecter"}"#, to: "app/fr-CA/auth.json")
        let resources = resources {
            $0.namespaces = ["default", "auth"]
            $0.baseURL = nil
        }
        #expect(resources.text("hello", arguments: ["name": "<Mara>"]) == "hello")
        await resources.load()
        #expect(resources.text("items", count: 0) == "0 article")
        #expect(resources.text("items", count: 2) == "2 articles")
        #expect(resources.text("items", count: 1_000_000) == "1000000 d’articles")
        #expect(resources.text("hello", arguments: ["name": "<Mara>"]) == "Bonjour <Mara>")
        #expect(resources.text("only") == "English")
        #expect(resources.text("auth:title") == "Se connecter")
        #expect(resources.text("none") == "none" && !resources.exists("none"))
        #expect(resources.exists("auth:title"))
        await resources.update { $0.namespaces = ["auth", "default"] }
        #expect(resources.text("title") == "Se connecter")
        await resources.choose("en")
        #expect(resources.text("default:items", count: 1) == "1 item")
        #expect(resources.text("auth:title") == "title")
    }

    // MARK: Changes

    @Test func whatWasAskedForLastIsShown() async {
        fetcher.set("fr/default.json", "{\"a\":\"fr\"}")
        fetcher.hold("fr/default.json")
        let resources = resources()
        #expect(await resources.choose("fr").language == "fr")
        async let slow = resources.refresh()
        while !fetcher.requested.contains("fr/default.json") { await Task.yield() }
        let english = await resources.choose("en")
        #expect(english.language == "en")
        fetcher.letGo("fr/default.json")
        #expect(await slow.language == "en")
        await resources.refresh()
        #expect(resources.state.language == "en" && resources.state.choice == "en")
    }

    @Test func changesAtOnceAreAllKept() async {
        let resources = resources { $0.supportedLanguages = ["en"] }
        let added = (0..<40).map { "x-\($0)" }
        await withTaskGroup(of: Void.self) { group in
            for language in added {
                group.addTask { await resources.update { $0.supportedLanguages?.append(language) } }
            }
        }
        #expect(Set(resources.supportedLanguages.map(\.tag)) == Set(["en"] + added))
    }

    @Test func changesAreTold() async {
        let resources = resources()
        var changes = resources.changes.makeAsyncIterator()
        var others = resources.changes.makeAsyncIterator()
        await resources.load()
        #expect(await changes.next() == .ready(language: "fr-CA"))
        await resources.choose("en")
        #expect(await changes.next() == .languageChanged(from: "fr-CA", to: "en"))
        // Nothing changed, so no change is announced.
        await resources.refresh()
        fetcher.set("en/default.json", "{\"a\":\"new\"}")
        await resources.refresh()
        #expect(await changes.next() == .updated)
        #expect(await others.next() == .ready(language: "fr-CA"))
    }
}

extension Resources {
    /// Starts, and waits for the server.
    @discardableResult
    func load() async -> ResourceState {
        await start()
        return await refresh()
    }

    /// Returns a text of a file as it was loaded.
    func text(_ file: String, _ key: String) -> String? {
        let parts = file.split(separator: "/").map(String.init)
        return loadedTexts[ResourceFile(language: parts[0], namespace: parts[1])]?
            .objectValue?[key]?.stringValue
    }
}
