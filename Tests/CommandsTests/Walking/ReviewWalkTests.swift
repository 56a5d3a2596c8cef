import Commands
import Foundation
import TestKit
import TestWorld
import Testing

/// The keys and the output of `review`, at a simulated terminal.
@Suite struct ReviewWalkTests {
    private static let ida = ["DRAGOMAN_GUID": "guid-of-ida", "GIT_AUTHOR_NAME": "Ida"]
    private static let plain = ["NO_COLOR": "1"]

    /// A project with proposals of several people, one of them outdated, and one equal to another.
    private func project() throws -> Sandbox {
        let sandbox = try Sessions.project()
        propose(
            sandbox,
            [
                ("propose fr greeting 'Bonjour à tous' --note 'Sounds friendlier.'", Sessions.otto),
                ("propose fr greeting Salut", Self.ida),
                ("propose fr greeting Salut", ["DRAGOMAN_GUID": "guid-of-mia"]),
                ("propose fr auth:login.title Connexion --origin machine:babel", Sessions.otto),
                ("propose fr-CA auth:login.title 'Ouvrir à %@'", Sessions.otto),
            ])
        Sessions.prepare(
            sandbox,
            [
                "string edit greeting 'Good morning, all'",
                "set fr auth:login.title 'Entrer dans %@'",
            ])
        sandbox.advanceClock(milliseconds: 3 * 86_400_000)
        return sandbox
    }

    private func propose(_ sandbox: Sandbox, _ lines: [(String, [String: String])]) {
        for (line, environment) in lines {
            let result = sandbox.run(Transcript.words(line), in: "app", environment: environment)
            #expect(result.status == 0, "\(result)")
        }
    }

    private func review(
        _ sandbox: Sandbox, _ keys: String, _ line: String = "review", columns: Int = 80,
        edited: [String] = []
    ) -> String {
        var transcript = Transcript(sandbox, in: "app")
        transcript.run(
            line, environment: Self.plain, columns: columns, keys: keys, edited: edited)
        return transcript.text
    }

    /// An outdated proposal is accepted only by force; an equal one is closed with it; help,
    /// comments and steps back.
    @Test func aWalk() throws {
        let sandbox = try project()
        let walk = review(
            sandbox, "y?fysb" + "cok\r" + "ueyy" + "nwrong\r" + "bu" + "sy",
            edited: ["Salut\n"])
        assertGolden(walk, "review-walk.txt")
        let log = try sandbox.git("log", "-1", "--format=%an: %s%n%b", "translations", in: "app")
        assertGolden(log, "review-walk-log.txt")
        #expect(review(sandbox, "q").contains("! No decisions were made; "))
    }

