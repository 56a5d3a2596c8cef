import JSON
import TestWorld
import Testing
import Texts
import Translation

/// Legitimate pushes are accepted.
@Suite struct PushTests {
    @Test func theirOwnWorkIsTaken() throws {
        let server = try JudgedServer()
        try server.work("set fr farewell Salut")
        try server.work("propose fr greeting Coucou")
        let verdict = try server.push()
        #expect(verdict.status == 0 && verdict.others.isEmpty, "\(verdict.text)")
    }

    @Test func reviewersAndMaintainersDoWhatIsTheirs() throws {
        var server = try JudgedServer()
        server.pusher = "Mara@example.org"
        try server.work("accept \(server.proposal())", as: JudgedServer.mara)
        try server.work("config frozen '[\"fr\"]'", as: JudgedServer.mara)
        try server.add(Array("Hello\n".utf8), at: "README.md")
        let verdict = try server.push()
        #expect(verdict.status == 0 && verdict.others.isEmpty, "\(verdict.text)")
    }

    /// Settings in a push apply from the next push on.
    @Test func theOldSettingsJudge() throws {
        var server = try JudgedServer()
        server.pusher = "mara@example.org"
        let proposal = try server.proposal()
        try server.work("config reviewers '{\"fr\":[\"otto@example.org\"]}'", as: JudgedServer.mara)
        try server.add(
            try server.event(
                1, .proposalRejected(Verdict(proposal: proposal)), by: "mara@example.org"))
        let verdict = try server.push()
        #expect(verdict.status == 0, "\(verdict.text)")
        try server.git("push", "-q", "../server", "HEAD:translations")
        try server.add(
            try server.event(
                2, .proposalRejected(Verdict(proposal: proposal)), by: "mara@example.org"))
        #expect(try server.push().errors == ["reviewer"])
    }

