import Foundation
import TestKit
import TestWorld
import Testing

/// `suggest` with an engine of the test, with Apertium, and with the memory.
///
/// Runs on the main actor: a verb blocks its thread until the engine answers, and engines need the
/// threads of the pool.
@MainActor @Suite struct SuggestTests {
    /// An engine that prefixes each text with the target language; it refuses “Refused”, and breaks
    /// the placeholders of “Broken”.
    private static let engine = """
        import json, sys
        for line in sys.stdin:
            ask = json.loads(line)
            text = ask["text"]
            answer = {"id": ask["id"], "text": ask["target"] + " " + text}
            if text == "Refused": answer = {"id": ask["id"], "error": "too rude"}
            if text.startswith("Broken"): answer["text"] = "no placeholder"
            if text == "Die": sys.exit(3)
            with open(sys.argv[0] + ".log", "a") as log: log.write(line)
            print(json.dumps(answer), flush=True)
        """

    private func project(_ lines: [String] = []) throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        try sandbox.write(Self.engine, to: "engine.py")
        try sandbox.git(
            "config", "dragomanEngine.babel.command",
            "python3 '\(sandbox.directory)/engine.py'", in: "app")
        Sessions.prepare(
            sandbox,
            [
                "locale add fr", "string add close Close", "string add shut Close",
                "string add files --plural one='%d file' --plural other='%d files'",
                "string add open 'Open the file'",
            ] + lines)
        return sandbox
    }

    @Test func gapsAreFilled() throws {
        let sandbox = try project([
            "string add rude Refused", "string add broken 'Broken %@'",
            "propose fr open 'Ouvrir le fichier'",
        ])
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "suggest fr --engine babel --estimate",
                    "suggest fr --engine babel --estimate --format json",
                    "suggest fr --engine babel --dry-run", "suggest fr --engine babel",
                    "proposals --locale fr", "suggest fr --engine babel",
                    "suggest fr --engine babel --only stale",
                    "accept --key close --locale fr --yes",
                    "suggest fr", "proposals --locale fr --key shut --format json",
                    "suggest fr --engine nosuch", "suggest fr --engine 'No such'", "suggest en",
                    "suggest de", "suggest", "suggest fr --min-match 0",
                    "suggest fr --memory x --no-memory",
                ]), "suggest.txt")
    }

    @Test func anEngineThatDiesLosesNothingThatItSaid() throws {
        let sandbox = try project(["string add zz Die"])
        let first = sandbox.run(["suggest", "fr", "--engine", "babel"], in: "app")
        #expect(first.status == 2)
        #expect(first.errors.contains("babel"))
        // Results are printed as they arrive.
        #expect(first.output.contains("machine:babel  open  fr Open the file\n"), "\(first)")
        let proposals = sandbox.run(["proposals", "--locale", "fr"], in: "app").output
        #expect(proposals.contains("fr Open the file"))
        Sessions.prepare(sandbox, ["string edit zz Live"])
        let second = sandbox.run(["suggest", "fr", "--engine", "babel"], in: "app")
        #expect(second.status == 0, "\(second)")
        #expect(second.errors.contains("Proposed 1 text"))
    }

    /// Returns the requests to the engine since the last call, as lines of JSON.
    private func asked(_ sandbox: Sandbox) throws -> [String] {
        let path = "\(sandbox.directory)/engine.py.log"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        try? FileManager.default.removeItem(atPath: path)
        return text.split(separator: "\n").map(String.init)
    }

    @Test func theSameTextWithAnotherCommentIsAskedByItself() throws {
        let sandbox = try project([
            "string add near Close --comment 'Not far.'", "string add door Close --comment Shut.",
        ])
        sandbox.run(["suggest", "fr", "--engine", "babel"], in: "app")
        let asked = try asked(sandbox).filter { $0.contains("\"Close\"") }
        #expect(asked.count == 3, "\(asked)")
        #expect(asked.contains { $0.contains("\"comment\":\"Not far.\"") })
        #expect(asked.contains { $0.contains("\"comment\":\"Shut.\"") })
    }

    @Test func whatWasDroppedIsNotPaidForAgain() throws {
        let sandbox = try project([
            "string add rude Refused", "string add broken 'Broken %(value)r'",
            "string add long 'Much too long' --max-length 5",
        ])
        let suggest = { sandbox.run(["suggest", "fr", "--engine", "babel"] + $0, in: "app") }
        let first = suggest([])
        #expect(first.errors.contains("dropped: 1 suggestion (max-length)"), "\(first)")
        #expect(first.errors.contains("dropped: 1 suggestion (placeholders)"), "\(first)")
        #expect(!first.output.contains("long"), "\(first)")
        #expect(try asked(sandbox).count == 7)
        let second = suggest([])
        #expect(try asked(sandbox).isEmpty)
        #expect(
            second.errors.contains(
                "skipped: 2 strings dropped before; --retry requests them again"),
            "\(second)")
        #expect(
            suggest(["--estimate"]).output.contains("0 texts, 0 characters"),
            "\(suggest(["--estimate"]))")
        _ = suggest(["--retry"])
        #expect(try asked(sandbox).count == 3)
        // If the string or the engine changes, the engine is asked again.
        Sessions.prepare(sandbox, ["string edit broken --comment 'A value.'"])
        _ = suggest([])
        #expect(try asked(sandbox).count == 1)
        // A higher limit needs no new request.
        Sessions.prepare(sandbox, ["string edit long --max-length 50"])
        #expect(suggest([]).output.contains("fr Much too long"))
        #expect(try asked(sandbox).isEmpty)
        try sandbox.git(
            "config", "dragomanEngine.babel.command",
            "exec python3 '\(sandbox.directory)/engine.py'", in: "app")
        _ = suggest([])
        #expect(try asked(sandbox).count == 2)
    }

    @Test func anEngineGetsTheContextIfItIsConfigured() throws {
        let sandbox = try project(["string edit close --comment 'On a button.'"])
        let suggest = { sandbox.run(["suggest", "fr", "--engine", "babel"] + $0, in: "app") }
        let plain = suggest(["--estimate"]).output
        #expect(plain.contains("4 strings, 5 texts"), "\(plain)")
        try sandbox.git("config", "dragomanEngine.babel.context", "true", in: "app")
        // Each string has its own context, so no text is shared; all of it is counted.
        let full = suggest(["--estimate"]).output
        #expect(full.contains("4 strings, 6 texts"), "\(full)")
        func characters(_ output: String) throws -> Int {
            let words = output.split(separator: " ")
            let index = try #require(words.firstIndex { $0.hasPrefix("characters") })
            return try #require(Int(words[index - 1].filter(\.isNumber)))
        }
        #expect(try characters(full) > characters(plain) + 200)
        #expect(suggest(["--estimate", "--no-context"]).output == plain)
        _ = suggest([])
        let asked = try asked(sandbox)
        #expect(asked.count == 6)
        let close = try #require(asked.first { $0.contains("On a button.") })
        #expect(
            close.contains(
                #""context":{"key":"close","section":"default","comment":"On a button.""#))
        #expect(asked.contains { $0.contains(#""form":{"name":"many","numbers":"#) })
        // A cached answer belongs to its context, too.
        #expect(suggest(["--estimate"]).output.contains("0 strings"))
    }

    @Test func anEngineLearnsFromRejections() throws {
        let sandbox = try project()
        try sandbox.git("config", "dragomanEngine.babel.context", "true", in: "app")
        let suggest = {
            sandbox.run(["suggest", "fr", "--engine", "babel", "--key", "open"], in: "app")
        }
        _ = suggest()
        Sessions.prepare(sandbox, ["reject --key open --reason 'style: too literal' --yes"])
        _ = try asked(sandbox)
        let second = suggest()
        let request = try #require(try asked(sandbox).first)
        #expect(
            request.contains(
                #""rejectedTexts":[{"text":"fr Open the file","reason":"style: too literal"}]"#),
            "\(request)")
        // This engine repeats itself, and is not asked a third time.
        #expect(second.errors.contains("dropped: 1 suggestion (rejected before)"), "\(second)")
        #expect(!second.output.contains("Open the file"))
        _ = suggest()
        #expect(try asked(sandbox).isEmpty)
        #expect(
            sandbox.run(["proposals", "--locale", "fr", "--key", "open"], in: "app").output.isEmpty)
    }

    @Test func theMemoryDoesNotOfferRejectedTexts() throws {
        let sandbox = try project([
            "set fr close Fermer", "set fr open Clore", "string edit open Close --minor",
            "propose fr shut Fermer", "reject --key shut --reason wrong --yes",
        ])
        let result = sandbox.run(["suggest", "fr", "--key", "shut"], in: "app")
        #expect(result.output.contains("memory  shut  Clore"), "\(result)")
        Sessions.prepare(sandbox, ["reject --key shut --reason wrong --yes"])
        let none = sandbox.run(["suggest", "fr", "--engine", "babel", "--key", "shut"], in: "app")
        #expect(!none.output.contains("Fermer") && !none.output.contains("Clore"), "\(none)")
    }

    @Test func theOriginNamesTheModel() throws {
        let sandbox = try project()
        let suggest = {
            sandbox.run(["suggest", "fr", "--engine", "babel", "--key", "open"] + $0, in: "app")
        }
        try sandbox.git("config", "dragomanEngine.babel.model", "org/tiny:3b", in: "app")
        try sandbox.git("config", "dragomanEngine.babel.fastModel", "quick", in: "app")
        #expect(suggest([]).output.contains("machine:babel/org/tiny:3b  open  fr Open the file"))
        let proposals = sandbox.run(["proposals", "--format", "json"], in: "app").output
        #expect(proposals.contains("machine:babel/org/tiny:3b"), "\(proposals)")
        #expect(suggest(["--estimate"]).output.contains("0 strings"))
        // Another model is another origin.
        let fast = suggest(["--strategy", "low-latency", "--estimate"]).output
        #expect(fast.hasPrefix("machine:babel/quick: 1 string"), "\(fast)")
        try sandbox.git("config", "dragomanEngine.babel.model", "two words", in: "app")
        #expect(suggest([]).errors.contains("“two words” is not a valid name of a model."))
    }

    @Test func answersToAnotherPromptAreNotReused() throws {
        let sandbox = try project(["string add broken 'Broken %@'"])
        try sandbox.write("Translate.", to: "prompt.txt")
        try sandbox.git(
            "config", "dragomanEngine.babel.prompt", "\(sandbox.directory)/prompt.txt", in: "app")
        let suggest = { sandbox.run(["suggest", "fr", "--engine", "babel"] + $0, in: "app") }
        _ = suggest([])
        _ = try asked(sandbox)
        _ = suggest([])
        #expect(try asked(sandbox).isEmpty)
        try sandbox.write("Translate well.", to: "prompt.txt")
        _ = suggest([])
        #expect(try asked(sandbox).count == 1)
        try FileManager.default.removeItem(atPath: "\(sandbox.directory)/prompt.txt")
        #expect(sandbox.run(["suggest", "--engines"], in: "app").status == 0)
        let missing = suggest([])
        #expect(missing.status == 2 && missing.errors.contains("prompt.txt"), "\(missing)")
    }

    @Test func aBudgetEndsTheRunAndTheNextRunContinues() throws {
        let sandbox = try project()
        // The engine stops after three texts.
        try sandbox.write(
            Self.engine.replacing(
                "    text = ask[\"text\"]\n",
                with: """
                        text = ask["text"]
                        if ask["id"] == 3:
                            print(json.dumps({"id": 3, "stop": "The budget is used up."}), flush=True)
                            continue

                    """), to: "engine.py")
        let suggest = { sandbox.run(["suggest", "fr", "--engine", "babel"] + $0, in: "app") }
        let first = suggest([])
        #expect(first.status == 1, "\(first)")
        #expect(
            first.errors.contains("The budget is used up. Run the command again for the rest."))
        #expect(first.errors.contains("Proposed 3 texts"), "\(first)")
        #expect(!first.errors.contains("dropped"))
        let second = suggest([])
        #expect(second.status == 0 && second.errors.contains("Proposed 1 text."), "\(second)")
    }

    @Test func enginesAndPairsAreListed() throws {
        let sandbox = try project(["locale add en-GB"])
        try sandbox.git("config", "dragomanEngine.gone.command", "/no/such/program --x", in: "app")
        try sandbox.git("config", "dragoman.engine", "babel", in: "app")
        let list = sandbox.run(["suggest", "--engines"], in: "app")
        #expect(list.status == 0, "\(list)")
        let rows = list.output.split(separator: "\n").map {
            $0.split(separator: " ").map(String.init)
        }
        #expect(rows.map { $0.first } == ["memory", "apertium", "babel", "gone"], "\(list)")
        #expect(rows.first?[1] == "installed" && rows.last?[1] == "unsupported", "\(list)")
        #expect(list.output.contains("git config dragomanEngine.babel.command  default"))
        let json = sandbox.run(["suggest", "--engines", "--format", "json"], in: "app").output
        #expect(json.contains("\"engine\": \"gone\"") && json.contains("\"unsupported\""))
        // An engine for any pair is not used between two varieties of one language.
        let pairs = sandbox.run(["suggest", "--pairs", "--engine", "babel"], in: "app")
        #expect(
            pairs.output == """
                babel  en  en-GB  unsupported
                babel  en  fr     installed

                """, "\(pairs)")
        let one = sandbox.run(["suggest", "fr", "--pairs", "--engine", "babel"], in: "app")
        #expect(one.output == "babel  en  fr  installed\n", "\(one)")
        #expect(sandbox.run(["suggest", "--engines", "--pairs"], in: "app").status == 64)
        #expect(sandbox.run(["suggest", "fr", "--engines"], in: "app").status == 64)
        // Nothing was proposed.
        #expect(sandbox.run(["proposals"], in: "app").output.isEmpty)
    }

    @Test func apertiumsPairsHaveTheirPackages() throws {
        let sandbox = try project(["locale add es", "locale add ja"])
        let list = sandbox.run(
            ["suggest", "--pairs", "--engine", "apertium", "--format", "json"], in: "app")
        guard list.output.contains("apertium-eng-spa") else { return }
        let objects = try #require(
            JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: String]])
        func row(_ target: String) -> [String: String]? {
            objects.first { $0["source"] == "en" && $0["target"] == target }
        }
        #expect(row("es")?["status"] == "installed")
        #expect(row("es")?["package"] == "apertium-eng-spa")
        #expect(row("ja")?["status"] == "unsupported")
        #expect(objects.prefix(3).map { $0["target"] } == ["es", "fr", "ja"])
    }

    @Test func textsOfAMachineAreAcceptedKnowingly() throws {
        let sandbox = try project(["propose fr open 'Ouvrir le fichier'"])
        sandbox.run(["suggest", "fr", "--engine", "babel"], in: "app")
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "accept --origin machine: --dry-run",
                    "accept --key close --as-translated --yes",
                    "accept --origin machine: --key shut --yes",
                    "accept --all --as-translated --yes",
                    "list fr --state translated", "list fr --state reviewed",
                    "proposals --locale fr", "undo --yes", "proposals --locale fr",
                ]), "accept-as-translated.txt")
    }

    @Test func theMemoryComesFirst() throws {
        let sandbox = try project(["set fr close Fermer"])
        let result = sandbox.run(["suggest", "fr", "--engine", "babel"], in: "app")
        #expect(result.errors.contains("(1 from the memory)"), "\(result)")
        let proposals = sandbox.run(
            ["proposals", "--locale", "fr", "--key", "shut", "--format", "json"], in: "app"
        ).output
        #expect(
            proposals.contains(#""origin": "memory""#) || proposals.contains(#""origin":"memory""#))
        #expect(proposals.contains("Fermer") && proposals.contains("100 % match"))
    }

    @Test func apertiumTranslates() throws {
        let sandbox = try project(["locale add es", "string add house 'The house is <b>big</b>'"])
        let result = sandbox.run(["suggest", "es", "--engine", "apertium"], in: "app")
        #expect(result.status == 0, "\(result)")
        let proposals = sandbox.run(["proposals", "--locale", "es"], in: "app").output
        #expect(proposals.contains("La casa es <b>grande</b>"), "\(proposals)")
        // An unavailable engine gets an error with the reason and a hint.
        Sessions.prepare(sandbox, ["locale add ja"])
        let refused = sandbox.run(["suggest", "ja", "--engine", "apertium"], in: "app")
        #expect(refused.status == 2 && refused.errors.contains("ja"), "\(refused)")
    }

    @Test func rememberedTextsStandBesideTheField() throws {
        let sandbox = try project(["set fr close Fermer"])
        var transcript = Transcript(sandbox, in: "app")
        transcript.run(
            "translate fr --propose --key shut", environment: ["NO_COLOR": "1"], columns: 80,
            keys: "\r")
        #expect(transcript.text.contains("100 %  Fermer"), "\(transcript.text)")
    }

    @Test func aTakenSuggestionKeepsItsOrigin() throws {
        let sandbox = try project(["set fr close Fermer"])
        var transcript = Transcript(sandbox, in: "app")
        transcript.run(
            "translate fr --propose --key shut", environment: ["NO_COLOR": "1"], columns: 80,
            keys: "Fermer\r:q\r")
        let taken = sandbox.run(["proposals", "--key", "shut", "--format", "json"], in: "app")
            .output
        #expect(taken.contains("memory"), "\(taken)")
    }
}
