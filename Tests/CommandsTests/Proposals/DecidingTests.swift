import Commands
import JSON
import TestKit
import TestWorld
import Testing

/// Many decisions at once, and reverting them.
@Suite struct DecidingTests {
    @Test func decidingByQuery() throws {
        let sandbox = try Sessions.project()
        var transcript = Transcript(sandbox, in: "app")
        for line in [
            "propose fr greeting Salut", "propose fr 'Log in' 'Se connecter'",
            "propose fr auth:login.hint 'Votre <b>mot de passe</b>'",
        ] {
            transcript.run(line)
        }
        for line in [
            "propose fr greeting Coucou", "propose fr 'Log in' 'Se connecter'",
            "propose fr auth:login.title 'Sans rien'", "propose fr-CA greeting 'Bon matin'",
            "propose en greeting 'Good day' --origin machine:babel",
        ] {
            transcript.run(line, environment: Sessions.otto)
        }
        for line in [
            "accept", "accept --locale fr", "accept --all --author otto --dry-run",
            "accept --locale sv --yes", "accept --since someday --yes",
            "accept --all --key 'login*' --yes", "proposals --key 'auth:*'",
            "proposals --key nothing", "revert --key 'auth:*' --type 'proposal.made' --dry-run",
            "accept --passing --locale fr --yes",
            "accept --guid guid-of-otto --origin machine: --yes --format json",
            "proposals --author INES", "proposals --key 'log*' --locale fr",
            "reject --guid guid-of-otto --section auth --reason 'wrong: no placeholder' --yes",
            "delete --locale fr --yes", "delete --all --since 1h --yes --force",
            "delete --all --yes", "proposals --state all --format json",
        ] {
            transcript.run(line)
        }
        assertGolden(transcript.text, "deciding-by-query.txt")
        let log = try sandbox.git("log", "-4", "--format=%an: %s%n%b", in: "app")
        assertGolden(log, "deciding-by-query-git-log.txt")
    }

    /// Two guids propose the same text, but only the later one had seen the current text.
    @Test func anOutdatedProposalDoesNotSpeakForOthers() throws {
        let sandbox = try Sessions.project()
        sandbox.run(["propose", "fr", "greeting", "Salut"], in: "app")
        sandbox.run(["set", "fr", "greeting", "Coucou"], in: "app")
        sandbox.run(
            ["propose", "fr", "greeting", "Salut"], in: "app", environment: Sessions.otto)
        let result = sandbox.run(["accept", "--locale", "fr", "--yes"], in: "app")
        #expect(result.status == 0, "\(result.errors)")
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Salut\n")
        #expect(sandbox.run(["proposals"], in: "app").output == "")
    }

    /// The chains of all languages are found in one pass, those of given languages one by one.
    @Test(arguments: [[], ["locale remove fr"]])
    func statusSaysTheSameOfALanguageAloneAndAmongAll(lines: [String]) throws {
        let sandbox = try Sessions.project()
        Sessions.prepare(sandbox, ["locale add en-GB", "locale add fr-CH --fallback fr-CA,fr"])
        Sessions.prepare(sandbox, lines)
        func status(_ tags: [String]) throws -> [JSONValue] {
            let output = sandbox.run(["status"] + tags + ["--format", "json"], in: "app").output
            return try #require(JSONValue.parse(Array(output.utf8)).arrayValue)
        }
        let tags = ["en", "en-GB"] + (lines.isEmpty ? ["fr"] : []) + ["fr-CA", "fr-CH"]
        let all = try status([])
        #expect(all.count == tags.count)
        for (row, tag) in zip(all, tags) { #expect(try status([tag]) == [row]) }
        let inherited = all.map { $0.objectValue?["inherited"]?.integerValue ?? -1 }
        #expect(inherited == (lines.isEmpty ? [0, 5, 0, 2, 2] : [0, 5, 0, 0]))
    }

    @Test func aRevertKnowsTheTypesOfEvents() throws {
        let sandbox = try Sessions.project()
        let result = sandbox.run(["revert", "--type", "translation.sett", "--yes"], in: "app")
        #expect(result.status == 2)
        #expect(result.errors.contains("nearest: translation.set"), "\(result.errors)")
    }

    @Test func aRevertSaysWhatItTakesBack() throws {
        let sandbox = try Sessions.project()
        sandbox.run(["set", "fr", "greeting", "Salut"], in: "app")
        sandbox.run(["vouch", "fr", "greeting"], in: "app")
        let result = sandbox.run(["revert", "translations", "--dry-run"], in: "app")
        #expect(result.output == "fr greeting  reverts translation.reviewed\n")
    }

    @Test func aPersonIsAskedAndMayDecline() throws {
        let sandbox = try Sessions.project()
        sandbox.run(["propose", "fr", "greeting", "Salut"], in: "app")
        for (key, isTaken) in [
            (Key.character("n"), false), (.enter, false), (.character("y"), true),
        ] {
            let terminal = RecordingTerminal(canAsk: true, keys: [key])
            let result = sandbox.run(["accept", "--all"], in: "app", terminal: terminal)
            #expect(result.status == 0)
            #expect(result.errors.contains("Accept 1 proposal? [y/N]"))
            #expect(
                result.errors.contains(isTaken ? "Accepted 1 proposal." : "Nothing was changed."))
        }
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Salut\n")
    }

