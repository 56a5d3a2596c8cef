import TestWorld
import Testing

/// Each command that checks texts respects the flags of gettext files.
struct GettextFlagTests {
    private static let template = """
        msgid ""
        msgstr "Content-Type: text/plain; charset=UTF-8\\n"

        #, c-format
        msgid "%s: no {name}"
        msgstr ""

        #, no-c-format
        msgid "Type %d"
        msgstr ""

        #, kde-format
        msgid "Page %2"
        msgstr ""

        #, python-brace-format
        msgid "Press {Tab}"
        msgstr ""

        """

    private static let german = """
        msgid ""
        msgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"

        msgid "%s: no {name}"
        msgstr "%s: kein {Name}"

        msgid "Type %d"
        msgstr "Tippe %t"

        msgid "Page %2"
        msgstr "Seite"

        msgid "Press {Tab}"
        msgstr "Drücke {Tabulator}"

        """

    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add de"])
        try sandbox.write(Self.template, to: "app/messages.pot")
        try sandbox.write(Self.german, to: "app/de.po")
        Sessions.prepare(sandbox, ["import messages.pot de.po"])
        return sandbox
    }

    /// Returns the keys of the strings with findings.
    private static func keys(in result: Sandbox.Result) -> [String] {
        ["%s: no {name}", "Type %d", "Page %2", "Press {Tab}"].filter(result.output.contains)
    }

    @Test func checkHeedsThem() throws {
        let sandbox = try project()
        let check = ["check", "de", "--check", "placeholders"]
        #expect(Self.keys(in: sandbox.run(check, in: "app")) == ["Page %2", "Press {Tab}"])
        let errors = sandbox.run(check + ["--errors"], in: "app")
        #expect(Self.keys(in: errors) == ["Page %2", "Press {Tab}"])

        // A new template has other flags.
        let other = Self.template.replacing("python-brace-format", with: "no-python-brace-format")
            .replacing("no-c-format", with: "c-format")
        try sandbox.write(other, to: "app/messages.pot")
        Sessions.prepare(sandbox, ["import messages.pot"])
        #expect(Self.keys(in: sandbox.run(check, in: "app")) == ["Type %d", "Page %2"])
    }

    @Test func writesHeedThem() throws {
        let sandbox = try project()
        func run(_ words: String...) -> Sandbox.Result { sandbox.run(words, in: "app") }
        #expect(run("set", "de", "%s: no {name}", "%s: kein {Wort}", "--strict").status == 0)
        #expect(run("set", "de", "Type %d", "Gib %t ein", "--strict").status == 0)
        let set = run("set", "de", "Page %2", "Blatt", "--strict")
        #expect(set.status != 0 && set.errors.contains("%2"), "\(set)")
        let proposed = run("propose", "de", "Press {Tab}", "{Tabulator}")
        #expect(proposed.errors.contains("{Tab}"), "\(proposed)")
        let accepted = run("accept", "--locale", "de", "--all", "--yes")
        #expect(accepted.status != 0 && accepted.errors.contains("{Tab}"), "\(accepted)")
    }

    /// Editing the source text, or accepting a proposal for it, keeps the flags.
    @Test func changesOfTheSourceTextKeepThem() throws {
        let sandbox = try project()
        func run(_ words: String...) -> Sandbox.Result { sandbox.run(words, in: "app") }
        #expect(run("string", "edit", "Type %d", "Enter %d").status == 0)
        #expect(run("set", "de", "Type %d", "Gib %t ein", "--strict").status == 0)
        #expect(run("propose", "en", "Type %d", "Please type %d").status == 0)
        #expect(run("accept", "--locale", "en", "--all", "--yes").status == 0)
        #expect(run("get", "en", "Type %d").output == "Please type %d\n")
        #expect(run("set", "de", "Type %d", "Bitte %t", "--strict").status == 0)
        #expect(run("rebuild").status == 0)
        #expect(run("check", "de", "--check", "placeholders", "--errors").output.contains("Page"))
        #expect(!run("check", "de", "--check", "placeholders").output.contains("Type %d"))
    }

    /// A suggestion from the memory is dropped if a check finds an error.
    @Test func suggestionsHeedThem() throws {
        let sandbox = try project()
        Sessions.prepare(
            sandbox,
            [
                "string add -s other page 'Page %2'", "string add -s other again 'Page %2'",
                "set de other:page Seite", "unset de 'Page %2'", "suggest de",
            ])
        let proposals = sandbox.run(["proposals"], in: "app").output
        #expect(proposals.contains("other:again"), "\(proposals)")
        #expect(!proposals.contains("Page %2"), "\(proposals)")
    }
}
