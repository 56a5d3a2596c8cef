import Foundation
import TestKit
import TestWorld
import Testing

@Suite struct CompletionTests {
    /// Returns the completions for a line whose last word is unfinished.
    private func offered(_ line: String, _ sandbox: Sandbox, _ environment: [String: String] = [:])
        -> [String]
    {
        var words = Transcript.words(line)
        if line.last == " " { words.append("") }
        let result = sandbox.run(
            ["complete", "zsh", "--"] + words, in: "app", environment: environment)
        #expect(result.status == 0)
        #expect(result.errors == "")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test func everyPlaceOffersWhatBelongsThere() throws {
        let sandbox = try Sessions.project()
        Sessions.prepare(
            sandbox,
            [
                "string add 'with space' x", "propose fr greeting Salut",
                "propose fr-CA auth:login.title Ouvrir --note x",
            ])
        try sandbox.git("tag", "v1", "translations", in: "app")
        var text = ""
        for line in [
            "", "loc", "locale ", "--br", "get ", "get fr", "get fr_", "get fr ", "get fr auth:",
            "get fr :gr", "get fr -s auth l", "get -l fr ", "get -l fr greeting ", "get de ",
            "set fr greeting ", "status en ", "list fr --state ", "list fr --state missing,s",
            "proposals --state ", "log --type translation.", "accept ", "accept -",
            "reject --reason w",
            "config ", "export --format ", "export --untranslated ", "export --untranslated=s",
            "export -o ", "import ", "import --file-format v", "-C ", "diff v", "diff v1..",
            "diff HEAD...tr", "get --rev ", "string edit w", "string rename greeting ",
            "string add -s ", "locale add ", "locale remove ", "check ", "check f", "check x",
            "check --require fr,", "get -- ", "get -- fr w", "nonsense x", "--branch ", "show ",
            "propose --origin m", "propose fr greeting --", "template --from ", "set --plural ",
            "status --format ",
            "accept --since ", "vouch fr g", "comment ", "check --fail-on ", "todo f",
        ] {
            text += "$ dragoman \(line)\n"
            for answer in offered(line, sandbox) { text += "  \(answer)\n" }
        }
        assertGolden(text, "completions.txt")
    }

    @Test func aDefaultLanguageOffersKeysFirst() throws {
        let sandbox = try Sessions.project()
        let usual = ["DRAGOMAN_LOCALE": "fr"]
        #expect(offered("set g", sandbox, usual) == ["words", "greeting\tGood morning"])
        #expect(offered("set fr g", sandbox, usual) == ["words", "greeting\tGood morning"])
        #expect(offered("set greeting g", sandbox, usual) == ["words"])
    }

    @Test func otherPlacesAreLookedAt() throws {
        let sandbox = try Sessions.project()
        let there = sandbox.directory + "/app"
        func words(_ arguments: [String], _ environment: [String: String] = [:]) -> String {
            sandbox.run(["complete", "fish", "--"] + arguments, environment: environment).output
        }
        #expect(words(["get", "f"]) == "words\n")
        let found = "words\nfr\tFrench\nfr-CA\tFrench (Canada)\n"
        #expect(words(["-C", "app", "get", "f"]) == found)
        #expect(words(["get", "-C", "app", "f"]) == found)
        #expect(words(["-C", "~/app", "get", "f"]) == found)
        #expect(words(["get", "f"], ["DRAGOMAN_DIR": there]) == found)
        #expect(words(["-C", "app", "--branch", "other", "get", "f"]) == "words\n")
        #expect(words(["-C", "/nowhere", "get", "f"]) == "words\n")
        #expect(words(["export", "--format", "v"]).hasPrefix("words\nverid-xml\t"))
    }

    @Test func asksNothingAndWritesNothing() throws {
        let sandbox = try Sessions.project()
        let before = try sandbox.git("for-each-ref", in: "app")
        try FileManager.default.removeItem(atPath: sandbox.directory + "/app/.git/dragoman")
        try FileManager.default.createDirectory(
            atPath: sandbox.directory + "/empty", withIntermediateDirectories: true)
        #expect(offered("get fr gr", sandbox) == ["words", "greeting\tGood morning"])
        #expect(try sandbox.git("for-each-ref", in: "app") == before)
        sandbox.run(["complete", "bash", "--", "dragoman get f", "f"], in: "empty")
        let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.directory + "/empty")
        #expect(left == [])
        // Even invalid arguments exit with 0.
        for arguments in [["bash"], ["zsh"], ["bash", "--", "'", "'"], ["fish", "--", "-", "\\"]] {
            #expect(sandbox.run(["complete"] + arguments).status == 0)
        }
    }

    @Test func noMoreThanAThousandWordsAreOffered() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        let members = (0..<1200).map { "\"k\($0)\": \"x\"" }.joined(separator: ",")
        try sandbox.write("{\(members)}", to: "app/en/many.json")
        try sandbox.write("{\"k\\u0007\": \"bell\", \"k\\n\": \"line\"}", to: "app/en/odd.json")
        Sessions.prepare(sandbox, ["import en/many.json en/odd.json"])
        #expect(offered("get en many:", sandbox).count == 1001)
        #expect(offered("get en many:k119", sandbox).count == 12)
        #expect(offered("get en odd:", sandbox) == ["words"])
    }

    @Test func scriptsAreHandedOut() throws {
        let sandbox = try Sandbox()
        for shell in ["bash", "zsh", "fish"] {
            let asked = sandbox.run(["completions", shell])
            #expect(asked.output.contains("complete \(shell) -- "))
            let usual = sandbox.run(["completions"], environment: ["SHELL": "/usr/bin/\(shell)"])
            #expect(usual.output == asked.output)
        }
        #expect(sandbox.run(["completions", "csh"]).status == 64)
        #expect(sandbox.run(["completions"]).status == 64)
    }
}
