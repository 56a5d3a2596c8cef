import Foundation
import TestKit
import TestWorld
import Testing

/// `review` and `translate` at a terminal: keys in, screens out.
@Suite struct WalkTests {
    @Test(arguments: [80, 40]) func reviewsByKeys(_ columns: Int) throws {
        let sandbox = try Walks.project()
        let terminal = try Walks.start(
            sandbox, ["review"], columns: columns,
            environment: ["EDITOR": Walks.editor(saying: "Se connecter à %@")])
        try terminal.type("y", at: "(1/6)")
        try terminal.type("cWarum?\r", at: "(2/6)")
        try terminal.wait { $0.cursorLine.contains("(2/6)") && $0.text.contains("Noted.") }
        terminal.type("b")
        try terminal.type("s", at: "(1/6)")
        try terminal.type("nstyle: zu knapp\r", at: "(2/6)")
        try terminal.type("f", at: "(3/6)")
        try terminal.type("n", at: "[y,n]?")
        try terminal.type("e", at: "(3/6)")
        try terminal.type(" ", at: "(4/6)")
        try terminal.type("y", at: "(5/6)")
        try terminal.wait(for: "(6/6)")
        // Decisions older than a second are committed without a question.
        usleep(1_100_000)
        terminal.type("q")
        #expect(try terminal.end() == 0)
        assertGolden(Walks.timeless(terminal.screen.text), "review-\(columns).txt")
        let log = try sandbox.git("log", "-1", "--format=%s%n%b", "translations", in: "app")
        #expect(log.hasPrefix("review 2 strings in fr, ja\n"))
    }

    @Test(arguments: [80, 40]) func translatesByLines(_ columns: Int) throws {
        let sandbox = try Walks.project()
        sandbox.run(["string", "edit", "greeting", "Good morning to you"], in: "app")
        sandbox.run(["set", "ja", "greeting", "おはようございます🎉"], in: "app")
        let terminal = try Walks.start(
            sandbox, ["translate", "fr"], columns: columns,
            environment: ["EDITOR": Walks.editor(saying: "Zwei\nZeilen")])
        try terminal.type("Se connecter\r", at: "fr>")
        try terminal.type("n", at: "[y,n]?")
        // The refused line is restored, with the cursor at its end.
        try terminal.type("\u{1B}[A à %@\r", at: "fr>")
        try terminal.type("{{count}} article\r", at: "fr one")
        try terminal.type("{{count}} d’articles\r", at: "fr many")
        try terminal.type("{{count}} articles\r", at: "fr other")
        try terminal.type(":e\r", at: "fr>")
        // While the editor runs, the cursor's line still shows the previous prompt.
        try terminal.wait { $0.text.contains("(4/4)") && $0.cursorLine == "fr>" }
        terminal.type(" Bonjour à vouz\u{7F}s \r")
        #expect(try terminal.end() == 0)
        assertGolden(Walks.timeless(terminal.screen.text), "translate-\(columns).txt")
        let listed = sandbox.run(["list", "fr", "--format", "json"], in: "app").output
        #expect(listed.contains(#""value": " Bonjour à vous ""#))
        #expect(listed.contains(#""value": "Zwei\nZeilen""#))
        #expect(listed.contains(#""many": "{{count}} d’articles""#))
        #expect(listed.contains(#""value": "Se connecter à %@""#))
    }

    @Test func anEditorThatIsMissingOrFailsDecidesNothing() throws {
        let sandbox = try Walks.project()
        for (editor, sentence) in [
            ("", "No editor is set"), ("/nowhere/editor", "failed."), ("false", "failed."),
        ] {
            let terminal = try Walks.start(
                sandbox, ["review"], environment: ["EDITOR": editor, "TERM": "dumb"])
            try terminal.type("e", at: "(1/6)")
            try terminal.wait { $0.text.contains(sentence) && $0.cursorLine.contains("(1/6)") }
            terminal.type("q")
            #expect(try terminal.end() == 0)
            #expect(terminal.screen.text.contains("Set EDITOR"))
            #expect(terminal.screen.text.contains("No decisions were made; 6 unchanged."))
            #expect(terminal.isCooked)
        }
        #expect(try Walks.open(sandbox) == 6)
    }

    /// Git's default without any configuration.
    @Test func viIsTheEditorWhereNoneIsSet() throws {
        let sandbox = try Walks.project()
        try sandbox.write("#!/bin/sh\necho Salut >\"$1\"\n", to: "bin/vi")
        try sandbox.execute("/bin/chmod", ["+x", "bin/vi"])
        let path = "\(sandbox.directory)/bin:/usr/bin:/bin"
        let terminal = try Walks.start(
            sandbox, ["set", "fr", "greeting"],
            environment: ["EDITOR": "", "TERM": "xterm", "PATH": path])
        #expect(try terminal.end() == 0)
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Salut\n")
    }

