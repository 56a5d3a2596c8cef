import Foundation
import TestWorld
import Testing

@testable import DragomanClient

@Suite struct TextBundleTests {
    let sandbox: Sandbox
    let directory: URL

    /// Makes a bundle with the command line.
    init() throws {
        sandbox = try Sandbox()
        directory = URL(fileURLWithPath: sandbox.directory + "/dist")
        sandbox.run(["init", "shop"])
        for words in [
            ["locale", "add", "fr", "fr-CA"], ["string", "add", "Please wait", "Please wait"],
            ["string", "add", "-s", "auth", "login", "Sign in"],
            ["set", "fr", "Please wait", "Veuillez patienter"],
            [
                "config", "export-profiles",
                #"[{"name":"ios","format":"verid-xml"},{"name":"web","format":"i18next-json"}]"#,
            ], ["bundle", "--sequence", "7", "-o", "../dist"],
        ] {
            let result = sandbox.run(words, in: "shop")
            try #require(result.status == 0, "\(words): \(result.errors)")
        }
    }

    private func edit(_ file: String, _ change: (String) -> String) throws {
        try sandbox.write(change(try sandbox.read("dist/\(file)")), to: "dist/\(file)")
    }

    @Test func aBundleIsRead() throws {
        let bundle = try TextBundle(directory: directory)
        #expect(bundle.source == "en" && bundle.sequence == 7)
        #expect(bundle.languages == ["en", "fr", "fr-CA"])
        #expect(bundle.fallbacks["fr-CA"] == ["fr", "en"])
        #expect(try bundle.json(language: "en", namespace: "auth") != nil)
        #expect(try bundle.json(language: "de", namespace: "auth") == nil)
        #expect(try bundle.json(language: "en", namespace: "../auth") == nil)
    }

    @Test(arguments: [
        (["fr-CA"], "Veuillez patienter"), (["fr-BE"], "Veuillez patienter"),
        (["de", "fr"], "Veuillez patienter"), (["en-GB", "fr"], "Please wait"),
        (["de"], "Please wait"), ([], "Please wait"),
    ])
    func originalsAreTranslated(languages: [String], expected: String) throws {
        let bundle = try TextBundle(directory: directory)
        let strings = try TranslatedStrings(bundle: bundle, languages: languages)
        #expect(strings["Please wait"] == expected)
    }

    @Test func alteredFilesAreNotUsed() async throws {
        let web = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
            .filter { $0.hasSuffix("fr/default.json") }
        let path = try #require(web.first)
        try edit(path) { $0.replacingOccurrences(of: "patienter", with: "attendre!") }
        let bundle = try TextBundle(directory: directory)
        #expect(throws: TextsFileError.altered(path)) {
            try bundle.json(language: "fr", namespace: "default")
        }
        var settings = ResourceSettings(defaultLanguage: "en", local: bundle)
        settings.deviceLanguages = ["fr"]
        let state = await Resources(settings).start()
        #expect(state.language == "fr" && state.problems.map(\.kind) == [.invalidLocal])
        #expect(state.origins.keys.sorted().map(\.description) == ["en/default"])
    }

    @Test(arguments: [
        ("\"schema\":1", "\"schema\":2"), ("\"schema\":1", "\"schema\":\"1\""),
        ("\"source\"", "\"s\""), ("\"files\":[", "\"files\":[1,"),
        ("\"languages\":[", "\"languages\":[{},"), ("{\"", "{"),
        ("\"path\":\"", "\"path\":\"../"), ("\"path\":\"", "\"path\":\"/"),
    ])
    func otherManifestsAreRefused(text: String, replacement: String) throws {
        try edit("manifest.json") {
            let compact = $0.replacingOccurrences(of: "\": ", with: "\":")
                .replacingOccurrences(of: "[\n", with: "[").replacingOccurrences(
                    of: "{\n", with: "{"
                )
                .replacingOccurrences(of: "{  \"", with: "{\"")
            #expect(compact.contains(text))
            return compact.replacingOccurrences(of: text, with: replacement)
        }
        #expect(throws: TextsFileError.self) { try TextBundle(directory: directory) }
    }

    /// A bundle on a server is loaded with exactly the files that its manifest lists, or not at
    /// all.
    @Test func aBundleIsFetchedByItsManifest() async throws {
        let fetcher = TestFetcher()
        for path in try FileManager.default.subpathsOfDirectory(atPath: directory.path)
        where path.hasSuffix(".json") {
            fetcher.set(path, try sandbox.read("dist/\(path)"))
        }
        var settings = ResourceSettings(
            defaultLanguage: "en",
            storageDirectory: URL(fileURLWithPath: sandbox.directory + "/storage"))
        settings.supportedLanguages = ["en", "fr"]
        settings.deviceLanguages = ["fr"]
        // A busy machine may take longer than the default timeout.
        settings.timeout = .seconds(600)
        settings.manifestURL = URL(string: "https://example.org/dist/manifest.json")
        func load() async -> Resources {
            let resources = Resources(settings, fetcher: fetcher)
            await resources.load()
            return resources
        }
        let first = await load()
        #expect(first.state.problems.isEmpty && first.text("Please wait") == "Veuillez patienter")
        // Files in storage are not fetched again.
        let count = fetcher.requested.count
        #expect(await load().state.origins.values.allSatisfy { $0 == .external })
        #expect(fetcher.requested.dropFirst(count) == ["manifest.json"])
        // The bytes differ from the manifest; a new device rejects them too.
        let path = try #require(fetcher.requested.first { $0.hasSuffix("fr/default.json") })
        fetcher.set(path, #"{"Please wait":"Sign in"}"#)
        settings.storageDirectory = URL(fileURLWithPath: sandbox.directory + "/other")
        let altered = await load()
        #expect(altered.text("Please wait") == "Please wait")
        #expect(altered.state.problems.map(\.kind) == [.invalidFile])
        #expect(altered.state.problems.first?.message.contains("manifest") == true)
        // A captive portal answers instead of the manifest.
        settings.storageDirectory = URL(fileURLWithPath: sandbox.directory + "/storage")
        for answer in ["<html>Sign in</html>", "{}", "{\"schema\":2}", nil] {
            fetcher.set("manifest.json", answer)
            let lied = await load()
            #expect(lied.text("Please wait") == "Veuillez patienter")
            #expect(lied.state.problems.map(\.kind) == [.invalidFile])
            #expect(lied.state.origins.values.allSatisfy { $0 == .cached })
        }
    }

    @Test func aDirectoryWithoutAManifestIsRefused() throws {
        #expect(throws: TextsFileError.self) {
            try TextBundle(directory: URL(fileURLWithPath: sandbox.directory))
        }
    }
}
