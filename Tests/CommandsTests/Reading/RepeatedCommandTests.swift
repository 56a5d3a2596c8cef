import Foundation
import JSON
import TestKit
import TestWorld
import Testing

/// The output about commands that two clones ran with the same idempotency key.
struct RepeatedCommandTests {
    private static let propose = Transcript.words("propose fr 'Log in' Entrer --idempotency-key k")

    /// A project with a proposal that was made in two clones, and the two printed ids, the one that
    /// counts first.
    private static func project() throws -> (sandbox: Sandbox, counting: String, alias: String) {
        let sandbox = try Sessions.project()
        for name in ["here", "there"] { try sandbox.git("clone", "-q", "app", name) }
        let ids = ["here", "there"].map { name in
            sandbox.run(propose, in: name).output.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        try sandbox.git("fetch", "-q", "../there", "translations", in: "here")
        try sandbox.git("merge", "-q", "--no-edit", "FETCH_HEAD", in: "here")
        return (sandbox, ids[0], ids[1])
    }

    private static func json(_ words: [String], _ sandbox: Sandbox) throws -> JSONValue {
        let result = sandbox.run(words + ["--format", "json"], in: "here")
        #expect(result.status == 0, "\(result)")
        return try JSONValue.parse(Array(result.output.utf8))
    }

    /// The page on stored data contains this key as an example.
    @Test func theKeyIsThatOfThePage() throws {
        let sandbox = try Sandbox()
        for (line, place) in [
            ("init app", ""), ("locale add fr", "app"),
            ("string add -s auth login.title 'Log in'", "app"),
            ("propose fr auth:login.title Connexion --idempotency-key web-7f3a", "app"),
        ] { try #require(sandbox.run(Transcript.words(line), in: place).status == 0, "\(line)") }
        let line = try sandbox.git("grep", "-h", "web-7f3a/", "translations", in: "app")
        let idem = try JSONValue.parse(Array(line.utf8)).objectValue?["idem"]?.stringValue
        let key = try #require(idem)
        #expect(try DataModelPage.lines().contains { $0.contains("the `idem` `\(key)`") }, "\(key)")
    }

    @Test func aProposalIsListedOnce() throws {
        let (sandbox, counting, alias) = try Self.project()
        let text = sandbox.run(["proposals"], in: "here").output
        #expect(text.split(separator: "\n").count == 1)
        #expect(text.contains("made 2 times"))
        let rows = try #require(try Self.json(["proposals"], sandbox).arrayValue)
        #expect(rows.map { $0.objectValue?["id"]?.stringValue } == [counting])
        #expect(rows.first?.objectValue?["aliases"] == .array([.string(alias)]))
    }

    @Test func theLogNamesWhatCounts() throws {
        let (sandbox, counting, alias) = try Self.project()
        // The same line in another file is the same event.
        let path = try sandbox.git("ls-files", "*/\(alias).jsonl", in: "here")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try sandbox.write(try sandbox.read("here/\(path)"), to: "here/events/fr/again.jsonl")
        try sandbox.git("add", "events", in: "here")
        try sandbox.git("commit", "-q", "-m", "again", in: "here")
        let text = sandbox.run(["log", "--type", "proposal.made"], in: "here").output
        #expect(text.components(separatedBy: alias).count == 2)
        #expect(text.contains("alias of \(counting), which takes effect instead"))
        let events = try #require(
            try Self.json(["log", "--type", "proposal.made"], sandbox).arrayValue)
        #expect(events.map { $0.objectValue?["id"]?.stringValue } == [alias, counting])
        #expect(
            events.map { $0.objectValue?["aliasOf"]?.stringValue } == [counting, nil])
        // This also holds for a range that contains only the alias.
        let range = sandbox.run(["log", "HEAD^2~1..HEAD^2"], in: "here")
        let other = sandbox.run(["log", "HEAD~1^2~1..HEAD~1^2"], in: "here")
        #expect((range.output + other.output).contains("alias of \(counting)"), "\(range) \(other)")
    }

    @Test func anAliasIsShownAsWhatCounts() throws {
        let (sandbox, counting, alias) = try Self.project()
        let shown = sandbox.run(["show", counting], in: "here").output
        #expect(shown.contains("aliases:  \(alias)\n"))
        #expect(!shown.contains("alias:"))
        let asked = sandbox.run(["show", alias], in: "here").output
        #expect(asked.hasPrefix("proposal \(counting) "))
        #expect(asked.contains("alias:    \(alias); \(counting) takes effect instead\n"))
        let json = try Self.json(["show", alias], sandbox).objectValue
        #expect(json?["id"]?.stringValue == counting)
        #expect(json?["asked"]?.stringValue == alias)
        #expect(json?["aliases"] == .array([.string(alias)]))
        let commit = sandbox.run(["show", "HEAD^2"], in: "here").output
        #expect(commit.contains("alias of \(counting), which takes effect instead"))
        let events = try Self.json(["show", "HEAD^2"], sandbox).objectValue?["events"]?.arrayValue
        #expect(events?.map { $0.objectValue?["aliasOf"]?.stringValue } == [counting])
    }

    /// This also holds for a text: its counting event is shown.
    @Test func aTextThatWasSetTwice() throws {
        let sandbox = try Sessions.project()
        for name in ["here", "there"] { try sandbox.git("clone", "-q", "app", name) }
        let words = Transcript.words("set fr greeting Salut --idempotency-key k --format json")
        let ids = try ["here", "there"].map { name in
            try JSONValue.parse(Array(sandbox.run(words, in: name).output.utf8))
                .objectValue?["events"]?.arrayValue?.first?.stringValue ?? ""
        }
        try sandbox.git("fetch", "-q", "../there", "translations", in: "here")
        try sandbox.git("merge", "-q", "--no-edit", "FETCH_HEAD", in: "here")
        let asked = sandbox.run(["show", ids[1]], in: "here").output
        #expect(asked.hasPrefix("event \(ids[0]) "))
        #expect(asked.contains("alias:    \(ids[1]); \(ids[0]) takes effect instead\n"))
        let json = try Self.json(["show", ids[1]], sandbox).objectValue
        #expect(json?["id"]?.stringValue == ids[0])
        #expect(json?["standing"]?.stringValue == "counts")
        #expect(json?["asked"]?.stringValue == ids[1])
    }
}