    @Test func reverting() throws {
        let sandbox = try Sessions.project()
        var transcript = Transcript(sandbox, in: "app")
        try sandbox.git("tag", "v1", "translations", in: "app")
        transcript.run("propose fr greeting Salut", environment: Sessions.otto)
        let proposal = transcript.last?.output.split(separator: "\n").first.map(String.init) ?? ""
        transcript.run("accept \(proposal)")
        transcript.run("set fr 'Log in' Entrer", environment: Sessions.otto)
        transcript.run("string edit greeting 'Good day'")
        try sandbox.git("tag", "v2", "translations", in: "app")
        transcript.run("set fr 'Log in' Entrez")
        for line in [
            "revert", "revert --locale fr v1", "revert 0000ZZZZ", "revert v1...v2", "revert v9",
            "revert --author otto", "revert --author otto --yes",
            "revert --author otto --keep-later --dry-run",
            "revert --guid guid-of-otto --reason 'The guid was stolen.' --yes --format json",
            "proposals --guid guid-of-otto", "get fr greeting",
            "revert translations~1", "revert translations", "revert v1..translations --dry-run",
            "revert v1..translations --force", "diff v1..translations", "revert translations",
            "get fr 'Log in'", "revert --since 2030-01-01 --yes",
        ] {
            transcript.run(line)
        }
        assertGolden(transcript.text, "reverting.txt")
        let log = try sandbox.git("log", "-4", "--format=%an: %s%n%b", in: "app")
        assertGolden(log, "reverting-git-log.txt")
        #expect(sandbox.run(["fsck"], in: "app").status == 0)
    }

    @Test func vouchingAndFlagging() throws {
        let sandbox = try Sessions.project()
        Sessions.prepare(
            sandbox,
            [
                "propose fr cart:items --plural one='{{count}} article' --plural other='{{count}} articles'"
            ])
        let text = Sessions.transcript(
            sandbox,
            [
                "todo fr", "vouch fr greeting --reason 'seen on a phone'", "vouch fr greeting",
                "vouch fr-CA greeting", "vouch en greeting", "vouch fr nothing", "vouch fr",
                "todo fr --review", "vouch fr --all", "vouch fr --all --yes", "status fr",
                "flag fr greeting --reason 'too formal' --format json", "todo fr --format json",
                "set fr greeting Salut", "string edit 'Log in' 'Sign in'", "todo fr --review",
                "comment -l fr greeting 'Who says so?'", "comment -l fr greeting ''",
                "comment nothing 'Hm.'", "todo sv", "todo",
            ])
        assertGolden(text, "vouching.txt")
    }

    @Test func talkingAboutProposals() throws {
        let sandbox = try Sessions.project()
        var transcript = Transcript(sandbox, in: "app")
        transcript.run("propose fr greeting Salut")
        let id = transcript.last?.output.split(separator: "\n").first.map(String.init) ?? ""
        transcript.run("endorse \(id)")
        transcript.run("endorse \(id) --reason 'Much better.'", environment: Sessions.otto)
        transcript.run("endorse \(id)", environment: Sessions.otto)
        transcript.run("comment \(id) -", environment: Sessions.otto, input: "Or “Coucou”?\n")
        transcript.run("comment \(id)")
        transcript.run("proposals --format json")
        assertGolden(transcript.text, "talking.txt")
    }