    /// Decisions of the last second are committed only after confirmation.
    @Test(arguments: [("yyy", true), ("yqy", true), ("yqn", false), ("yq", false), ("y", true)])
    func whatWasTypedJustNowIsAskedAbout(_ keys: String, _ isCommitted: Bool) throws {
        let sandbox = try Sessions.project()
        propose(
            sandbox,
            [
                ("propose fr greeting Salut", Self.ida),
                ("propose fr 'Log in' Entrer", Sessions.otto),
            ])
        let terminal = RecordingTerminal(canAsk: true, keys: KeyDecoder.keys(keys), pace: 0)
        let result = sandbox.run(["review"], in: "app", terminal: terminal)
        #expect(result.status == 0, "\(result)")
        // If the terminal closes, nothing is asked, and confirmed decisions are committed.
        let isAsked = keys != "y"
        #expect(
            result.errors.contains("less than a second old. Commit") == isAsked, "\(result)")
        let text = sandbox.run(["get", "fr", "greeting"], in: "app").output
        #expect(text == (isCommitted ? "Salut\n" : "Bonjour\n"))
        guard !isCommitted else { return }
        #expect(result.errors.contains("1 decision kept"), "\(result)")
        // The next review restores the decisions, which are older than a second by then.
        let next = RecordingTerminal(canAsk: true, keys: KeyDecoder.keys("q"), pace: 0)
        #expect(sandbox.run(["review"], in: "app", terminal: next).status == 0)
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Salut\n")
    }

    @Test func laterAcceptanceTakesThePlaceOfTheEarlier() throws {
        let sandbox = try project()
        let walk = review(sandbox, "fyfyq")
        // It is reported immediately, and at the end.
        #expect(walk.contains("was withdrawn, because this"), "\(walk)")
        #expect(walk.contains("withdrawn: proposal"), "\(walk)")
        var transcript = Transcript(sandbox, in: "app")
        transcript.run("get fr greeting")
        transcript.run("proposals --key greeting --state all")
        assertGolden(transcript.text, "review-later.txt")
    }

    @Test func oneIsAcceptedAndTheOthersAreTurnedDown() throws {
        let sandbox = try Sessions.project()
        propose(
            sandbox,
            [
                ("propose fr greeting Salut", Self.ida),
                ("propose fr greeting Coucou", Sessions.otto),
                ("propose fr 'Log in' Entrer", Sessions.otto),
            ])
        let walk = review(sandbox, "o?sq")
        #expect(walk.contains("is rejected, because"), "\(walk)")
        #expect(walk.contains("accept it, and reject the others for the string"), "\(walk)")
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Salut\n")
        let states = sandbox.run(["proposals", "--state", "all", "--key", "greeting"], in: "app")
        #expect(states.output.contains("accepted") && states.output.contains("rejected"))
    }

    @Test func filtersChooseTheProposals() throws {
        let sandbox = try project()
        func count(_ arguments: String) -> String? {
            let text = review(sandbox, "q", "review " + arguments)
            return text.split(separator: "\n").compactMap { line in
                line.split(separator: " ").dropFirst().first.map(String.init)
            }.first { $0.hasPrefix("(1/") }
        }
        #expect(count("") == "(1/5)")
        #expect(count("fr-CA") == "(1/1)")
        #expect(count("fr --section auth") == "(1/1)")
        #expect(count("--key gree*") == "(1/3)")
        #expect(count("--author ida") == "(1/1)")
        #expect(count("--guid guid-of-otto") == "(1/3)")
        #expect(count("--origin machine:") == "(1/1)")
        #expect(review(sandbox, "", "review --origin memory").contains("No open proposals."))
        #expect(review(sandbox, "", "review de").contains("no language de"))
    }

    @Test func editingTellsWhatIsWrong() throws {
        let sandbox = try project()
        let text = review(
            sandbox, "een" + "eyey" + "q", "review fr --section auth",
            edited: ["Connexion\n", "Ouvrir\n", "\n", "Entrer %@\n"])
        assertGolden(text, "review-editing.txt")
    }

    @Test func decisionsThatSomebodyElseMadeImpossibleAreLeftOut() throws {
        let sandbox = try project()
        #expect(review(sandbox, "fy" + "ssnwrong\rQ").contains("2 decisions kept"))
        let open = sandbox.run(["proposals", "--format", "json"], in: "app").output
        #expect(open.contains("Bonjour à tous"))
        let id = try #require(
            sandbox.run(["proposals", "--key", "greeting", "--format", "json"], in: "app").output
                .split(separator: "\n").first { $0.contains("\"id\"") }?.split(separator: "\"")[3])
        #expect(sandbox.run(["reject", String(id), "--reason", "other"], in: "app").status == 0)
        var transcript = Transcript(sandbox, in: "app")
        transcript.run("review --finish --format json")
        transcript.run("review --finish --format json")
        transcript.run("proposals --state rejected")
        assertGolden(transcript.text, "review-left-out.txt")
    }

    @Test func whatIsPutAsideCanBeForgotten() throws {
        let sandbox = try project()
        _ = review(sandbox, "nwrong\rQ")
        #expect(review(sandbox, "", "review --discard").contains("1 decision discarded."))
        #expect(sandbox.run(["review", "--finish"], in: "app").errors == "Nothing to do.\n")
        #expect(sandbox.run(["review", "--finish", "--discard"], in: "app").status == 64)
    }

    @Test func whatIsPutAsideSurvivesTheReadModel() throws {
        let sandbox = try project()
        _ = review(sandbox, "nwrong\rQ")
        try FileManager.default.removeItem(atPath: sandbox.directory + "/app/.git/dragoman")
        #expect(
            sandbox.run(["review", "--finish"], in: "app").errors.contains("Rejected 1."))
    }

    /// If the commit is refused, the decisions are kept for the next walk.
    @Test func aRefusedCommitLosesNothing() throws {
        let sandbox = try project()
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        try sandbox.write("mine", to: "tree/dragoman.json")
        let text = review(sandbox, "nwrong\rq")
        #expect(text.contains("1 decision not committed, but kept"))
        #expect(text.hasSuffix("[exit 2]\n\n"))
        try sandbox.git("checkout", "-q", ".", in: "tree")
        #expect(
            sandbox.run(["review", "--finish"], in: "app").errors.contains("Rejected 1."))
    }

    @Test func withoutATerminalItIsRefused() throws {
        let sandbox = try project()
        var transcript = Transcript(sandbox, in: "app")
        transcript.run("review")
        transcript.run("translate fr --format json")
        assertGolden(transcript.text, "walk-no-terminal.txt")
    }

    @Test func aProjectThatWantsASecondPersonSaysSo() throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, ["config self-review false"])
        propose(sandbox, [("propose fr 'Log in' 'Se connecter'", [:])])
        let text = review(sandbox, "yfq", "review --key Log*")
        #expect(text.contains("is your own, but this project requires"))
        #expect(text.contains("No decisions were made; "))
        // The same guid with another name.
        let environment = Sessions.otto.merging(["DRAGOMAN_GUID": "guid-of-ines"]) { $1 }
        propose(sandbox, [("propose fr-CA greeting 'Bon matin'", environment)])
        #expect(review(sandbox, "yq", "review fr-CA --key greeting").contains("is your own"))
    }
}
