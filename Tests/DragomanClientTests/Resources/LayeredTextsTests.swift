import Foundation
import JSON
import Synchronization
import TestWorld
import Testing

@testable import DragomanClient

/// Each key comes from the newest layer that has it, and only texts override texts.
@Suite struct LayeredTextsTests {
    private let sandbox: Sandbox
    private let fetcher = TestFetcher()

    init() throws {
        sandbox = try Sandbox()
        try sandbox.write(
            #"{"a":"a0","b":"b0","c":"c0","d":"English","menu":{"save":"Save","open":"Open"}}"#,
            to: "app/en/default.json")
        try sandbox.write(
            #"{"a":"a0","b":"b0","c":"c0","menu":{"save":"Sichern"}}"#, to: "app/de/default.json")
    }

    private func resources(
        _ change: (inout ResourceSettings) -> Void = { _ in }
    ) -> Resources {
        let directory = URL(fileURLWithPath: sandbox.directory)
        var settings = ResourceSettings(
            defaultLanguage: "en", local: LocalDirectory(directory.appendingPathComponent("app")),
            baseURL: URL(string: "https://example.org/locales"),
            storageDirectory: directory.appendingPathComponent("storage"))
        // A busy machine may take longer than the default timeout.
        settings.timeout = .seconds(600)
        settings.deviceLanguages = ["de"]
        change(&settings)
        return Resources(settings, fetcher: fetcher)
    }

    private static func texts(_ resources: Resources, _ keys: String...) -> [String] {
        keys.map { resources.text($0) }
    }

    // MARK: Layers

    /// Editors on Windows write one.
    @Test func aByteOrderMarkIsPassedOver() async throws {
        try sandbox.write("\u{FEFF}{\"a\":\"a0\"}", to: "app/de/default.json")
        fetcher.set("de/default.json", "\u{FEFF}{\"b\":\"b1\"}")
        let resources = resources()
        await resources.load()
        #expect(Self.texts(resources, "a", "b") == ["a0", "b1"])
        #expect(resources.state.problems.isEmpty)
    }

    @Test func aKeyComesFromTheNewestLayerThatHasIt() async {
        fetcher.set("de/default.json", #"{"a":"a1","b":"b1","x":"x1"}"#)
        await resources().load()
        // The server is older, or has lost texts.
        fetcher.set("de/default.json", #"{"a":"a2"}"#)
        let expected = ["a2", "b1", "c0", "English", "x1", "Sichern", "Open", "none"]
        let resources = resources()
        await resources.load()
        func shown(_ resources: Resources) -> [String] {
            Self.texts(resources, "a", "b", "c", "d", "x", "menu.save", "menu.open", "none")
        }
        #expect(shown(resources) == expected)
        #expect(resources.state.problems.isEmpty)
        // The result is the same without a connection, after a restart.
        fetcher.fail(.unreachable("no network"))
        let offline = self.resources()
        await offline.load()
        #expect(shown(offline) == expected)
    }

    @Test(arguments: [
        (#"{"a":"1"}"#, #"{"a":"2","b":"3"}"#, #"{"a":"1","b":"3"}"#),
        (#"{"m":{"a":"1"}}"#, #"{"m":{"a":"2","b":"3"}}"#, #"{"m":{"a":"1","b":"3"}}"#),
        // One layer has a text and the other a section: both are found.
        (#"{"m":"1"}"#, #"{"m":{"a":"2","n":{"b":"3"}}}"#, #"{"m":"1","m.a":"2","m.n.b":"3"}"#),
        (#"{"m":{"a":"1"}}"#, #"{"m":"2"}"#, #"{"m":"2","m.a":"1"}"#),
        (#"{"m":"1","m.a":"4"}"#, #"{"m":{"a":"2"}}"#, #"{"m":"1","m.a":"4"}"#),
        // Null is not a text; an empty text is one.
        (#"{"a":null,"b":""}"#, #"{"a":"1","b":"2"}"#, #"{"a":"1","b":""}"#),
        (#"{"a":["1"]}"#, #"{"a":["2","3"]}"#, #"{"a":["1"]}"#),
        (#"{}"#, #"{"a":"1"}"#, #"{"a":"1"}"#), (#"[]"#, #"{"a":"1"}"#, #"[]"#),
    ])
    func treesAreMerged(upper: String, lower: String, expected: String) throws {
        func parse(_ text: String) throws -> JSONValue { try JSONValue.parse(Array(text.utf8)) }
        let merged = TextTree(I18nextOptions()).merge(try parse(upper), over: try parse(lower))
        #expect(merged == (try parse(expected)))
    }

    /// Keys of deep trees are not built, since they could be much larger than the tree.
    @Test func deepTreesWithLongNamesAreCheap() throws {
        let name = String(repeating: "n", count: 4096)
        var lower: JSONValue = .object(
            JSONObject(uniqueMembers: (0..<20_000).map { ("k\($0)", "x") }))
        var upper: JSONValue = .object(
            JSONObject(
                uniqueMembers: (0..<20_000).map {
                    ("k\($0)", .object(JSONObject(uniqueMembers: [("a", "x")])))
                }))
        for _ in 0..<400 {
            lower = .object(JSONObject(uniqueMembers: [(name, lower)]))
            upper = .object(JSONObject(uniqueMembers: [(name, upper)]))
        }
        let trees = TextTree(I18nextOptions())
        #expect(trees.merge(upper, over: lower) == lower)
        #expect(trees.keys(of: upper).texts.isEmpty)
    }

    @Test func textsAndSectionsOfOneNameAreBothFound() async {
        fetcher.set(
            "de/default.json", #"{"a":"a1","b":"b1","d":"d1","c":{"title":"c1"},"menu":"Menü"}"#)
        let resources = resources()
        await resources.load()
        #expect(
            Self.texts(resources, "a", "c", "c.title", "menu", "menu.save") == [
                "a1", "c0", "c1", "Menü", "Sichern",
            ])
    }

    // MARK: Responses without texts

    @Test(
        arguments: [
            (#"<html>Sign in</html>"#, "text/html"), (#"{"a":"portal"}"#, "text/html"),
            (#"{"a":"portal"}"#, "application/problem+json"), (#"{"a":"portal"}"#, "image/png"),
            (#"{"error":"Sign in"}"#, "application/json"),
            (#"{"error":"Not found","status":404}"#, "application/json"),
            (#"{"a":"portal","message":"Not found"}"#, "application/json"),
            (#"{"x":"1","y":"2","z":"3"}"#, nil), (#"{"a":1,"b":true}"#, nil),
            (#"{"a":{"b":{}}}"#, nil),
        ] as [(String, String?)])
    func whatIsNoTextsReplacesNothing(answer: String, type: String?) async {
        fetcher.set("de/default.json", #"{"a":"a1","b":"b1","c":"c1"}"#, tag: "\"1\"")
        let resources = resources()
        await resources.load()
        fetcher.set("de/default.json", answer, tag: "\"2\"", type: type)
        let state = await resources.refresh()
        #expect(state.problems.map(\.kind) == [.invalidFile])
        #expect(Self.texts(resources, "a", "b", "c") == ["a1", "b1", "c1"])
        fetcher.fail(.unreachable("no network"))
        let offline = self.resources()
        await offline.load()
        #expect(
            Self.texts(offline, "a", "b", "c", "error", "x") == ["a1", "b1", "c1", "error", "x"])
    }

    @Test(
        arguments: [
            // An older server, a newer one, a language that was just begun, a file server's
            // listing.
            (#"{"a":"new"}"#, "application/json; charset=utf-8"),
            (
                #"{"a":"new","b":"","c":"","d":"","menu.save":"","menu":{"open":""},"x":"","y":"","z":""}"#,
                nil
            ),
            (#"{"a":"new","d":"new"}"#, "text/plain"),
            (#"{"a":"new"}"#, "application/vnd.api+json"),
            (#"{"a":"new"}"#, "binary/octet-stream"), (#"{"a":"new","b":"","n":3}"#, nil),
        ] as [(String, String?)])
    func textsAreAccepted(answer: String, type: String?) async {
        fetcher.set("de/default.json", answer, type: type)
        let resources = resources()
        let state = await resources.load()
        #expect(resources.text("a") == "new" && state.problems.isEmpty)
    }

    /// Without built-in texts there is nothing to compare the first response with.
    @Test func anAppWithoutTextsGetsThem() async {
        func load() async -> Resources {
            let resources = self.resources {
                $0.local = NoLocalTexts()
                $0.deviceLanguages = []
            }
            await resources.load()
            return resources
        }
        for answer in [#"{"error":"Sign in"}"#, #"{"detail":"x","title":"y"}"#, #"{"x":1}"#] {
            fetcher.set("en/default.json", answer)
            #expect(await load().state.problems.map(\.kind) == [.invalidFile])
        }
        // A portal's texts are accepted. The app's are refused for a while, but not forever.
        fetcher.set("en/default.json", #"{"welcome":"Hotel","login":"Sign in"}"#)
        #expect(await load().text("welcome") == "Hotel")
        fetcher.set("en/default.json", #"{"a":"a1","b":"b1"}"#, tag: "\"1\"")
        for _ in 0..<5 { #expect(await load().state.problems.map(\.kind) == [.invalidFile]) }
        let resources = await load()
        #expect(resources.text("a") == "a1" && resources.state.problems.isEmpty)
        // Then a portal is refused.
        fetcher.set("en/default.json", #"{"room":"12","bar":"13"}"#)
        #expect(await load().state.problems.map(\.kind) == [.invalidFile])
    }

    // MARK: The first screen

    @Test func theFirstScreenDoesNotWaitForTheServer() async {
        fetcher.set("de/default.json", #"{"a":"a1"}"#)
        fetcher.hold("de/default.json")
        let resources = resources()
        var changes = resources.changes.makeAsyncIterator()
        let state = await resources.start()
        #expect(state.isReady && state.origins.values.allSatisfy { $0 == .local })
        #expect(resources.text("a") == "a0")
        #expect(await changes.next() == .ready(language: "de"))
        // Nor do the other calls that change the shown language.
        #expect(await resources.choose("en").language == "en")
        #expect(await resources.update { $0.version = "2" }.language == "en")
        #expect(await resources.choose("de").language == "de")
        fetcher.letGo("de/default.json")
        await resources.refresh()
        #expect(resources.text("a") == "a1")
        #expect(await changes.next() == .languageChanged(from: "de", to: "en"))
        #expect(await changes.next() == .languageChanged(from: "en", to: "de"))
        #expect(await changes.next() == .updated)
    }

    @Test func keptTextsAreThereAtOnce() async {
        fetcher.set("de/default.json", #"{"a":"a1"}"#)
        await resources().load()
        fetcher.hold("de/default.json")
        let resources = resources()
        await resources.start()
        #expect(resources.text("a") == "a1")
        fetcher.letGo("de/default.json")
    }

    @Test func aRefreshJoinsTheFetchOfTheStart() async {
        fetcher.set("de/default.json", #"{"a":"a1"}"#)
        fetcher.hold("de/default.json")
        let resources = resources()
        await resources.start()
        async let state = resources.refresh()
        fetcher.letGo("de/default.json")
        #expect(await state.problems.isEmpty)
        #expect(fetcher.requested.sorted() == ["de/default.json", "en/default.json"])
    }

    /// Each request takes 30 ms, six run at once, and no more begin after 50 ms.
    @Test func theTimeLimitIsForAllFiles() async {
        let namespaces = (0..<40).map { "n\($0)" }
        let slow = SlowFetcher()
        var settings = ResourceSettings(
            defaultLanguage: "en", namespaces: namespaces,
            baseURL: URL(string: "https://example.org/locales"))
        settings.deviceLanguages = []
        settings.timeout = .milliseconds(50)
        let state = await Resources(settings, fetcher: slow).load()
        #expect(slow.count <= 12)
        #expect(state.problems.count == 40 - slow.count)
        #expect(state.problems.allSatisfy { $0.kind == .unreachable })
    }

    // MARK: Storage

    @Test(arguments: ["", "{", "[1]", "{}", "{\"schema\":\"x\"}", "{\"schema\":0}"])
    func aDamagedStorageIsSetAside(content: String) async throws {
        fetcher.set("de/default.json", #"{"a":"a1"}"#)
        let first = resources()
        await first.load()
        await first.choose("en")
        await first.choose("de")
        try sandbox.write(content, to: "storage/storage.json")
        try sandbox.write("{", to: "storage/choice.json")
        fetcher.fail(.unreachable("no network"))
        let second = resources()
        let state = await second.start()
        #expect(state.problems.map(\.kind) == [.unreadableStorage, .unreadableStorage])
        #expect(try sandbox.read("storage/storage.json.damaged") == content)
        #expect(try sandbox.read("storage/choice.json.damaged") == "{")
        #expect(second.text("a") == "a1" && state.choice == nil)
        // A new storage was created, and it works.
        await second.choose("en")
        let third = await resources().start()
        #expect(third.problems.isEmpty && third.choice == "en")
    }
}

/// A fetcher without files, which takes 30 ms for each request.
private final class SlowFetcher: ResourceFetcher {
    private let requests = Mutex(0)

    var count: Int { requests.withLock { $0 } }

    func fetch(_ request: ResourceRequest) async throws(ResourceFetchError) -> ResourceAnswer {
        requests.withLock { $0 += 1 }
        try? await Task.sleep(for: .milliseconds(30))
        return .absent
    }
}
