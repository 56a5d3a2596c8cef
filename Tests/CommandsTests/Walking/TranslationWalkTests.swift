import TestKit
import TestWorld
import Testing

/// The lines and the output of `translate`, at a simulated terminal.
@Suite struct TranslationWalkTests {
    private func translate(
        _ sandbox: Sandbox, _ keys: String, _ arguments: String = "fr", edited: [String] = []
    ) -> String {
        var transcript = Transcript(sandbox, in: "app")
        transcript.run(
            "translate \(arguments)", environment: ["NO_COLOR": "1"], columns: 80, keys: keys,
            edited: edited)
        return transcript.text
    }

    /// A project in Russian, Serbian and French, with stale, flagged and missing texts.
    private func project() throws -> Sandbox {
        let sandbox = try Sessions.project()
        Sessions.prepare(
            sandbox,
            [
                "locale add ru",
                "set ru cart:items --plural one='{{count}} товар' --plural few='{{count}} товара' --plural many='{{count}} товаров' --plural other='{{count}} товара'",
                "set fr-CA greeting 'Bon matin'", "string edit greeting 'Good morning, all'",
                "string add place --ordinal one='%dst' --ordinal two='%dnd' --ordinal few='%drd' --ordinal other='%dth'",
                "string add hidden Secret --comment 'Not shown.'",
            ])
        return sandbox
    }

    @Test func aWalk() throws {
        let sandbox = try project()
        let walk = translate(
            sandbox,
            // auth:login.hint: help, an unknown command, broken markup that is not kept, the editor.
            ":?\r:x\r<b>Mot de passe\rn:e\r"
                // auth:login.title: skipped, and returned to from the next string.
                + "\r:b\r" + "Entrer dans %@\r:b\r\r"
                // cart:items: a required form, then the source's form.
                + "{{count}} article\r\r:=\r{{count}} articles\r"
                // Log in is translated; greeting is stale, and stays as it is.
                + ":.\r" + ":c Too secret?\r:empty\r" + "%der\r%de\r",
            edited: ["Votre <b>mot de passe</b>\n"])
        assertGolden(walk, "translate-walk.txt")
        var transcript = Transcript(sandbox, in: "app")
        transcript.run("list fr --format json")
        transcript.run("translate fr --finish")
        assertGolden(transcript.text, "translate-walk-result.txt")
    }

    @Test func proposesWhereAsked() throws {
        let sandbox = try project()
        _ = translate(sandbox, "Salut\r:q\r", "fr --propose --key greeting")
        let proposals = sandbox.run(["proposals", "--mine"], in: "app").output
        #expect(proposals.contains("Bonjour → Salut"))
        let again = translate(sandbox, "Salut\r:q\r", "fr --propose --key greeting")
        #expect(again.contains("has already proposed the same text"))
        #expect(again.contains("No decisions were made; 1 unchanged."), "\(again)")
    }

    @Test func textsAreTakenAsTheyAreTyped() throws {
        let sandbox = try project()
        _ = translate(sandbox, "  :: a\u{301} \t\r:q\r", "fr --key hidden")
        #expect(sandbox.run(["get", "fr", "hidden"], in: "app").output == "  :: a\u{301} \t\n")
        Sessions.prepare(sandbox, ["unset fr hidden"])
        _ = translate(sandbox, "\u{1B}[200~one\r\ntwo\u{1B}[201~!\r:q\r", "fr --key hidden")
        #expect(sandbox.run(["get", "fr", "hidden"], in: "app").output == "one\ntwo!\n")
        Sessions.prepare(sandbox, ["unset fr hidden"])
        _ = translate(sandbox, ":::x\r:q\r", "fr --key hidden")
        #expect(sandbox.run(["get", "fr", "hidden"], in: "app").output == "::x\n")
    }

    @Test func filtersChooseTheStrings() throws {
        let sandbox = try project()
        func count(_ arguments: String) -> Int? {
            translate(sandbox, ":q\r", arguments).split(separator: "\n")
                .first { $0.hasPrefix("! (1/") }
                .flatMap { Int($0.dropFirst(5).prefix { $0 != ")" }) }
        }
        #expect(count("fr") == 6)
        #expect(count("fr --missing") == 5)
        #expect(count("fr --stale") == 1)
        #expect(count("fr --missing --stale --section default") == 3)
        #expect(count("fr --search secret") == 1)
        #expect(count("-l fr --key login.*") == 2)
        // A regional language lacks the texts that its chain lacks, and its own texts may be stale.
        #expect(count("fr-CA --stale") == 1)
        #expect(count("fr --flagged") == nil)
        #expect(translate(sandbox, "", "en").contains("is the source language"))
        #expect(translate(sandbox, "", "sv").contains("no language sv"))
        #expect(translate(sandbox, "", "").contains("Specify a language"))
    }

