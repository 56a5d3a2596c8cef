import TestKit
import TestWorld
import Testing

@Suite struct ProposalsTests {
    @Test func proposals() throws {
        let sandbox = try Sessions.project()
        var transcript = Transcript(sandbox, in: "app")
        transcript.run("propose fr greeting Salut --note 'less formal'")
        let first = transcript.last?.output.split(separator: "\n").first.map(String.init) ?? ""
        transcript.run("propose fr greeting Salut")
        transcript.run("propose fr greeting Bonjour")
        transcript.run("propose fr greeting 'Bien le bonjour' --format json")
        transcript.run("propose fr greeting Coucou", environment: Sessions.otto)
        let other = transcript.last?.output.split(separator: "\n").first.map(String.init) ?? ""
        transcript.run("propose fr auth:login.title Connexion", environment: Sessions.otto)
        let broken = transcript.last?.output.split(separator: "\n").first.map(String.init) ?? ""
        transcript.run("propose en greeting 'Hello there'", environment: Sessions.otto)
        transcript.run("propose fr nothing Rien")
        transcript.run("propose en nothing Nothing --new")
        transcript.run("proposals")
        transcript.run("proposals --mine")
        transcript.run("proposals --locale fr --format json")
        transcript.run("proposals --guid guid-of-otto --key greeting --format json")
        transcript.run("accept \(first.suffix(6))")
        transcript.run("delete \(other)")
        transcript.run("accept \(broken)")
        transcript.run("accept \(other) --value 'Salut tout le monde' --reject-others")
        transcript.run("accept \(other)")
        transcript.run("get fr greeting --format json")
        transcript.run("reject \(broken) --reason 'wrong: the placeholder is missing'")
        transcript.run("proposals --mine")
        transcript.run("proposals --guid guid-of-otto --state all")
        transcript.run("delete \(broken)", environment: Sessions.otto)
        transcript.run(
            "propose fr auth:login.title 'Se connecter à %@'", environment: Sessions.otto)
        let last = transcript.last?.output.split(separator: "\n").first.map(String.init) ?? ""
        transcript.run("get fr auth:login.title --guid guid-of-otto --format json")
        transcript.run("delete \(last)", environment: Sessions.otto)
        transcript.run("accept \(last)")
        transcript.run("accept 0000ZZZZ")
        transcript.run("accept abc")
        transcript.run("show \(other)")
        transcript.run("show \(broken) --format json")
        assertGolden(transcript.text, "proposals.txt")
        let log = try sandbox.git("log", "--format=%an: %s%n%b", in: "app")
        assertGolden(log, "proposals-git-log.txt")
        #expect(try sandbox.git("fsck", "--strict", in: "app") == "")
    }

    @Test func concurrentTexts() throws {
        let sandbox = try Sessions.project()
        try sandbox.git("clone", "-q", "app", "other")
        sandbox.run(["set", "fr", "greeting", "Salut"], in: "app")
        let set = sandbox.run(
            ["set", "fr", "greeting", "Coucou"], in: "other", environment: Sessions.otto)
        #expect(set.status == 0, "\(set)")
        try sandbox.git("fetch", "-q", "../other", "translations:other", in: "app")
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        try sandbox.git("merge", "-q", "--no-edit", "other", in: "tree")
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "conflicts", "conflicts --format json", "get fr greeting", "status fr",
                    "list fr --state conflict", "set fr greeting Coucou", "conflicts",
                    "get fr greeting",
                ]), "conflicts.txt")
    }

    @Test func proposalsOfWhatIsGoneAreNotListed() throws {
        let sandbox = try Sessions.project()
        Sessions.prepare(
            sandbox,
            [
                "propose fr greeting Salut", "propose fr-CA greeting Allo",
                "propose fr 'Log in' Entrer", "propose fr brand-new Neuf --new",
                "string rename 'Log in' 'Sign in'", "string remove greeting",
            ])
        func list(_ arguments: String...) -> String {
            sandbox.run(["proposals"] + arguments, in: "app").output
        }
        #expect(list().split(separator: "\n").count == 2)
        #expect(!list().contains("greeting"))
        #expect(!list().contains("Log in"))
        #expect(!list("--mine").contains("greeting"))
        Sessions.prepare(sandbox, ["string add greeting 'Good morning'"])
        #expect(list().split(separator: "\n").count == 4)
        Sessions.prepare(sandbox, ["locale remove fr-CA"])
        #expect(list().split(separator: "\n").count == 3)
        #expect(sandbox.run(["status", "fr"], in: "app").output.contains("2"))
    }
}