    @Test func aTerminalThatIsClosedCommitsWhatWasConfirmed() throws {
        let sandbox = try Walks.project()
        let terminal = try Walks.start(sandbox, ["review"])
        try terminal.type("y", at: "(1/6)")
        try terminal.type("ntoo short\r", at: "(2/6)")
        try terminal.wait(for: "(3/6)")
        terminal.hangUp()
        #expect(try terminal.end() >= 0)
        #expect(try Walks.open(sandbox) == 4)
        let log = try sandbox.git("log", "-1", "--format=%s", "translations", in: "app")
        #expect(log == "review fr greeting\n")
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func aRequestToEndCommitsWhatWasConfirmed(_ number: Int32) throws {
        let sandbox = try Walks.project()
        let terminal = try Walks.start(sandbox, ["review"])
        try terminal.type("y", at: "(1/6)")
        try terminal.wait(for: "(2/6)")
        #expect(!terminal.isCooked)
        terminal.send(signal: number)
        #expect(try terminal.end() == 0)
        #expect(terminal.isCooked)
        #expect(try Walks.open(sandbox) == 5)
    }

    @Test func afterKillTheNextReviewTakesTheDecisionsUp() throws {
        let sandbox = try Walks.project()
        let killed = try Walks.start(sandbox, ["review"])
        try killed.type("y", at: "(1/6)")
        try killed.type("ntoo short\r", at: "(2/6)")
        try killed.wait(for: "(3/6)")
        killed.send(signal: SIGKILL)
        #expect(try killed.end() == -SIGKILL)
        #expect(try Walks.open(sandbox) == 6)

        let terminal = try Walks.start(sandbox, ["review"])
        try terminal.type("b", at: "(3/6)")
        #expect(terminal.screen.text.contains("2 decisions resumed from an interrupted walk"))
        try terminal.wait { $0.text.contains("Decided   rejected, too short") }
        try terminal.type("q", at: "(2/6)")
        #expect(try terminal.end() == 0)
        #expect(terminal.screen.text.contains("Accepted 1, rejected 1"))
        #expect(try Walks.open(sandbox) == 4)
        // Nothing is left for a third one, which uses the clock of the other two.
        let third = try sandbox.execute(Products.dragoman, ["review", "--finish"], in: "app")
        #expect(third.errors == "Nothing to do.\n")
    }

    /// Five hundred decisions by keys have the same result as queries for the same proposals.
    @Test func fiveHundredByKeysEqualTheSameByQuery() throws {
        let (keyed, queried) = (try Walks.manyProposals(500), try Walks.manyProposals(500))
        #expect(try Walks.open(keyed) == 500)
        let terminal = try Walks.start(keyed, ["review", "fr"])
        for index in 0..<500 {
            try terminal.type(index % 10 == 3 ? "nspam\r" : "y", at: "(\(index + 1)/500)")
        }
        try terminal.type("y", ifAskedAt: "[y,n]?")
        #expect(try terminal.end() == 0)
        #expect(terminal.screen.text.hasSuffix("Accepted 450, rejected 50.\n"))
        for query in ["reject --key *3 --reason spam --yes", "accept --all --yes"] {
            #expect(queried.run(Transcript.words(query), in: "app").status == 0)
        }
        #expect(try Walks.outcome(keyed) == Walks.outcome(queried))
        let subject = try keyed.git("log", "-1", "--format=%s", "translations", in: "app")
        #expect(subject == "review 500 strings in fr\n")
    }

    /// Keys typed before a proposal is shown decide nothing; Control-C among them ends the walk.
    @Test func keysTypedAheadAreNoDecisions() throws {
        let sandbox = try Walks.project()
        let terminal = try Walks.start(sandbox, ["review"])
        try terminal.type("yyyyyy", at: "(1/6)")
        try terminal.wait(for: "(2/6)")
        try terminal.type("snn", at: "(2/6)")
        try terminal.wait(for: "(3/6)")
        terminal.type("q")
        try terminal.type("y", ifAskedAt: "[y,n]?")
        #expect(try terminal.end() == 0)
        #expect(terminal.screen.text.contains("Accepted 1; 5 unchanged."))
        #expect(try Walks.open(sandbox) == 5)

        let ended = try Walks.start(sandbox, ["review"])
        try ended.type("s\u{3}y", at: "(1/5)")
        #expect(try ended.end() == 0)
        #expect(try Walks.open(sandbox) == 5)
    }

    // MARK: Other programs at the same terminal

    @Test func thePagerHasTheTerminal() throws {
        let sandbox = try Walks.manyProposals(60)
        let terminal = try Walks.start(
            sandbox, ["list"], rows: 12, environment: ["DRAGOMAN_PAGER": "less"])
        try terminal.wait { $0.cursorLine.hasPrefix(":") && $0.text.contains("key0") }
        #expect(!terminal.screen.text.contains("key59"))
        terminal.type("G")
        try terminal.wait { $0.text.contains("key59") && $0.cursorLine.contains("END") }
        terminal.type("q")
        #expect(try terminal.end() == 0)
        #expect(terminal.isCooked)
    }

    @Test func theEditorOfSetHasTheTerminal() throws {
        let sandbox = try Walks.project()
        let editor = #"sh -c 'printf "Text: "; read x </dev/tty; printf %s "$x" >"$1"' sh"#
        let terminal = try Walks.start(
            sandbox, ["set", "fr", "greeting"], environment: ["EDITOR": editor])
        try terminal.type("Coucou\r", at: "Text:")
        #expect(try terminal.end() == 0)
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Coucou\n")
    }

    @Test func theEditorInAWalkHasTheTerminal() throws {
        let sandbox = try Walks.project()
        let editor = #"sh -c 'printf "Text: "; read x </dev/tty; printf %s "$x" >"$1"' sh"#
        let terminal = try Walks.start(sandbox, ["review"], environment: ["EDITOR": editor])
        try terminal.type("e", at: "(1/6)")
        // The editor gets the terminal's own line mode: echoed, and ended by Enter.
        try terminal.wait(for: "Text:")
        #expect(terminal.isCooked)
        terminal.type("Coucou\r")
        try terminal.type("q", at: "(2/6)")
        try terminal.type("y", ifAskedAt: "[y,n]?")
        #expect(try terminal.end() == 0)
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Coucou\n")
    }
}
