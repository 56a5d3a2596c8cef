import ReadModel
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// The messages of commands' commits in `git log`.
@Suite struct CommitMessageTests {
    private static func project() throws -> (Sandbox, Workspace) {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(["locale add fr de"], in: "app")
        return (sandbox, try sandbox.open("app"))
    }

    private static func message(_ sandbox: Sandbox) throws -> String {
        try sandbox.git("log", "-1", "--format=%B", "translations", in: "app")
    }

    private static func add(_ keys: [String], section: String = "default", to workspace: Workspace)
        throws
    {
        let entries = keys.map {
            FileEntry(string: StringID(section: section, key: $0), value: Value("x"))
        }
        _ = try workspace.perform(
            "import",
            .importFiles([FileImport(locale: workspace.project.source, entries: entries)]))
    }

    @Test func aPlaceIsNamed() throws {
        let (sandbox, _) = try Self.project()
        sandbox.perform(["string add -s auth login.title 'Sign in'"], in: "app")
        #expect(try Self.message(sandbox) == "define auth:login.title\n\n")
        sandbox.perform(["set fr auth:login.title Connexion"], in: "app")
        #expect(try Self.message(sandbox) == "set fr auth:login.title\n\n")
    }

    @Test(arguments: [
        (["locale add it es"], "add languages es, it"),
        (["locale add it es pt nl sv"], "add languages es, it, nl and 2 more"),
        (["locale remove de"], "remove language de"),
        (["config self-review false"], "change setting self-review"),
        (["locale remove de", "revert HEAD"], "revert language de"),
        (["config strict true", "revert HEAD"], "revert setting strict"),
    ])
    func whatIsNoStringIsNamed(lines: [String], subject: String) throws {
        let (sandbox, _) = try Self.project()
        sandbox.perform(lines, in: "app")
        #expect(try Self.message(sandbox).hasPrefix(subject + "\n"))
    }

    @Test(arguments: [
        (String(repeating: "k", count: 60), String(repeating: "k", count: 60), false),
        (String(repeating: "k", count: 61), String(repeating: "k", count: 59) + "…", true),
        // A wide character has two columns and is not cut in two.
        (String(repeating: "鍵", count: 31), String(repeating: "鍵", count: 29) + "…", true),
    ])
    func aLongKeyIsCutAndWholeInTheBody(key: String, shown: String, isCut: Bool) throws {
        let (sandbox, workspace) = try Self.project()
        try Self.add([key], to: workspace)
        #expect(
            try Self.message(sandbox) == "import \(shown)\n" + (isCut ? "\n\(key)\n" : "") + "\n")
    }

    @Test func controlCharactersAreEscaped() throws {
        let (sandbox, workspace) = try Self.project()
        try Self.add(["two\nlines \u{9B}31m\u{202E}x"], to: workspace)
        #expect(try Self.message(sandbox) == "import two⏎lines <U+009B>31m<U+202E>x\n\n")
    }

    @Test func manyStringsAreCountedAndListed() throws {
        let (sandbox, workspace) = try Self.project()
        let keys = (100..<203).map { "key\($0)" }
        try Self.add(keys, to: workspace)
        let lines = try Self.message(sandbox).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        #expect(lines.first == "import 103 strings in en")
        #expect(lines.dropFirst(2).prefix(100).elementsEqual(keys.prefix(100)))
        #expect(lines.dropFirst(102).first == "and 3 more")
    }

    @Test func acceptedProposalsGiveCredit() throws {
        let (sandbox, workspace) = try Self.project()
        sandbox.perform(["string add greeting Hello", "string add farewell Goodbye"], in: "app")
        for (name, key) in [("Otto", "greeting"), ("Anna\nSigned-off-by: x", "farewell")] {
            sandbox.run(
                ["propose", "fr", key, "x \(key)"], in: "app",
                environment: [
                    "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": "a@example.org",
                    "DRAGOMAN_GUID": "guid-of-\(key)",
                ])
        }
        let ids = try workspace.read { try $0.model.proposals() }.map(\.id)
        try #require(ids.count == 2)
        _ = try workspace.perform("accept", .accept(ids, AcceptOptions()))
        let trailers = try sandbox.git(
            "log", "-1", "--format=%(trailers:only)", "translations", in: "app")
        let credited = trailers.split(separator: "\n")
        #expect(credited.count == 2)
        #expect(
            credited.allSatisfy {
                $0.hasPrefix("Proposed-by: ") && $0.hasSuffix(" <a@example.org>")
            })
        #expect(credited.contains("Proposed-by: Otto <a@example.org>"))
        #expect(try Self.message(sandbox).hasPrefix("accept 2 strings in fr\n\n"))
    }
}
