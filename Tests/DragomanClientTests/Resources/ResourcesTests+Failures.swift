import Foundation
import Synchronization
import TestWorld
import Testing

@testable import DragomanClient

/// Failures of servers, files and storages; none makes the texts worse.
extension ResourcesTests {
    @Test(
        arguments: [
            ("{\"a\":", .invalidFile), ("[\"a\"]", .invalidFile), ("", .invalidFile),
            ("{\"a\":\"x\",\"a\":\"y\"}", .invalidFile), ("<html></html>", .invalidFile),
            (String(repeating: "{\"a\":", count: 100_000), .invalidFile),
        ] as [(String, ResourceProblem.Kind)])
    func aBrokenFileChangesNothing(text: String, problem: ResourceProblem.Kind) async {
        fetcher.set("fr/default.json", "{\"a\":\"neuf\"}")
        let resources = resources()
        await resources.load()
        fetcher.set("fr/default.json", text)
        let state = await resources.refresh()
        #expect(resources.text("fr/default", "a") == "neuf")
        #expect(state.problems.map(\.kind) == [problem])
        // It is not stored either.
        #expect(await origins(self.resources().load())["fr/default"] == .cached)
    }

    @Test func failuresNeverMakeTextsWorse() async {
        fetcher.set("fr/default.json", "{\"a\":\"neuf\"}")
        // Without a storage too.
        let resources = resources { $0.storageDirectory = nil }
        await resources.load()
        let failures: [ResourceFetchError] = [
            .unreachable("x"), .timedOut, .status(500), .status(403), .tooLarge, .cancelled,
            .redirected(to: "https://example.net"),
        ]
        for failure in failures {
            fetcher.fail(failure)
            let state = await resources.refresh()
            #expect(resources.text("fr/default", "a") == "neuf")
            #expect(origins(state)["fr/default"] == .cached)
            #expect(state.problems.count == (failure == .cancelled ? 0 : 3))
        }
        fetcher.fail(nil)
        fetcher.state.withLock { $0.answers["fr/default.json"] = .notModified }
        // The server answers 304 for a file that is not stored.
        _ = await resources.refresh()
        #expect(resources.text("fr/default", "a") == "neuf")
        fetcher.state.withLock { $0.answers["fr/default.json"] = .absent }
        _ = await resources.refresh()
        #expect(resources.text("fr/default", "a") == "neuf")
    }

    @Test(arguments: [
        "", "{", "[1]", "{\"size\":1}\n{\"a\":\"b\"}", "\n\n", "{\"size\":2,\"url\":1}\n{}",
    ])
    func damagedKeptTextsGiveWayToLocalOnes(content: String) async throws {
        fetcher.set("fr/default.json", "{\"a\":\"neuf\"}")
        _ = await resources().load()
        try sandbox.write(content, to: "storage/texts/fr%2fdefault.texts")
        fetcher.fail(.timedOut)
        let state = await resources().load()
        #expect(origins(state)["fr/default"] == .local)
        #expect(state.problems.contains { $0.kind == .unreadableStorage })
        fetcher.fail(nil)
        #expect(await origins(resources().load())["fr/default"] == .external)
        fetcher.fail(.timedOut)
        #expect(await origins(resources().load())["fr/default"] == .cached)
    }

    @Test func aStorageOfANewerVersionIsLeftAlone() async throws {
        try sandbox.write("{\"schema\":2}", to: "storage/storage.json")
        fetcher.set("fr/default.json", "{\"a\":\"neuf\"}")
        let resources = resources()
        let state = await resources.load()
        #expect(origins(state)["fr/default"] == .external)
        #expect(state.problems.map(\.kind) == [.newerStorage])
        _ = await resources.choose("en")
        let names = try FileManager.default.contentsOfDirectory(
            atPath: sandbox.directory + "/storage")
        #expect(names == ["storage.json"])
    }

    /// Texts that could not be stored are still newer than the stored ones.
    @Test func keptTextsDoNotReplaceNewerOnes() async throws {
        fetcher.set("fr/default.json", "{\"a\":\"one\"}")
        _ = await resources().load()
        let path = sandbox.directory + "/storage/texts/fr%2fdefault.texts"
        let kept = try Data(contentsOf: URL(fileURLWithPath: path))
        fetcher.set("fr/default.json", "{\"a\":\"two\"}")
        let resources = resources()
        await resources.load()
        try kept.write(to: URL(fileURLWithPath: path))
        fetcher.fail(.timedOut)
        let state = await resources.refresh()
        #expect(resources.text("fr/default", "a") == "two")
        #expect(origins(state)["fr/default"] == .cached)
    }

    @Test func aStorageThatCannotBeWrittenIsSaid() async throws {
        try sandbox.write("a file", to: "file")
        fetcher.set("fr/default.json", "{\"a\":\"neuf\"}")
        let resources = resources {
            $0.storageDirectory = URL(fileURLWithPath: sandbox.directory + "/file/storage")
        }
        let state = await resources.load()
        #expect(origins(state)["fr/default"] == .external)
        #expect(state.problems.map(\.kind) == [.unwritableStorage])
        #expect(await resources.choose("en").language == "en")
    }

    @Test func theStorageIsBounded() async throws {
        let text = String(repeating: "x", count: 1000)
        let namespaces = (0..<20).map { "n\($0)" }
        for name in namespaces { fetcher.set("en/\(name).json", "{\"a\":\"\(text)\"}") }
        _ = await resources {
            $0.namespaces = namespaces
            $0.deviceLanguages = ["en"]
            $0.maximumStorageSize = 5000
        }.load()
        let files = try FileManager.default.contentsOfDirectory(
            atPath: sandbox.directory + "/storage/texts")
        #expect((1...4).contains(files.count))
    }

    @Test(arguments: ["..", "a/../../b", "", "a\\b", "a?b", "a b", "/a", "a//b"])
    func namesLeadNowhereElse(name: String) async {
        let state = await resources {
            $0.namespaces = [name]
            $0.deviceLanguages = ["en"]
        }.load()
        #expect(fetcher.requested.isEmpty && state.isReady)
        #expect(state.problems.map(\.kind) == [.invalidFile])
    }
}
