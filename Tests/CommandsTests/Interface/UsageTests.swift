import ArgumentParser
import TestKit
import TestWorld
import Testing

@testable import Commands

@Suite struct UsageTests {
    /// The command-line reference equals the program's own help.
    @Test func help() throws {
        let sandbox = try Sandbox()
        var contents = ""
        var sections = ""
        for group in Dragoman.configuration.groupedSubcommands {
            let verbs = group.subcommands.filter { $0.configuration.shouldDisplay }
            let name = group.name.prefix(1) + group.name.dropFirst().lowercased()
            let links = verbs.compactMap { $0.configuration.commandName }.map {
                "[\($0)](#dragoman-\($0))"
            }
            contents += "- **\(name)**: \(links.joined(separator: " · "))\n"
            sections += try verbs.map { try Self.help(of: $0, in: sandbox) }.joined()
        }
        let page = """
            # The command line

            Look up any command here, with its arguments and options. The page is the program's own help, as \
            `dragoman help COMMAND` prints it. Man pages have the same words, and examples.

            \(contents)\(sections)
            """
        assertPage(page, "docs/guide/cli.md")
    }

    /// Returns the sections of a command and of those below it.
    private static func help(
        of command: any ParsableCommand.Type, in sandbox: Sandbox, below parent: String = ""
    ) throws -> String {
        let name = parent + (try #require(command.configuration.commandName))
        let result = sandbox.run(Transcript.words("\(name) --help"))
        #expect(result.status == 0)
        let text = result.output.split(separator: "\n", omittingEmptySubsequences: false)
            .reversed().drop { $0.isEmpty }.reversed().joined(separator: "\n")
        let below = try command.configuration.subcommands.map {
            try help(of: $0, in: sandbox, below: name + " ")
        }
        return "\n## dragoman \(name)\n\n```text\n\(text)\n```\n" + below.joined()
    }

    /// A script that lost its arguments must not mistake the help for success.
    @Test(arguments: [["-C", "."], ["locale"], ["-C", ".", "string"]])
    func wordsWithoutAVerbAreWrongUsage(words: [String]) throws {
        let result = try Sandbox().run(words)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(words.count % 2 == 0 ? "\nBEGIN:\n" : "\nSUBCOMMANDS:\n"))
        #expect(result.errors.hasSuffix("\n\nError: Missing subcommand.\n"))
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

    @Test func argumentsThatAreNotUTF8AreRefused() throws {
        let sandbox = try Sessions.project()
        let before = try sandbox.git("rev-list", "--count", "translations", in: "app")
        let terminal = RecordingTerminal()
        let status = CommandLineTool.run(
            bytes: [Array("set".utf8), Array("fr".utf8), Array("greeting".utf8), [0x61, 0xFF]],
            in: Session(host: sandbox.host(in: "app"), terminal: terminal))
        #expect(status == 2)
        #expect(
            terminal.errors.hasPrefix(
                "refused: Argument 4 is not valid UTF-8: “a\u{FFFD}”.\nhint: "))
        #expect(try sandbox.git("rev-list", "--count", "translations", in: "app") == before)
        let plain = RecordingTerminal()
        let read = CommandLineTool.run(
            bytes: ["get", "fr", "greeting"].map { Array($0.utf8) },
            in: Session(host: sandbox.host(in: "app"), terminal: plain))
        #expect(read == 0)
        #expect(plain.output == Array("Bonjour\n".utf8))
    }

    @Test(arguments: ["gte", "help gte", "-C . gte"])
    func aCommandThatIsNotThereIsNamed(line: String) throws {
        let result = try Sessions.project().run(Transcript.words(line), in: "app")
        #expect(result.status == 64)
        #expect(
            result.errors.hasPrefix("Error: Unknown command “gte”. Nearest: get."), "\(result)")
        #expect(result.output.isEmpty)
    }

    @Test func aDirectoryThatIsNotThereIsNamed() throws {
        let sandbox = try Sessions.project()
        let result = sandbox.run(Transcript.words("-C nowhere status"), in: "app")
        #expect(
            result.errors.hasPrefix("refused: There is no directory $SANDBOX/app/nowhere."),
            "\(result)")
        try sandbox.write("", to: "app/file")
        let export = sandbox.run(Transcript.words("export --format po -o file"), in: "app")
        #expect(export.errors.contains("is a file, not a directory."), "\(export)")
    }
}
