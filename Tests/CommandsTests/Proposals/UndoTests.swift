import Foundation
import TestKit
import TestWorld
import Testing

/// `undo` reverts the user's last command, and `revert --mine` the events of this machine's guid.
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
        // A second undo reverts the first.
        sandbox.run(["undo", "--yes"], in: "app")
        #expect(get(sandbox, "greeting") == "Salut\n")
        sandbox.run(["undo", "-y"], in: "app", environment: Sessions.otto)
        #expect(get(sandbox, "Log in") == "Connexion\n")
    }

    /// The preview shows the resulting state of a proposal, even if an undo is undone.
    @Test(arguments: [
        ("propose fr greeting Salut", "open", "deleted"),
        ("reject %@ --reason style", "rejected", "open"),
        ("accept %@", "accepted", "open"),
    ])
    func ofAnUndoShowsWhatIsDone(_ line: String, _ done: String, _ undone: String) throws {
        let sandbox = try Sessions.project()
        var id = ""
        if line.contains("%@") {
            id = sandbox.run(["propose", "fr", "greeting", "Salut"], in: "app").output
                .trimmingCharacters(in: .newlines)
        }
        Sessions.prepare(sandbox, [line.replacing("%@", with: id)])
        func state() -> String {
            sandbox.run(["proposals", "--state", "all", "--format", "json"], in: "app").output
                + get(sandbox, "greeting")
        }
        let before = state()
        var states = (done, undone)
        for round in 0..<4 {
            let preview = sandbox.run(["undo", "--dry-run"], in: "app")
            #expect(preview.output.contains(": \(states.0) → \(states.1)\n"), "\(preview)")
            let result = sandbox.run(["undo", "--yes"], in: "app")
            #expect(result.status == 0, "\(result)")
            let listed = sandbox.run(["proposals", "--state", states.1], in: "app").output
            #expect(listed.contains("Salut"), "\(round): \(listed)")
            states = (states.1, states.0)
        }
        #expect(Self.withoutDecisions(state()) == Self.withoutDecisions(before))
    }

    /// Returns the lines about proposals, without ids and times of decisions.
    private static func withoutDecisions(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { line in
            ["\"state\"", "\"value\"", "\"outdated\"", "Bonjour", "Salut"].contains {
                line.contains($0)
            }
        }
    }

    @Test func aPlanIsShownBesideLaterEdits() throws {
        let sandbox = try Sessions.project()
        sandbox.run(["set", "fr", "greeting", "Coucou"], in: "app", environment: Sessions.otto)
        sandbox.run(["set", "fr", "Log in", "Entrer"], in: "app", environment: Sessions.otto)
        Sessions.prepare(sandbox, ["set fr greeting Salut"])
        let before = try sandbox.git("rev-parse", "translations", in: "app")
        let words = ["revert", "--author", "otto"]
        #expect(sandbox.run(words + ["--yes"], in: "app").status == 2)
        let plan = sandbox.run(words + ["--dry-run"], in: "app")
        #expect(plan.status == 1, "\(plan)")
        #expect(plan.output.contains("“Entrer” → “Connexion”"), "\(plan)")
        #expect(plan.errors.contains("blocked: A later edit of fr greeting"), "\(plan)")
        #expect(plan.errors.contains("--keep-later"), "\(plan)")
        #expect(try sandbox.git("rev-parse", "translations", in: "app") == before)
    }

    /// An undo reverts all events of a command.
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
        #expect(result.errors.contains("has not changed anything yet"), "\(result)")
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
