import Foundation
import TestKit
import TestWorld
import Testing

/// `dragoman digest`, as text, Markdown and mail.
@Suite struct DigestTests {
    private let sandbox: Sandbox

    private static let mara = [
        "GIT_AUTHOR_NAME": "Mara Ødegård", "GIT_AUTHOR_EMAIL": "Mara@example.org",
        "DRAGOMAN_GUID": "guid-of-mara",
    ]

    /// Lets Otto and Mara propose.
    ///
    /// Ines, who is Git's user, reviews French, and decides a day later.
    init() throws {
        sandbox = try Sessions.project()
        func propose(_ line: String, _ person: [String: String]) throws -> String {
            let result = sandbox.run(
                Transcript.words("propose " + line), in: "app", environment: person)
            try #require(result.status == 0, "\(result.errors)")
            return String(result.output.prefix { !$0.isWhitespace })
        }
        let accepted = try propose("fr auth:login.title 'Connexion à %@'", Self.mara)
        let changed = try propose("fr auth:login.hint 'Mot de <b>passe</b>'", Self.mara)
        let rejected = try propose("fr greeting Salut", Sessions.otto)
        let withdrawn = try propose("fr 'Log in' Entrer", Sessions.otto)
        _ = try propose("fr-CA greeting 'Bon matin'", Self.mara)
        sandbox.run(["delete", withdrawn], in: "app", environment: Sessions.otto)
        sandbox.advanceClock(milliseconds: 2 * 86_400_000)
        Sessions.prepare(
            sandbox,
            [
                "accept \(accepted)",
                "accept \(changed) --value 'Votre mot de <b>passe</b>'",
                "reject \(rejected) --reason 'style:too _casual_'",
            ])
        _ = try propose("fr greeting 'Bien le bonjour'", Sessions.otto)
        _ = try propose("fr 'Log in' Ouvrir", Self.mara)
    }

    private func config(_ setting: String, _ value: String) throws {
        let result = sandbox.run(["config", setting, value, "--force"], in: "app")
        try #require(result.status == 0, "\(result.errors)")
    }

    /// Runs a command, and returns its output.
    private func digest(_ words: String...) throws -> String {
        let result = sandbox.run(["digest"] + words, in: "app")
        try #require(result.status == 0, "\(result.errors)")
        return result.output
    }

    @Test func allFormats() throws {
        var transcript = Transcript(sandbox, in: "app")
        transcript.run("digest")
        try config("maintainers", #"["ines@example.org"]"#)
        try config("reviewers", #"{"fr":["otto@example.org","mara@example.org"]}"#)
        for line in [
            "digest", "digest --since 5d --limit 1 --format markdown --url https://l.example/p/a/",
            "digest --for OTTO@example.org --limit 0",
            "digest --for nobody@example.org", "digest --since 1m --for mara@example.org",
            "digest --format mail --for otto@example.org --from 'Dragoman <l10n@example.org>'",
        ] { transcript.run(line) }
        assertGolden(transcript.text, "digest.txt")
    }

    @Test func nobodyGetsWhatTheyMustNotDecide() throws {
        try config("maintainers", #"["ines@example.org"]"#)
        try config("reviewers", #"{"fr":["otto@example.org"]}"#)
        let all = try digest("--for", "otto@example.org")
        #expect(all.contains("French (fr): 2 proposals"), "\(all)")
        try config("self-review", "false")
        let others = try digest("--for", "otto@example.org")
        #expect(others.contains("French (fr): 1 proposal, 1 new"), "\(others)")
        #expect(!others.contains("Bien le bonjour"))
        try config("frozen", #"["fr"]"#)
        #expect(try !digest("--for", "otto@example.org").contains("To review"))
        // The withdrawal of an own proposal is no news.
        #expect(try !digest("--since", "30d", "--for", "otto@example.org").contains("Entrer"))
    }

    @Test(arguments: [#"{"fr":[]}"#, #"{"fr":["mara@example.org"]}"#])
    func whatNoReviewerMayDecideIsForTheMaintainers(reviewers: String) throws {
        try config("maintainers", #"["ines@example.org"]"#)
        try config("reviewers", reviewers)
        try config("self-review", "false")
        let maintainer = try digest("--for", "ines@example.org")
        #expect(maintainer.contains("Ouvrir"), "\(maintainer)")
        #expect(try !digest("--for", "mara@example.org").contains("Ouvrir"))
        // Otto's proposal can be decided by Mara, if she is a reviewer.
        #expect(maintainer.contains("Bien le bonjour") == (reviewers == #"{"fr":[]}"#))
        #expect(try !digest().contains("No reviewer"))
        // Nobody is left but the author.
        try config("reviewers", #"{"fr":["otto@example.org"]}"#)
        try config("maintainers", #"["otto@example.org"]"#)
        let rest = try digest()
        #expect(rest.contains("No reviewer") && rest.contains("Bien le bonjour"), "\(rest)")
    }

    @Test func aRevertedDecisionIsNoNews() throws {
        #expect(try digest().contains("rejected by Ines"))
        sandbox.run(["undo", "--yes"], in: "app")
        #expect(try !digest().contains("rejected by Ines"))
    }

    @Test func messagesOfADirectory() throws {
        try config("maintainers", #"["ines@example.org"]"#)
        try config(
            "reviewers",
            #"{"fr":["otto@example.org","a/b@example.org","x@example.org\r\nBcc: y@example.org"]}"#
        )
        let result = sandbox.run(
            ["digest", "--format", "mail", "--output", "out"], in: "app")
        #expect(result.status == 0 && result.output.isEmpty, "\(result)")
        #expect(
            result.errors.contains(
                "note: No message for “x@example.org<U+000D>⏎bcc: y@example.org”, which is not a plain mail address."
            ), "\(result.errors)")
        let directory = sandbox.directory + "/app/out"
        let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        #expect(
            names == [
                "a%2Fb@example.org.eml", "ines@example.org.eml", "mara@example.org.eml",
                "otto@example.org.eml",
            ])
        let bytes = try #require(FileManager.default.contents(atPath: directory + "/" + names[2]))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("To: =?UTF-8?B?TWFyYSDDmGRlZ8OlcmQ=?=\r\n <mara@example.org>\r\n"))
        #expect(!text.contains("Bcc"))
    }

    @Test(arguments: [
        (["--format", "mail"], 64, "specify --output or --for"),
        (["--from", "me@example.org"], 64, "need --format mail"),
        (["--output", "out"], 64, "need --format mail"),
        (["--limit=-1"], 64, "must be 0 or more"),
        (["--since", "whenever"], 2, "whenever"),
        (["--url", "javascript:alert(1)"], 2, "is not an address"),
        (
            ["--format", "mail", "--output", "out", "--from", "X <x@example.org\nBcc: y@z.org>"],
            2, "is not “Name <address>”"
        ),
        (
            ["--format", "mail", "--output", "out", "--from", "nobody"], 2,
            "is not “Name <address>”"
        ),
    ]) func isRefused(words: [String], status: Int32, reason: String) throws {
        let result = sandbox.run(["digest"] + words, in: "app")
        #expect(result.status == status, "\(result)")
        #expect(result.errors.contains(reason), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory + "/app/out"))
    }
}