    /// Every form that was typed is restored, however the walk ended.
    @Test(arguments: ["\u{3}", "\u{4}", ":q\r", ":Q\r", ""])
    func formsThatWereTypedAreKept(end: String) throws {
        let sandbox = try project()
        let begun = translate(sandbox, "{{count}} article\r" + end, "fr --key items")
        if end == ":Q\r" {
            #expect(begun.contains("1 unfinished text kept"), "\(begun)")
        } else {
            #expect(begun.contains("kept: fr cart:items: 1 form typed"), "\(begun)")
            #expect(begun.contains("[exit 1]"), "\(begun)")
        }
        // It does not count as decided either.
        #expect(sandbox.run(["get", "fr", "cart:items"], in: "app").status != 0)
        let finished = sandbox.run(["translate", "fr", "--finish"], in: "app")
        #expect(
            finished.status == 1 && finished.errors.contains("kept: fr cart:items"), "\(finished)")
        let again = translate(
            sandbox, ":?\r{{count}} d’articles\r{{count}} articles\r", "fr --key items")
        #expect(again.contains("1 unfinished text resumed from an interrupted walk"), "\(again)")
        #expect(again.contains("one: {{count}} article"), "\(again)")
        #expect(again.contains("Set 1."), "\(again)")
        let listed = sandbox.run(["list", "fr", "--format", "json"], in: "app").output
        #expect(listed.contains(#""one": "{{count}} article""#), "\(listed)")
        #expect(listed.contains(#""many": "{{count}} d’articles""#), "\(listed)")
        #expect(sandbox.run(["translate", "fr", "--finish"], in: "app").status == 0)
    }

    @Test func formsAreDroppedWhereThatIsMeant() throws {
        let sandbox = try project()
        let skipped = translate(sandbox, "{{count}} article\r:s\r:q\r", "fr --key items")
        #expect(skipped.contains("Discarded the text that you typed here."), "\(skipped)")
        #expect(!skipped.contains("kept:"), "\(skipped)")
        // Control-G, like Escape, starts again with the first form.
        let cancelled = translate(
            sandbox, "{{count}} x\r\u{7}{{count}} a\r{{count}} b\r{{count}} c\r",
            "fr --key items")
        #expect(cancelled.contains("Set 1."), "\(cancelled)")
        #expect(
            sandbox.run(["list", "fr", "--format", "json"], in: "app").output
                .contains(#""one": "{{count}} a""#))
    }

    /// If the question is interrupted, a text with errors is neither accepted nor lost.
    @Test func aTextThatWasNotTakenIsKept() throws {
        let sandbox = try project()
        let begun = translate(sandbox, "<b>Mot de passe\r\u{3}\u{3}", "fr --key login.hint")
        #expect(begun.contains("kept: fr auth:login.hint: You typed a text"), "\(begun)")
        let again = translate(sandbox, "\u{1B}[A</b>\r", "fr --key login.hint")
        #expect(again.contains("Set 1."), "\(again)")
        #expect(
            sandbox.run(["get", "fr", "auth:login.hint"], in: "app").output
                == "<b>Mot de passe</b>\n")
        let refused = translate(sandbox, ":u\r<b>x\rn\u{3}", "fr --key login.title")
        #expect(!refused.contains("kept:"), "\(refused)")
    }

    @Test func aTreeIsEditedAsAWhole() throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, [#"string add days --json '{"list":["Monday","Tuesday"]}'"#])
        let text = translate(
            sandbox, "lundi\r:e\ry:q\r", "fr --key days",
            edited: ["{\"list\":[\"lundi\"", "{\"list\":[\"lundi\",\"mardi\"]}"])
        assertGolden(text, "translate-tree.txt")
        #expect(
            sandbox.run(["get", "fr", "days", "--format", "json"], in: "app").output
                .contains("\"mardi\""))
    }
}
