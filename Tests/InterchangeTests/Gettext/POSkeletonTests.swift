import Foundation
import Interchange
import Testing
import Texts
import Translation

/// A PO file keeps the parts that are not messages.
struct POSkeletonTests {
    let format = GettextPO()

    private func written(
        _ entries: [ExportEntry], _ tag: String, _ skeleton: String?, isSource: Bool = false
    ) throws -> ExportResult {
        var options = options(isSource: isSource)
        options.skeletons["default"] = skeleton
        return try format.write(entries, language: try language(tag), options: options)
    }

    private func skeleton(_ text: String) throws -> String {
        try #require(try format.read(text: text).skeleton)
    }

    /// The template and the file that `msgmerge` made of it are restored exactly.
    @Test func filesOfGettextComeBackAsTheyWere() throws {
        let template = try Fixture.bytes("gettext/messages.pot")
        let source = try format.read(
            template, context: ReadContext(section: "default", isSource: true))
        let shape = SourceShape(
            values: Dictionary(
                uniqueKeysWithValues: source.entries.compactMap { entry in
                    entry.value.map { (entry.string, $0) }
                }))
        let bytes = try Fixture.bytes("gettext/de.po")
        let german = try format.read(
            bytes, context: ReadContext(section: "default", isSource: false, shape: shape))
        let entries = try zip(source.entries, german.entries).map { source, german in
            exported(
                source.string.key, try #require(source.value), german.value,
                details: source.details, text: german.textDetails)
        }
        let result = try written(entries, "de", german.skeleton)
        #expect(result.text == String(decoding: bytes, as: UTF8.self))

        let sources = entries.map { entry in
            exported(entry.string.key, entry.source, entry.source, details: entry.details)
        }
        let again = try written(sources, "en", source.skeleton, isSource: true)
        let read = try format.read(
            Array(again.text.utf8), context: ReadContext(section: "default", isSource: true))
        #expect(read.skeleton == source.skeleton)
        #expect(again.text.hasPrefix("# SOME DESCRIPTIVE TITLE"))
    }

    @Test func anExportOfItsOwnSaysNothing() throws {
        let entries = [exported("Open", Value("Open"), Value("Ouvrir"))]
        let result = try written(entries, "fr", nil)
        #expect(try skeleton(result.text) == "")
        #expect(try written(entries, "fr", "").text == result.text)
    }

    @Test func fieldsStayInTheirOrder() throws {
        let text = """
            # Translators:
            #
            # Zoë, 2026
            msgid ""
            msgstr ""
            "Project-Id-Version: app\\n"
            "Report-Msgid-Bugs-To: \\n"
            "Last-Translator: Zoë <zoe@example.org>\\n"
            "Language: de\\n"
            "MIME-Version: 1.0\\n"
            "Content-Type: text/plain; charset=UTF-8\\n"
            "Content-Transfer-Encoding: 8bit\\n"
            "Plural-Forms: nplurals=2; plural=(n != 1);\\n"
            "X-Generator: Poedit 3.4\\n"
            "not a field\\n"

            msgid "Open"
            msgstr "Ouvrir"

            # A verb.
            #, fuzzy
            #~| msgctxt "old"
            #~| msgid "Closes"
            #~ msgctxt "menu"
            #~ msgid "Close"
            #~ msgid_plural "Close all"
            #~ msgstr[0] ""
            #~ "Fer"
            #~ "mer"
            #~ msgstr[1] "Tout fermer"

            """
        let kept = try skeleton(text)
        let result = try written([exported("Open", Value("Open"), Value("Ouvrir"))], "de", kept)
        let folded = "msgstr[0] \"\"\n#~ \"Fer\"\n#~ \"mer\""
        #expect(result.text == text.replacing(folded, with: "msgstr[0] \"Fermer\""))
        #expect(try skeleton(result.text) == kept)
    }

    /// gettext's tools refuse duplicate messages.
    @Test func anObsoleteMessageThatIsThereAgainIsLeftOut() throws {
        let kept = "#~ msgid \"Open\"\n#~ msgstr \"Auf\"\n\n#~ msgid \"Shut\"\n#~ msgstr \"Zu\"\n"
        let result = try written([exported("Open", Value("Open"), nil)], "de", kept)
        #expect(
            result.text.hasSuffix(
                "\nmsgid \"Open\"\nmsgstr \"\"\n\n#~ msgid \"Shut\"\n#~ msgstr \"Zu\"\n"))
        #expect(try skeleton(kept) == kept)
    }

    @Test func newDatesAloneAreIncidental() throws {
        func file(_ date: String, _ name: String, _ rest: String = "") throws -> String {
            try skeleton(
                "msgid \"\"\nmsgstr \"PO-Revision-Date: \(date)\\nLast-Translator: \(name)\\n\"\n"
                    + rest)
        }
        let known = try file("2026-01-01", "Ines")
        #expect(format.traits.skeletons.isIncidental(try file("2026-01-02", "Ines"), after: known))
        #expect(!format.traits.skeletons.isIncidental(try file("2026-01-02", "Zoë"), after: known))
        #expect(
            !format.traits.skeletons.isIncidental(
                try file("2026-01-01", "Ines", "#~ msgid \"a\"\n#~ msgstr \"b\"\n"), after: known))
        #expect(format.traits.skeletons.isIncidental(try file("2026-01-01", ""), after: ""))
    }

    /// A log can contain data that no file could have had.
    @Test func whatIsNoFileIsLeftOutWithANotice() throws {
        let entries = [exported("Open", Value("Open"), Value("Ouvrir"))]
        let result = try written(entries, "fr", "Last-Translator: Zoë")
        #expect(result.text == (try written(entries, "fr", nil)).text)
        #expect(
            result.notices == [
                "The stored header and obsolete messages of messages in fr are not valid PO, and are left out."
            ])
        // Messages that are not obsolete are ignored in it.
        let more = try written(entries, "fr", "msgid \"x\"\nmsgstr \"y\"\n")
        #expect(more.text == result.text && more.notices.isEmpty)
    }

    @Test(arguments: [
        "#~ msgid \"a\"\nmsgstr \"b\"\n", "msgid \"a\"\n#~ msgstr \"b\"\n", "#~ msgid \"a\"\n",
        "#~ msgid \"a\"\n#~ msgstr \"b\"\n#~ \"c\nmsgid \"d\"\nmsgstr \"\"\n", "#~ open\n",
    ])
    func refusesMessagesThatAreObsoleteInPart(text: String) {
        #expect(throws: InterchangeError.self) { try format.read(text: text) }
    }
}
