import Foundation
import TestWorld
import Testing

/// A gettext file keeps its header and its obsolete messages.
@Suite struct GettextFileTests {
    private static let template = "msgid \"Open\"\nmsgstr \"\"\n\nmsgid \"Close\"\nmsgstr \"\"\n"

    private static func french(
        date: String = "2026-01-01", translator: String = "Zoë <zoe@example.org>",
        open: String = "Ouvrir"
    ) -> String {
        """
        # French of the app.
        # Zoë, 2026
        msgid ""
        msgstr ""
        "Project-Id-Version: app 2\\n"
        "PO-Revision-Date: \(date)\\n"
        "Last-Translator: \(translator)\\n"
        "Language: fr\\n"
        "Content-Type: text/plain; charset=UTF-8\\n"
        "X-Generator: Poedit 3.4\\n"

        msgid "Open"
        msgstr "\(open)"

        msgid "Close"
        msgstr ""

        #~ msgid "Gone"
        #~ msgstr "Parti"

        """
    }

    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add fr"])
        try sandbox.write(Self.template, to: "app/messages.pot")
        #expect(sandbox.run(["import", "messages.pot"], in: "app").status == 0)
        return sandbox
    }

    private func importing(_ text: String, _ sandbox: Sandbox, _ more: String...) throws
        -> Sandbox.Result
    {
        try sandbox.write(text, to: "app/fr.po")
        return sandbox.run(["import", "fr.po", "--format", "json"] + more, in: "app")
    }

    private func exported(_ sandbox: Sandbox, at revision: String? = nil) -> String {
        let words = ["export", "--format", "po", "-l", "fr", "-o", "-"]
        let state = revision.map { ["--rev", $0] } ?? []
        return sandbox.run(words + state, in: "app").output
    }

    @Test func headersAndObsoleteMessagesComeBack() throws {
        let sandbox = try project()
        #expect(try importing(Self.french(), sandbox).status == 0)
        let text = exported(sandbox)
        #expect(text.hasPrefix("# French of the app.\n# Zoë, 2026\nmsgid \"\"\n"))
        for line in [
            "Project-Id-Version: app 2", "PO-Revision-Date: 2026-01-01",
            "Last-Translator: Zoë <zoe@example.org>", "X-Generator: Poedit 3.4",
        ] {
            #expect(text.contains("\"\(line)\\n\"\n"), "\(text)")
        }
        #expect(text.hasSuffix("\n#~ msgid \"Gone\"\n#~ msgstr \"Parti\"\n"))

        // Importing the exported or the imported file again changes nothing.
        for same in [text, Self.french()] {
            #expect(try !importing(same, sandbox).output.contains("\"commit\""))
        }
        #expect(exported(sandbox) == text)
        let log = sandbox.run(["log", "--type", "resource.defined", "-n", "1"], in: "app").output
        #expect(
            log.contains("resource.defined fr default\n    po\n    kept for the file: "),
            "\(log)")
    }

    @Test func aDateIsKeptWithTheNextChange() throws {
        let sandbox = try project()
        #expect(try importing(Self.french(), sandbox).status == 0)
        let dated = Self.french(date: "2026-02-02")
        #expect(try !importing(dated, sandbox).output.contains("\"commit\""))
        #expect(exported(sandbox).contains("2026-01-01"))
        let changed = Self.french(date: "2026-02-02", open: "Ouvre")
        #expect(try importing(changed, sandbox).output.contains("\"commit\""))
        #expect(exported(sandbox).contains("2026-02-02"))
        // Another name is a change by itself, and so is an empty header.
        let signed = Self.french(date: "2026-02-02", translator: "Ines", open: "Ouvre")
        #expect(try importing(signed, sandbox).output.contains("\"commit\""))
        #expect(exported(sandbox).contains("Last-Translator: Ines"))
        #expect(exported(sandbox, at: "HEAD~1").contains("Last-Translator: Zoë"))
        let bare = "msgid \"Open\"\nmsgstr \"Ouvre\"\n"
        #expect(try importing(bare, sandbox).output.contains("\"commit\""))
        #expect(!exported(sandbox).contains("Ines") && !exported(sandbox).contains("#~"))
        // An undo restores the file.
        #expect(sandbox.run(["undo", "--yes"], in: "app").status == 0)
        #expect(exported(sandbox).contains("Last-Translator: Ines"))
    }

    /// The domain in the path is the section, even for languages that the project lacks.
    @Test func aTreeOfDomainsIsImportedAtOnce() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        for (language, text) in [("en", ""), ("af", "Maak oop"), ("ar", "افتح")] {
            for domain in ["django", "djangojs"] {
                try sandbox.write(
                    """
                    msgid ""
                    msgstr "Language: \(language)\\nContent-Type: text/plain; charset=UTF-8\\n"

                    msgid "Open \(domain)"
                    msgstr "\(text)"

                    """, to: "app/locale/\(language)/LC_MESSAGES/\(domain).po")
            }
        }
        let result = sandbox.run(["import", "--add-locales", "locale"], in: "app")
        #expect(result.errors.hasSuffix("\nImported: 2 defined, 4 set.\n"), "\(result)")
        #expect(
            sandbox.run(["get", "ar", "djangojs:Open djangojs"], in: "app").output == "افتح\n")
    }

    /// A notice that applies to many files is printed once.
    @Test func whatFilesHaveInCommonIsSaidOnce() throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, ["locale add de ar"])
        for language in ["fr", "de", "ar"] {
            try sandbox.write(
                """
                msgid ""
                msgstr "Language: \(language)\\nContent-Type: text/plain; charset=UTF-8\\n"

                #, c-format
                msgid "Open"
                msgstr "\(language)"

                msgid "Shut"
                msgstr "\(language)"

                """, to: "app/po/\(language).po")
        }
        let result = sandbox.run(["import", "po"], in: "app")
        #expect(
            result.errors == """
                note: po/ar.po and 2 more: Flags such as c-format come from the template, so those in translated files are not imported.
                skipped in 3 files: Shut: This string does not exist in the source language.
                Imported: 3 set, 3 skipped.

                """, "\(result)")
    }

    /// Importing proposals records nothing about the file.
    @Test func proposalsLeaveTheFile() throws {
        let sandbox = try project()
        let answer = try importing(
            Self.french(), sandbox, "--as-proposals")
        #expect(answer.status == 0)
        #expect(!exported(sandbox).contains("Zoë"))
    }

    /// A translator's table is a different file.
    @Test func anotherFormatLeavesTheFile() throws {
        let sandbox = try project()
        #expect(try importing(Self.french(), sandbox).status == 0)
        let text = exported(sandbox)
        let table = sandbox.run(["export", "--format", "csv", "-l", "fr", "-o", "-"], in: "app")
            .output
        try sandbox.write(table.replacing("Ouvrir", with: "Ouvre"), to: "app/fr.csv")
        #expect(sandbox.run(["import", "fr.csv", "-l", "fr"], in: "app").status == 0)
        #expect(exported(sandbox) == text.replacing("Ouvrir", with: "Ouvre"))
    }
}
