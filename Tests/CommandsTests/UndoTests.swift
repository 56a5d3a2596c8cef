import TestSupport
import Testing

/// `undo` takes back the last command of whoever asks, and `revert --mine` what is of this machine's guid.
@Suite struct UndoTests {
    private func get(_ sandbox: Sandbox, _ key: String) -> String {
        sandbox.run(["get", "fr", key], in: "app").output
    }

    @Test func ofOnesOwnLastCommand() throws {
        let sandbox = try Sessions.project()
        Sessions.prepare(sandbox, ["set fr greeting Salut"])
        sandbox.run(["set", "fr", "Log in", "Entrer"], in: "app", environment: Sessions.otto)
        let asked = sandbox.run(["undo"], in: "app")
        #expect(asked.status == 2, "\(asked)")
        #expect(asked.errors.contains("fr greeting"), "\(asked)")
        #expect(get(sandbox, "greeting") == "Salut\n")
        #expect(sandbox.run(["undo", "--dry-run"], in: "app").status == 0)
        let undone = sandbox.run(["undo", "--yes"], in: "app")
        #expect(undone.errors.hasSuffix("Reverted 1 event.\n"), "\(undone)")
        #expect(get(sandbox, "greeting") == "Bonjour\n")
        #expect(get(sandbox, "Log in") == "Entrer\n")
        #expect(
            try sandbox.git("log", "-1", "--format=%s", "translations", in: "app")
                == "undo fr greeting\n")
        // A second one takes back the first.
        sandbox.run(["undo", "--yes"], in: "app")
        #expect(get(sandbox, "greeting") == "Salut\n")
        sandbox.run(["undo", "-y"], in: "app", environment: Sessions.otto)
        #expect(get(sandbox, "Log in") == "Connexion\n")
    }

    /// All that one command did, however many events it made.
    @Test func ofAnImport() throws {
        let sandbox = try Sessions.project()
        try sandbox.write("{\"greeting\":\"Hello\",\"new\":\"New\"}", to: "app/en/default.json")
        Sessions.prepare(sandbox, ["import en/default.json", "undo --yes"])
        #expect(sandbox.run(["get", "en", "greeting"], in: "app").output == "Good morning\n")
        #expect(sandbox.run(["get", "en", "new"], in: "app").status == 2)
    }

    @Test func ofNothing() throws {
        let sandbox = try Sessions.project()
        let result = sandbox.run(["undo"], in: "app", environment: Sessions.otto)
        #expect(result.status == 2)
        #expect(result.errors.contains("has done nothing yet"), "\(result)")
    }

    @Test func revertingWhatIsMine() throws {
        let sandbox = try Sessions.project()
        Sessions.prepare(sandbox, ["propose fr greeting Salut"])
        sandbox.run(["propose", "fr", "greeting", "Coucou"], in: "app", environment: Sessions.otto)
        let reverted = sandbox.run(["revert", "--mine", "--yes"], in: "app")
        #expect(reverted.status == 0, "\(reverted)")
        let left = sandbox.run(["proposals"], in: "app").output
        #expect(left.contains("Coucou") && !left.contains("Salut"), "\(left)")
    }

    @Test func outdatedProposals() throws {
        let sandbox = try Sessions.project()
        Sessions.prepare(
            sandbox,
            [
                "propose fr greeting Salut", "propose fr 'Log in' Entrer",
                "string edit greeting --value 'Good evening'",
            ])
        let outdated = sandbox.run(["proposals", "--outdated"], in: "app").output
        #expect(outdated.contains("Salut") && !outdated.contains("Entrer"), "\(outdated)")
        let rejected = sandbox.run(
            ["reject", "--outdated", "--reason", "other", "--yes"], in: "app")
        #expect(rejected.errors.contains("Rejected 1 proposal."), "\(rejected)")
    }
}

/// `show KEY` shows a string in all languages.
@Suite struct ShowStringTests {
    @Test func session() throws {
        let sandbox = try Sessions.project()
        Sessions.prepare(sandbox, ["set fr-CA greeting '' --empty", "propose fr greeting Salut"])
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "show greeting", "show auth:login.title", "show -s cart items",
                    "show :greeting --format json", "show -s auth greeting", "show nothing",
                    "string add translations 'A branch too'", "show translations",
                    "show -s default translations",
                ]), "show-string.txt")
    }
}