    @Test func aFrozenLanguageTakesProposalsOnly() throws {
        let server = try JudgedServer([#"config frozen '["fr"]'"#])
        try server.work("propose fr greeting Coucou")
        #expect(try server.push().status == 0)
        try server.add(try server.event(1, AttackTests.text))
        #expect(try server.push().errors == ["frozen"])
    }

    /// Comments on its strings may change, only the texts may not.
    @Test func aFrozenSourceLanguageTakesComments() throws {
        let server = try JudgedServer([#"config frozen '["en"]'"#])
        try server.work("string edit greeting --comment 'In the morning'")
        let verdict = try server.push()
        #expect(verdict.status == 0 && verdict.others.isEmpty, "\(verdict.text)")
    }

    @Test(
        arguments: [
            .stringDefined(Definition(value: Value("Hullo"))), .stringRemoved,
        ] as [Payload])
    func aFrozenSourceLanguageTakesNoTexts(_ payload: Payload) throws {
        let server = try JudgedServer([#"config frozen '["en"]'"#])
        try server.add(try server.event(1, payload, locale: "en", key: "greeting"))
        #expect(try server.push().errors == ["frozen"])
    }

    /// A definition must be based on one of the same string.
    @Test func aFrozenSourceTextIsNotThatOfAnotherString() throws {
        let server = try JudgedServer([#"config frozen '["en"]'"#])
        let blame = try JSONValue.parse(
            Array(try server.work("blame en farewell --format json").utf8))
        let farewell = try #require(
            blame.arrayValue?.first?.objectValue?["event"]?.stringValue.flatMap { EventID($0) })
        let goodbye = Payload.stringDefined(Definition(value: Value("Goodbye")))
        try server.add(
            try server.event(1, goodbye, locale: "en", key: "greeting") { $0.base = farewell })
        #expect(try server.push().errors == ["frozen"])
    }

    /// An older definition is named as its base, beside the current one.
    @Test func aFrozenSourceTextIsNotSetBack() throws {
        let server = try JudgedServer([
            "string edit greeting --value Hi", #"config frozen '["en"]'"#,
        ])
        let edit = try JSONValue.parse(Array(try server.work("show HEAD~1 --format json").utf8))
        let event = try #require(edit.objectValue?["events"]?.arrayValue?.first?.objectValue)
        let (hi, base) = (event["id"]?.stringValue, event["base"]?.stringValue)
        let hello = Payload.stringDefined(Definition(value: Value("Hello")))
        try server.add(
            try server.event(1, hello, locale: "en", key: "greeting") {
                $0.base = base.flatMap { EventID($0) }
                $0.over = [hi.flatMap { EventID($0) }].compactMap(\.self)
            })
        #expect(base != nil && hi != nil)
        #expect(try server.push().errors == ["frozen"])
    }

    /// This also holds if the source text came from an accepted proposal.
    @Test func aFrozenSourceTextThatWasAcceptedTakesComments() throws {
        let server = try JudgedServer([
            "propose en greeting Hi --guid g", "accept --locale en --yes --all",
            #"config frozen '["en"]'"#,
        ])
        try server.work("string edit greeting --comment 'In the morning'")
        let verdict = try server.push()
        #expect(verdict.status == 0 && verdict.others.isEmpty, "\(verdict.text)")
    }

    /// A user who is not a reviewer may revert their own work, and revert the revert.
    @Test func theOwnIsTakenBackAndForth() throws {
        let server = try JudgedServer()
        for line in ["set fr farewell Salut", "revert HEAD", "revert HEAD"] {
            try server.work(line)
            let verdict = try server.push()
            #expect(verdict.status == 0, "\(line): \(verdict.text)")
            try server.git("push", "-q", "../server", "HEAD:translations")
        }
    }

    @Test func aSecondPersonReviews() throws {
        var server = try JudgedServer(["config self-review false"])
        server.pusher = "mara@example.org"
        let own = try server.event(
            1, .proposalMade(ProposedText(value: Value("Ciao"), guid: HashedGuid("G"))),
            by: "mara@example.org")
        try server.add(own)
        try server.add(
            try server.event(
                2, .proposalAccepted(Acceptance(proposal: own.id, value: Value("Ciao"))),
                by: "mara@example.org"))
        #expect(try server.push().errors == ["self-review"])
    }

    // MARK: Work by others

    @Test(arguments: ["merge", "squash", "rebase"])
    func aBranchOfSomebodyElseIsMerged(how: String) throws {
        var server = try JudgedServer()
        try server.git("checkout", "-q", "-b", "topic")
        try server.run(
            ["--branch", "topic"] + Transcript.words("set fr farewell Salut"),
            as: JudgedServer.otto, in: "work")
        server.pusher = "otto@example.org"
        #expect(try server.push(to: "refs/heads/topic").status == 0)
        try server.git("push", "-q", "../server", "topic")
        try server.git("checkout", "-q", "translations")
        try server.work("set fr greeting Allo", as: JudgedServer.mara)
        switch how {
        case "squash":
            try server.git("merge", "-q", "--squash", "topic")
            try server.git("commit", "-q", "-m", "squashed")
        case "rebase": try server.git("cherry-pick", "topic")
        default: try server.git("merge", "-q", "--no-edit", "topic")
        }
        server.pusher = "mara@example.org"
        let verdict = try server.push()
        #expect(verdict.status == 0, "\(verdict.text)")
    }

    /// The events are on no branch that was judged.
    @Test func workOfOthersComesFromThem() throws {
        var server = try JudgedServer()
        try server.work("set fr farewell Salut", as: JudgedServer.otto)
        server.pusher = "mara@example.org"
        #expect(try server.push().errors == ["actor"])
        // A branch without the project's file is not judged, and does not count as judged.
        try server.git("push", "-q", "../server", "HEAD:refs/heads/hidden")
        try server.git("checkout", "-q", "--detach")
        try server.git("rm", "-q", "dragoman.json")
        try server.git("commit", "-q", "-m", "hide")
        try server.git("push", "-q", "-f", "../server", "HEAD:refs/heads/hidden")
        try server.git("checkout", "-q", "translations")
        #expect(try server.push().errors == ["actor"])
    }

    @Test func aServerBringsWorkOfOthers() throws {
        var server = try JudgedServer([#"config servers '["server@example.org"]'"#])
        try server.work("set fr farewell Salut", as: JudgedServer.otto)
        try server.add(
            try server.event(
                1, .proposalMade(ProposedText(value: Value("Ciao"), guid: HashedGuid("G"))), by: nil
            ))
        server.pusher = "server@example.org"
        let verdict = try server.push()
        #expect(verdict.status == 0, "\(verdict.text)")
        // The person whom it names still needs the permission.
        try server.add(
            try server.event(
                2, .proposalRejected(Verdict(proposal: server.proposal())), by: "otto@example.org"))
        #expect(try server.push().errors == ["reviewer"])
    }

    @Test func whatWasLostComesBack() throws {
        let server = try JudgedServer()
        try server.work("propose fr greeting Coucou")
        try server.git("rm", "-q", try server.frenchFile())
        try server.git("commit", "-q", "-m", "lose")
        #expect(try server.push().errors == ["lost"])
        try server.git("push", "-q", "../server", "HEAD:translations")
        try server.work("fsck --restore")
        let verdict = try server.push()
        #expect(verdict.status == 0, "\(verdict.text)")
    }

    @Test func theSameLineTwiceIsOneEvent() throws {
        let server = try JudgedServer()
        let line = Array(try server.sandbox.read("work/" + server.frenchFile()).utf8)
        let digest = try server.sandbox.execute(
            "/usr/bin/sha256sum", ["work/" + server.frenchFile()]
        ).output.prefix(64)
        try server.add(line, at: "events/fr/s-\(digest).jsonl")
        let verdict = try server.push()
        #expect(verdict.status == 0 && verdict.others.isEmpty, "\(verdict.text)")
    }

    // MARK: The pushing user

    @Test func somebodyUnknownIsUnchecked() throws {
        var server = try JudgedServer()
        server.pusher = nil
        try server.work("set fr farewell Salut", as: JudgedServer.otto)
        let verdict = try server.push()
        #expect(verdict.status == 0 && verdict.others == ["actor"], "\(verdict.text)")
        try server.sandbox.git("config", "dragoman.pusher.required", "true", in: "server")
        #expect(try server.push().errors == ["actor"])
    }

    @Test func namesAreMappedToAddresses() throws {
        var server = try JudgedServer()
        server.pusher = nil
        try server.work("set fr farewell Salut")
        let user = ["LOGIN": "ines"]
        let config = ["config", "--add", "dragoman.pusher.variable"]
        for variable in ["ABSENT", "LOGIN"] {
            _ = try server.sandbox.execute(
                "/usr/bin/env", ["git"] + config + [variable], in: "server")
        }
        // A user without known addresses can act for nobody.
        #expect(try server.push(environment: user).errors == ["actor"])
        for email in ["i@example.org", "ines@example.org"] {
            try server.sandbox.git(
                "config", "--add", "dragoman.pusher.ines.email", email, in: "server")
        }
        #expect(try server.push(environment: user).status == 0)
    }

    // MARK: Branches

    @Test func otherBranchesAreLeftAlone() throws {
        let server = try JudgedServer()
        try server.git("checkout", "-q", "--orphan", "code")
        try server.git("rm", "-q", "-rf", ".")
        try server.add(Array("code\n".utf8), at: "events/fr/code.txt")
        #expect(try server.push(to: "refs/heads/code").status == 0)
        #expect(try server.push(to: "refs/notes/x").status == 0)
    }

    @Test func branchesOfTheProjectAreJudgedByItsSettings() throws {
        let server = try JudgedServer()
        try server.add(
            try server.event(1, .proposalRejected(Verdict(proposal: server.proposal()))))
        #expect(try server.push(to: "refs/heads/topic").errors == ["reviewer"])
        try server.git("reset", "-q", "--hard", "HEAD~1")
        try server.work("set fr farewell Salut")
        #expect(try server.push(to: "refs/heads/topic").status == 0)
        try server.git("push", "-q", "../server", "HEAD:topic")
        // It may be rebased, but no events may be lost.
        try server.git("commit", "-q", "--amend", "-m", "other words")
        #expect(try server.push(to: "refs/heads/topic").status == 0)
        #expect(try server.push(nil, to: "refs/heads/topic").errors == ["lost"])
        try server.sandbox.git(
            "update-ref", "refs/heads/translations", "refs/heads/topic", in: "server")
        #expect(try server.push(nil, to: "refs/heads/topic").status == 0)
    }

    @Test func theFirstPushIsJudgedByItsForm() throws {
        let server = try JudgedServer()
        try server.sandbox.git("init", "-q", "--bare", "-b", "translations", "empty")
        try server.sandbox.git("push", "-q", "../empty", "HEAD:refs/pushed/it", in: "work")
        let line =
            "\(String(repeating: "0", count: 40)) \(try server.commit("HEAD")) refs/heads/translations\n"
        let result = server.sandbox.run(
            ["receive"], in: "empty", terminal: RecordingTerminal(input: Array(line.utf8)))
        #expect(result.status == 0, "\(result)")
        let wrong = server.sandbox.run(
            ["receive"], in: "empty", terminal: RecordingTerminal(input: Array("x\n".utf8)))
        #expect(wrong.status == 2)
    }
}
