import Foundation
import TestWorld
import Testing

/// Strings that return get their old translations back.
@Suite struct ReturningStringTests {
    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add de fr"])
        return sandbox
    }

    @discardableResult
    private func run(_ line: String, in sandbox: Sandbox) -> Sandbox.Result {
        sandbox.run(Transcript.words(line), in: "app")
    }

    private func json(_ texts: [String: String]) -> String {
        let members = texts.sorted { $0.key < $1.key }.map { "\"\($0)\": \"\($1)\"" }
        return "{" + members.joined(separator: ", ") + "}"
    }

    private func strings(_ texts: [String: String]) -> String {
        texts.sorted { $0.key < $1.key }.map { "\"\($0)\" = \"\($1)\";\n" }.joined()
    }

    // MARK: Under their own key

    @Test(arguments: [true, false])
    func aStringThatComesBackMeetsItsTranslation(isJSON: Bool) throws {
        let sandbox = try project()
        let (english, german) =
            isJSON ? ("en.json", "de.json") : ("en.lproj/a.strings", "de.lproj/a.strings")
        let file = isJSON ? json : strings
        let key = isJSON ? "save" : "a:save"
        try sandbox.write(file(["save": "Save", "open": "Open"]), to: "app/\(english)")
        try sandbox.write(file(["save": "Sichern"]), to: "app/\(german)")
        run("import \(english) \(german)", in: sandbox)
        try sandbox.write(file(["open": "Open"]), to: "app/\(english)")
        #expect(run("import --prune \(english)", in: sandbox).status == 0)
        #expect(run("get de \(key)", in: sandbox).status != 0)
        try sandbox.write(file(["save": "Save", "open": "Open"]), to: "app/\(english)")
        let result = run("import \(english)", in: sandbox)
        #expect(!result.errors.contains("renamed"), "\(result)")
        #expect(run("get de \(key)", in: sandbox).output == "Sichern\n")
    }

    // MARK: Under another key

    private func renamed() throws -> Sandbox {
        let sandbox = try project()
        try sandbox.write(json(["a": "Save", "b": "Close", "c": "Save"]), to: "app/en.json")
        try sandbox.write(json(["a": "Sichern", "b": "Schließen"]), to: "app/de.json")
        run("import en.json de.json", in: sandbox)
        run("propose fr a Enregistrer", in: sandbox)
        try sandbox.write(json(["aa": "Save", "b": "Close", "c": "Save"]), to: "app/en.json")
        return sandbox
    }

    @Test func aStringUnderANewKeyIsReported() throws {
        let sandbox = try renamed()
        let result = run("import --dry-run en.json", in: sandbox)
        #expect(
            result.errors == """
                renamed? a → aa
                hint: If so, import with --renames to move the translations to the new keys.
                Would import: 1 defined, 2 unchanged.

                """)
        let report = run("import --format json en.json", in: sandbox).output
        #expect(
            report.contains(#""old": "a","#) && report.contains(#""new": "aa""#), "\(report)")
        #expect(run("get de aa", in: sandbox).status != 0, "nothing moves unasked")
        // The new key is known now, so the import no longer asks.
        #expect(!run("import en.json", in: sandbox).errors.contains("renamed"))
    }

    @Test(arguments: ["", " --prune"])
    func renamesTakeTranslationsAndProposalsAlong(option: String) throws {
        let sandbox = try renamed()
        try sandbox.write(json(["aa": "Sichern!", "b": "Schließen"]), to: "app/de.json")
        let dry = run("import --renames\(option) --dry-run en.json de.json", in: sandbox)
        #expect(dry.errors.hasPrefix("would rename: a → aa\n"), "\(dry)")
        let first = run("import --renames\(option) en.json", in: sandbox)
        #expect(first.errors == "renamed: a → aa\nImported: 3 unchanged.\n")
        #expect(run("get de aa", in: sandbox).output == "Sichern\n")
        #expect(run("get de a", in: sandbox).status != 0)
        #expect(run("proposals --locale fr", in: sandbox).output.contains("Enregistrer"))
        // The file's text is newer than the one that was moved.
        let second = run("import de.json", in: sandbox)
        #expect(second.errors == "Imported: 1 set, 1 unchanged.\n")
        #expect(run("fsck", in: sandbox).status == 0)
    }

    @Test func aRemovedStringComesBackUnderAnotherKey() throws {
        let sandbox = try renamed()
        run("import --prune en.json", in: sandbox)
        try sandbox.write(json(["aa": "Save", "c": "Save"]), to: "app/en.json")
        run("import --prune en.json", in: sandbox)
        try sandbox.write(json(["aa": "Save", "c": "Save", "y": "Close"]), to: "app/en.json")
        let result = run("import --renames en.json", in: sandbox)
        #expect(result.errors.hasPrefix("renamed: b → y\n"), "\(result)")
        #expect(run("get de y", in: sandbox).output == "Schließen\n")
        // A renamed string leaves nothing behind that could come back.
        run("string add z Close", in: sandbox)
        try sandbox.write(json(["y": "Close", "z": "Close", "q": "Close"]), to: "app/en.json")
        #expect(!run("import --dry-run en.json", in: sandbox).errors.contains("renamed"))
    }

    @Test func aTextInAnotherSectionOrStillInTheFileIsNoRename() throws {
        let sandbox = try renamed()
        try sandbox.write(json(["k": "Save"]), to: "app/other.json")
        let other = run("import -s other -l en other.json", in: sandbox)
        #expect(other.errors == "Imported: 1 defined.\n")
        let texts = ["a": "Save", "b": "Close", "c": "Save", "aa": "Save", "y": ""]
        try sandbox.write(json(texts), to: "app/en.json")
        #expect(!run("import en.json", in: sandbox).errors.contains("renamed"))
    }

    @Test func renamesAndAnIdempotencyKeyAreRefused() throws {
        let sandbox = try renamed()
        let result = run("import --renames --idempotency-key k en.json", in: sandbox)
        #expect(result.status != 0 && result.errors.contains("idempotency key"), "\(result)")
    }

    // MARK: Obsolete messages

    private static func template(_ ids: [String]) -> String {
        ids.map { "msgid \"\($0)\"\nmsgstr \"\"\n\n" }.joined()
    }

    private static let german = """
        msgid ""
        msgstr ""
        "Language: de\\n"
        "Content-Type: text/plain; charset=UTF-8\\n"

        msgid "Save"
        msgstr "Sichern"

        #~ msgid "Search"
        #~ msgstr "Suchen"

        #, fuzzy
        #~ msgid "Filter"
        #~ msgstr "Filtern"

        #~ msgctxt "menu"
        #~ msgid "Edit"
        #~ msgstr "Bearbeiten"

        #~ msgid "%d file"
        #~ msgid_plural "%d files"
        #~ msgstr[0] "%d Datei"
        #~ msgstr[1] "%d Dateien"

        """

    private func returning(_ sandbox: Sandbox) throws {
        let more = """
            msgctxt "menu"
            msgid "Edit"
            msgstr ""

            msgid "%d file"
            msgid_plural "%d files"
            msgstr[0] ""
            msgstr[1] ""

            """
        try sandbox.write(
            Self.template(["Save", "Search", "Filter"]) + more, to: "app/messages.pot")
    }

    @Test(arguments: [true, false])
    func obsoleteMessagesAreRevived(isTogether: Bool) throws {
        let sandbox = try project()
        try sandbox.write(Self.german, to: "app/de.po")
        if !isTogether {
            try sandbox.write(Self.template(["Save"]), to: "app/messages.pot")
            run("import messages.pot", in: sandbox)
            run("import de.po", in: sandbox)
        }
        try returning(sandbox)
        let files = isTogether ? "messages.pot de.po" : "messages.pot"
        let result = run("import \(files)", in: sandbox)
        let note = "The text comes from an obsolete entry of the PO file."
        #expect(result.errors.contains("note: 4 strings (") && result.errors.contains(note))
        #expect(run("get de Search", in: sandbox).output == "Suchen\n")
        #expect(run("list de --state flagged", in: sandbox).output.contains("Filtern"))
        let exported = run("export --format po -l de -o -", in: sandbox).output
        #expect(exported.components(of: "msgid \"Search\"") == 1, "\(exported)")
        #expect(!exported.contains("#~ msgid \"Search\""))
        #expect(exported.contains("msgstr \"Bearbeiten\"") && exported.contains("\"%d Dateien\""))
        #expect(run("import \(files)", in: sandbox).errors.contains("revived") == false)
    }

    @Test func aTextThatWasTakenOutIsNotRevived() throws {
        let sandbox = try project()
        try sandbox.write(Self.german, to: "app/de.po")
        try returning(sandbox)
        run("import messages.pot de.po", in: sandbox)
        run("unset de Search", in: sandbox)
        run("import messages.pot de.po", in: sandbox)
        #expect(run("get de Search", in: sandbox).status != 0)
        // A file with only the obsolete message does not lack the text.
        run("import --prune de.po", in: sandbox)
        #expect(run("list de --state flagged", in: sandbox).output.contains("Filtern"))
    }
}

extension String {
    /// Returns the number of occurrences of a part.
    fileprivate func components(of part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let range = rest.range(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
