import Foundation
import TestSupport
import Testing

/// `suggest` with an engine of the test, with Apertium, and with the memory.
///
/// On the main actor: a verb waits for its engine on the thread that it runs on, and the threads of tests are those that engines need.
@MainActor @Suite struct SuggestVerbTests {
    /// An engine that writes the target language before each text; it refuses “Refused”, and breaks the placeholders of “Broken”.
    private static let engine = """
        import json, sys
        for line in sys.stdin:
            ask = json.loads(line)
            text = ask["text"]
            answer = {"id": ask["id"], "text": ask["target"] + " " + text}
            if text == "Refused": answer = {"id": ask["id"], "error": "too rude"}
            if text.startswith("Broken"): answer["text"] = "no placeholder"
            if text == "Die": sys.exit(3)
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
        let proposals = sandbox.run(["proposals", "--locale", "fr"], in: "app").output
        #expect(proposals.contains("fr Open the file"))
        Sessions.prepare(sandbox, ["string edit zz Live"])
        let second = sandbox.run(["suggest", "fr", "--engine", "babel"], in: "app")
        #expect(second.status == 0, "\(second)")
        #expect(second.errors.contains("Proposed 1 text"))
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
        // What cannot be had says why, and what to do.
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
