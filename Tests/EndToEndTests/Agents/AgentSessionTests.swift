import Foundation
import JSON
import TestWorld
import Testing

/// Sessions of the protocol's official client for Python with the built programs.
///
/// In each, an agent adds a language by proposals, is refused where it must be, and corrects its
/// texts from the errors alone; see `session.py`.
@Suite struct AgentSessionTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("session.py").path

    /// The interpreter with the client, or nil if the client is not installed.
    private static let python: String? = {
        let environment = root.appendingPathComponent(".build/venv").path
        let packages =
            (try? String(contentsOfFile: environment + "/installed", encoding: .utf8)) ?? ""
        return packages.contains("mcp==") ? environment + "/bin/python" : nil
    }()

    private static let note: Comment = "mcp is not installed in .build/venv: .ci/deps does it"

    /// A project with 120 strings in English, and German without a text.
    private func project() throws -> ServingScene {
        let scene = try ServingScene()
        let texts = (0..<117).map { #""s\#($0)":"Text number \#($0)""# }
        try scene.sandbox.write(
            "{\(texts.joined(separator: ",")),\"hello\":\"Hello {{name}}\",\"files_one\":\"{{count}} file\",\"files_other\":\"{{count}} files\"}",
            to: "en/default.json")
        for words in [
            ["import", "--file-format", "i18next-json", "--locale", "en", "../en/default.json"],
            ["locale", "add", "de"],
        ] {
            let result = try scene.dragoman(words)
            try #require(result.status == 0, "\(words): \(result)")
        }
        return scene
    }

    private func run(_ scene: ServingScene, _ words: [String]) throws -> JSONValue {
        let result = try scene.sandbox.execute(
            try #require(Self.python), [Self.script] + words, in: "app")
        try #require(result.status == 0, "\(result.errors)")
        return try JSONValue.parse(Array(result.output.utf8).dropLast())
    }

    private func check(_ seen: JSONValue, version: String, name: String) {
        #expect(seen["version"]?.stringValue == version)
        #expect(seen["missing"] == 120, "\(seen)")
        #expect(
            seen["proposed"] == 118 && seen["refused"] == 2 && seen["corrected"] == 2, "\(seen)")
        #expect(seen["left"] == 0)
        #expect(seen["origin"]?.stringValue == "machine:\(name)")
        #expect(seen["deleted"] == 1)
        #expect(seen["resources"]?.arrayValue?.contains("dragoman:///languages/de") == true)
        let codes = seen["codes"]
        #expect(codes?["language"] == "unknown-language" && codes?["key"] == "unknown-key")
        #expect(codes?["argument"] == "invalid-arguments" && codes?["twice"] == .null)
        #expect(codes?["accept_proposals"] == -32602 && codes?["nosuch"] == -32602)
    }

    @Test(
        .enabled(if: python != nil, note),
        arguments: [("legacy", "2025-11-25"), ("auto", "2026-07-28")])
    func onStandardInputAndOutput(mode: String, version: String) throws {
        let scene = try project()
        let seen = try run(
            scene,
            ["stdio", mode, "de", try Products.dragoman, "mcp", "--name", "claude"])
        check(seen, version: version, name: "claude")
        let listed = try scene.dragoman("proposals", "--locale", "de", "--format", "json")
        let proposals = try JSONValue.parse(Array(listed.output.utf8).dropLast())
        #expect(proposals.arrayValue?.count == 119)
    }

    @Test(
        .enabled(if: python != nil, note),
        arguments: [("legacy", "2025-11-25"), ("auto", "2026-07-28")])
    func overHTTP(mode: String, version: String) throws {
        let scene = try project()
        let added = try scene.dragoman(
            "token", "add", "--name", "Claude", "--email", "claude@example.org", "--scope",
            "propose", "--state", scene.sandbox.directory + "/state")
        let token = try #require(
            added.output.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("dgp_") }
                .map(String.init), "\(added)")
        let server = try scene.serve()
        try server.waitUntilReady()
        let seen = try run(
            scene,
            [
                "http", mode, "de", "http://127.0.0.1:\(server.port)/projects/app/mcp", token,
            ])
        check(seen, version: version, name: "Claude")
        #expect(server.process.isRunning)
    }
}

extension JSONValue {
    fileprivate subscript(name: String) -> JSONValue? { objectValue?[name] }
}
