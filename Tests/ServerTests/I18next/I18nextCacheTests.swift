import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import JSON
import Synchronization
import TestWorld
import Testing
import Texts
import Translation

@testable import Server

@Suite struct I18nextCacheTests {
    /// Repeats the request until it has the expected response; commits of others are noticed within
    /// the watcher's interval.
    private static func wait(
        _ client: any TestClientProtocol, _ uri: String,
        until isWanted: (TestResponse) -> Bool
    ) async throws -> TestResponse {
        for _ in 0..<200 {
            let answer = try await client.execute(uri: uri, method: .get)
            if isWanted(answer) { return answer }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("The change is not to be seen.")
        return try await client.execute(uri: uri, method: .get)
    }

    @Test func commitsOfOthersAreSeen() async throws {
        let server = try ProjectServer()
        try await server.run { client async throws in
            let uri = "/locales/de/default.json"
            let before = try await client.execute(uri: uri, method: .get)
            let missing = try await client.execute(uri: "/locales/it/default.json", method: .get)
            #expect(missing.status == .notFound)
            try server.cli("set", "de", "cart.title", "Einkaufswagen")
            let after = try await Self.wait(client, uri) { $0.text.contains("Einkaufswagen") }
            #expect(after.headers[.eTag] != before.headers[.eTag])
            // A regional file changes with the texts that it inherits.
            let regional = "/locales/fr-CA/default.json"
            _ = try await client.execute(uri: regional, method: .get)
            try server.cli("set", "fr", "cart.title", "Chariot")
            _ = try await Self.wait(client, regional) { $0.text.contains("Chariot") }
            try server.cli("locale", "add", "it")
            _ = try await Self.wait(client, "/locales/it/default.json") { $0.status == .ok }
        }
    }

    @Test func proposalsChangeNoTagAndAcceptancesDo() async throws {
        let server = try ProjectServer()
        try await server.run { client async throws in
            let uri = "/locales/de/default.json"
            let before = try await client.execute(uri: uri, method: .get)
            let id =
                try server.cli("propose", "de", "cart.title", "Wagen")
                .split(separator: " ").first.map(String.init) ?? ""
            let proposed = try await Self.wait(client, uri) {
                $0.headers[.dragomanPosition] != before.headers[.dragomanPosition]
            }
            #expect(proposed.headers[.eTag] == before.headers[.eTag])
            try server.cli("accept", id.trimmingNewline)
            let accepted = try await Self.wait(client, uri) { $0.text.contains("Wagen") }
            #expect(accepted.headers[.eTag] != before.headers[.eTag])
        }
    }

    @Test func whatIsKeptIsBounded() async throws {
        let server = try ProjectServer()
        var settings = ProjectSettings(name: "shop", path: server.sandbox.directory + "/shop")
        settings.isPublic = true
        let project = try await ProjectHost.open(
            settings, readers: 1, host: server.sandbox.host(), warn: { _ in })
        let files = I18nextFiles(capacity: 20_000)
        let locale = try #require(LanguageTag("de"))
        for index in 0..<100 {
            let name = I18nextFileName(locale: locale, section: "section\(index)")
            let found = try await files.make(name, of: project) {
                I18nextFiles.Found(
                    content: .success(
                        I18nextFile(
                            bytes: Array(repeating: 32, count: 1000), locales: [locale])),
                    position: project.position)
            }
            #expect(found.bytes?.count == 1000)
            #expect(files.size <= 20_000)
        }
        #expect(
            files.kept(I18nextFileName(locale: locale, section: "section99"), of: project) != nil)
        #expect(
            files.kept(I18nextFileName(locale: locale, section: "section0"), of: project) == nil)
        // A file larger than the whole cache is not cached.
        let large = I18nextFileName(locale: locale, section: "large")
        _ = try await files.make(large, of: project) {
            I18nextFiles.Found(
                content: .success(
                    I18nextFile(bytes: Array(repeating: 32, count: 30_000), locales: [locale])),
                position: project.position)
        }
        #expect(files.kept(large, of: project) == nil)
    }

    @Test func aFileIsMadeOnceForManyRequests() async throws {
        let server = try ProjectServer()
        var settings = ProjectSettings(name: "shop", path: server.sandbox.directory + "/shop")
        settings.isPublic = true
        let project = try await ProjectHost.open(
            settings, readers: 1, host: server.sandbox.host(), warn: { _ in })
        let files = I18nextFiles()
        let name = I18nextFileName(
            locale: try #require(LanguageTag("de")), section: "default")
        let count = Counter()
        try await withThrowingTaskGroup(of: Int?.self) { tasks in
            for _ in 0..<20 {
                tasks.addTask {
                    try await files.make(name, of: project) {
                        count.add()
                        try await Task.sleep(for: .milliseconds(200))
                        return try await project.read { try $0.i18nextFile(name) }
                    }.bytes?.count
                }
            }
            for try await size in tasks { #expect(size != nil) }
        }
        #expect(count.value < 20)
    }
}

/// A number that several tasks add to.
final class Counter: Sendable {
    private let count = Mutex(0)
    func add() { count.withLock { $0 += 1 } }
    var value: Int { count.withLock { $0 } }
}

extension String {
    var trimmingNewline: String { String(prefix { $0 != "\n" }) }
}
