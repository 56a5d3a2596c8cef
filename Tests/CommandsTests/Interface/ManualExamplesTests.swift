import ArgumentParser
import TestWorld
import Testing

@testable import Commands

/// The examples in the manual pages are valid commands.
@Suite struct ManualExamplesTests {
    @Test func allAreCommands() throws {
        for (verb, examples) in ManualExamples.all {
            for (line, text) in examples {
                #expect(line == verb || line.hasPrefix(verb + " "), "\(line)")
                #expect(text.hasSuffix("."), "\(text)")
                #expect(
                    throws: Never.self, "\(line)",
                    performing: { try Dragoman.parse(words: Transcript.words(line)) as? any Verb })
            }
        }
    }

    @Test func allVerbsHaveSome() throws {
        let sandbox = try Sandbox()
        for page in ManualPage.all(date: "") where page.text.contains("EXIT STATUS") {
            let hasVerbs = page.text.contains(".SH \"VERBS\"")
            #expect(page.text.contains(".SH \"EXAMPLES\"") == !hasVerbs, "\(page.name)")
        }
        let page = sandbox.run(["manual", "check"]).output
        #expect(page.contains("\\fBdragoman check \\-\\-require fr,de\\fR"), "\(page)")
    }

    @Test func theSmallerThingsOfHelp() throws {
        let sandbox = try Sandbox()
        let help = sandbox.run(["--help"]).output
        #expect(help.contains("\n\nBEGIN:\n  init "), "\(help)")
        #expect(!help.contains(" SUBCOMMANDS:"))
        #expect(help.contains("\n  receive "))
        let config = sandbox.run(["config", "--help"]).output
        #expect(config.contains("export-profiles:"), "\(config)")
    }
}