    @Test func keepingOneSideOfAConflict() throws {
        let sandbox = try Sessions.project()
        try sandbox.git("clone", "-q", "-b", "translations", "app", "other")
        var transcript = Transcript(sandbox, in: "app")
        transcript.run("conflicts")
        transcript.run("set fr greeting Salut")
        sandbox.run(
            ["set", "fr", "greeting", "Coucou"], in: "other", environment: Sessions.otto)
        try sandbox.git("fetch", "-q", "../app", "translations", in: "other")
        try sandbox.git("merge", "-q", "--no-edit", "FETCH_HEAD", in: "other")
        try sandbox.git("fetch", "-q", "../other", "translations:translations", in: "app")
        transcript.run("conflicts --format json")
        let ids =
            transcript.last?.output.split(separator: "\"id\": \"").dropFirst()
            .map { String($0.prefix(26)) } ?? []
        transcript.run("conflicts --keep 0000ZZZZ")
        transcript.run("conflicts --keep \(ids.last ?? "") --locale fr")
        transcript.run("conflicts --keep \(ids.last ?? "")")
        transcript.run("conflicts")
        transcript.run("get fr greeting")
        transcript.run("conflicts --keep \(ids.last ?? "")")
        assertGolden(transcript.text, "keeping.txt")
    }

    /// Attributes that the event lines omit are shown if the sides differ in them.
    @Test func aConflictSaysInWhichAttributesItsSidesDiffer() throws {
        let sandbox = try Sessions.project()
        try sandbox.git("clone", "-q", "-b", "translations", "app", "other")
        for (directory, limit) in [("app", "20:width"), ("other", "30:width")] {
            let edit = sandbox.run(
                ["string", "edit", "greeting", "--max-length", limit], in: directory)
            try #require(edit.status == 0, "\(edit)")
            let addition = sandbox.run(
                ["locale", "add", "it"] + (directory == "app" ? ["--planned"] : []), in: directory)
            try #require(addition.status == 0, "\(addition)")
        }
        try sandbox.git("fetch", "-q", "../app", "translations", in: "other")
        try sandbox.git("merge", "-q", "--no-edit", "FETCH_HEAD", in: "other")
        let shown = sandbox.run(["conflicts"], in: "other").output
        for line in [
            #"maxLength: {"n":20,"unit":"width"}"#, #"maxLength: {"n":30,"unit":"width"}"#,
            "planned: true", "planned: none",
        ] {
            #expect(shown.contains("\n        \(line)\n"), "\(shown)")
        }
        #expect(!shown.contains("order:"))
    }

    @Test func anAcceptanceTakesTrees() throws {
        let sandbox = try Sessions.project()
        let proposed = sandbox.run(["propose", "fr", "cart:items", "articles"], in: "app").output
        let id = String(proposed.prefix(26))
        let both = sandbox.run(
            ["accept", id, "--value", "x", "--plural", "other=x"], in: "app")
        #expect(both.status == 64)
        let forms = [
            "one={{count}} article", "many={{count}} d'articles", "other={{count}} articles",
        ]
        let accepted = sandbox.run(
            ["accept", String(id.suffix(6))] + forms.flatMap { ["--plural", $0] }, in: "app")
        #expect(accepted.errors == "Accepted the proposal for fr cart:items: \(id)\n")
        let text = sandbox.run(["get", "fr", "cart:items"], in: "app").output
        #expect(text.hasSuffix("many: {{count}} d'articles\nother: {{count}} articles\n"))
    }

    @Test(arguments: ["", "  "])
    func aRejectionHasAReason(reason: String) throws {
        let sandbox = try Sessions.project()
        let proposal = sandbox.run(["propose", "fr", "Log in", "Entrer"], in: "app").output
        let id = String(proposal.prefix(26))
        let result = sandbox.run(["reject", id, "--reason", reason], in: "app")
        #expect(result.status == 64, "\(result)")
        #expect(result.errors.contains("Provide a reason"), "\(result)")
        #expect(sandbox.run(["proposals"], in: "app").output.contains("Entrer"))
    }
}
