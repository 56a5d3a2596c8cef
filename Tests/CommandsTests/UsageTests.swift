import TestKit
import TestWorld
import Testing

@testable import Commands

@Suite struct UsageTests {
    @Test func help() throws {
        let sandbox = try Sandbox()
        var transcript = Transcript(sandbox)
        transcript.run("--help")
        for verb in [
            "init", "config", "locale", "locale add", "locale remove", "locale list", "string",
            "string add", "string edit", "string rename", "string remove", "list", "import",
            "template", "set", "unset", "get", "propose", "proposals", "accept", "reject",
            "delete", "comment", "endorse", "vouch", "flag", "todo", "diff", "conflicts", "revert",
            "log", "show", "status", "check", "export", "rebuild",
            "fsck", "review", "translate",
        ] { transcript.run("\(verb) --help") }
        assertGolden(transcript.text, "help.txt")
    }

    /// A script whose words were lost must not take the help for success.
    @Test(arguments: [[], ["-C", "."], ["locale"], ["-C", ".", "string"]])
    func wordsWithoutAVerbAreWrongUsage(words: [String]) throws {
        let result = try Sandbox().run(words)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(words.count % 2 == 0 ? "\nBEGIN:\n" : "\nSUBCOMMANDS:\n"))
        #expect(result.errors.hasSuffix("\n\nError: No subcommand was named.\n"))
    }

    @Test(arguments: [["help"], ["--help"], ["help", "locale"], ["locale", "--help"]])
    func helpThatIsAskedForIsNoError(words: [String]) throws {
        let result = try Sandbox().run(words)
        #expect(result.status == 0 && result.errors.isEmpty && !result.output.isEmpty)
    }

    @Test func wrongUsage() throws {
        let sandbox = try Sessions.project()
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "", "traduce", "set fr", "set", "accept", "reject abcd", "get fr a b",
                    "status --rev v1 --at 2026-01-01", "status --at yesterday",
                    "set fr greeting x --value y", "--format json status",
                ]), "usage.txt")
    }

    @Test func nothingHere() throws {
        let sandbox = try Sandbox()
        var transcript = Transcript(sandbox)
        transcript.run("status")
        transcript.run("status --format json")
        try sandbox.git("init", "-q", "empty")
        transcript.run("-C empty status")
        assertGolden(transcript.text, "nothing-here.txt")
    }
}
