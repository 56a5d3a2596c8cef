import Interchange
import JSON
import Testing
import Texts
import Translation

struct POReadingTests {
    let format = GettextPO()

    @Test func readsATemplateOfXgettext() throws {
        let file = try format.read(
            try Fixture.bytes("gettext/messages.pot"),
            context: ReadContext(section: "default", isSource: true))
        #expect(file.language == nil)
        #expect(
            file.entries.map(\.string.key) == [
                "Hello, %s!", "%d file removed", "menu\u{4}Open",
                "A tab\t, a \"quote\", a backslash \\ and\na second line that goes on and on, so that the line must be broken somewhere\n",
                "Unused \u{7}\u{8}\u{C}\u{B}\r",
            ])
        #expect(file.entries[0].value == Value("Hello, %s!"))
        #expect(
            file.entries[1].value
                == (try forms(["one": "%d file removed", "other": "%d files removed"])))
        #expect(file.entries[2].value == Value("Open"))
        let details = file.entries[0].details
        #expect(details.comment == "TRANSLATORS: greets the person who\nsigned in")
        #expect(details.references == ["a.c:4"])
        #expect(details.meta?["flags"] == ["c-format"])
        #expect(file.entries[0].line == 25)
    }

    @Test(arguments: ["gettext/de.po", "gettext/de-latin1.po"])
    func readsWhatMsgmergeMade(path: String) throws {
        let file = try format.read(
            try Fixture.bytes(path), context: ReadContext(section: "default", isSource: false))
        #expect(file.language == "de")
        #expect(
            file.entries.map(\.value) == [
                Value("Hallo, %s!"),
                try forms(["one": "%d Datei entfernt", "other": "%d Dateien entfernt"]),
                Value("Öffnen"), nil, nil,
            ])
        #expect(file.entries.map(\.textDetails.needsWork) == [false, true, false, nil, nil])
        #expect(file.entries[0].textDetails.meta?["comments"] == ["informal"])
        #expect(
            file.entries[1].textDetails.meta?["previous"] == [
                "msgid \"%d file was removed\"", "msgid_plural \"%d files were removed\"",
            ])
        #expect(file.notices == [])
        #expect(file.skeleton?.contains("X-Team") == true)
        #expect(file.skeleton?.contains("#~ msgid") == true)
    }

    @Test func readsAHeaderWithEndsOfLinesOfWindows() throws {
        let header = #"Language: pl\r\nPlural-Forms: nplurals=1; plural=0;\r\n"#
        let text = "msgid \"\"\r\nmsgstr \"\(header)\"\r\n\r\nmsgid \"a\"\r\nmsgstr \"b\"\r\n"
        let file = try format.read(
            Array(text.utf8), context: ReadContext(section: "default", isSource: false))
        #expect(file.language == "pl" && file.entries.map(\.value) == [Value("b")])
    }

    @Test func convertsOldCharacterSets() throws {
        func file(_ set: String, _ bytes: [UInt8]) -> [UInt8] {
            Array(
                "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=\(set)\\n\"\nmsgid \"a\"\nmsgstr \""
                    .utf8)
                + bytes + Array("\"\n".utf8)
        }
        let context = ReadContext(section: "default", isSource: false)
        // The second byte of this katakana is a backslash.
        let japanese = try format.read(file("Shift_JIS", [0x83, 0x5C]), context: context)
        #expect(japanese.entries.first?.value == Value("ソ"))
        let russian = try format.read(file("KOI8-R", [0xC1]), context: context)
        #expect(russian.entries.first?.value == Value("а"))
        for bytes in [file("no-such", [0x61]), file("UTF-8", [0xC1]), file("EUC-JP", [0xFF])] {
            #expect(throws: InterchangeError.self) { try format.read(bytes, context: context) }
        }
        let marked = [0xEF, 0xBB, 0xBF] + file("UTF-8", [0x62])
        #expect(try format.read(marked, context: context).entries.first?.value == Value("b"))
        let wide = [0xFF, 0xFE, 0x6D, 0x00] as [UInt8]
        #expect(throws: InterchangeError.self) { try format.read(wide, context: context) }
    }

    @Test func readsEscapesAndTokensAsGettextDoes() throws {
        let file = try format.read(
            text:
                "msgctxt \"\" msgid \"a\" \"\\x41\\102\"\r\n\tmsgstr\r\n\"\\303\\251\\\\n\"\r\n#~ msgid \"o\"\r\n#~ msgstr \"p\"\r\n"
        )
        #expect(file.entries.map(\.string.key) == ["\u{4}aAB"])
        #expect(file.entries.first?.value == Value("é\\n"))
        let places = try format.read(
            text: "#: a.c:1 \u{2068}b c.c\u{2069}:2\n#: d\nmsgid \"x\"\nmsgstr \"\"\n",
            isSource: true)
        #expect(places.entries.first?.details.references == ["a.c:1", "b c.c:2", "d"])
    }

    @Test func saysWhichFormsItCouldNotTake() throws {
        let file = try format.read(
            text: """
                msgid ""
                msgstr "Language: ru\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"

                msgid "f"
                msgid_plural "fs"
                msgstr[0] "файл"
                msgstr[1] ""
                """)
        #expect(file.entries.first?.value == (try forms(["one": "файл"])))
        #expect(
            file.notices.map(\.message) == [
                "The file's 2 plural forms are read as “one”, “other”; ru has “one”, “few”, “many”.",
                "The plural form 1 is empty.",
            ])
    }

    @Test func takesTheArgumentOfTheSource() throws {
        let source = try #require(plural(["one": "f", "other": "fs"], argument: "n"))
        let file = try format.read(
            text: "msgid \"f\"\nmsgid_plural \"fs\"\nmsgstr[0] \"D\"\nmsgstr[1] \"Ds\"\n",
            sources: [exported("f", source, nil)], language: "de")
        #expect(file.entries.first?.value == plural(["one": "D", "other": "Ds"], argument: "n"))
    }

    @Test(arguments: [
        ("msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"c\"\n", 4, nil),
        ("msgid \"a\"\nmsgstr \"b", 2, 10), ("msgid \"a\"\n", 2, 1),
        ("msgid \"a\nmsgstr \"\"", 1, 9),
        ("msgid \"a\"\nmsgid \"b\"\n", 2, nil), ("msgstr \"a\"\n", 1, nil), ("\"a\"\n", 1, 1),
        ("domain \"x\"\n", 1, 1), ("msgfoo \"x\"\n", 1, 1), ("msgid \"\\q\"\nmsgstr \"\"", 1, 9),
        ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr \"c\"\n", 3, nil),
        ("msgid \"a\"\nmsgstr[0] \"c\"\n", 2, nil),
        ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[1] \"c\"\n", 3, nil),
        ("msgid \"\\377\"\nmsgstr \"\"\n", 1, 7), ("msgid\n", 2, 1), ("{}", 1, 1),
        ("msgid \"a\"\nmsgstr \"b\"\nmsgstr \"c\"\n", 3, nil),
    ])
    func saysWhereAFaultIs(text: String, line: Int, column: Int?) {
        let error = #expect(throws: InterchangeError.self) { try format.read(text: text) }
        #expect(error?.line == line)
        if let column { #expect(error?.column == column) }
        #expect(error?.hint.typed.isEmpty == false)
    }

    @Test func readsLongTextsInLinearTime() throws {
        let text = String(repeating: "word \\\"x\\\" ", count: 200_000)
        let file = try format.read(text: "msgid \"a\"\nmsgstr \"\(text)\"\n")
        #expect(file.entries.first?.value?.plainText?.utf8.count == 9 * 200_000)
    }

    @Test(arguments: [
        ("locale/pt_BR/LC_MESSAGES/django.po", "pt_BR", "django"),
        ("locale/sr@latin/LC_MESSAGES/messages.po", "sr@latin", nil), ("po/de.po", "de", nil),
        ("po/sc/de.po", "de", nil), ("help/de/de.po", "de", nil),
        ("po/zh_Hant.po", "zh_Hant", nil), ("languages/shop-de_DE.po", "de_DE", "shop"),
        ("i18n/website.fr.po", "fr", "website"), ("messages.pot", nil, nil),
        ("po/gimp.pot", nil, "gimp"),
        ("es/apps/shop.po", nil, "shop"), ("de/shop.po", "de", "shop"),
        ("my-shop.po", nil, "my-shop"),
    ])
    func knowsTheUsualPaths(path: String, language: String?, section: String?) {
        #expect(
            format.place(ofPath: path)
                == FilePlace(
                    language: language, section: section, isSource: path.hasSuffix(".pot")))
        #expect(FileFormats.recognizing(path: path, bytes: []) is GettextPO)
    }

    @Test func recognizesContents() {
        func isPO(_ text: String) -> Bool {
            FileFormats.recognizing(path: "-", bytes: Array(text.utf8)) is GettextPO
        }
        #expect(isPO("# comment\n\nmsgid \"\"\nmsgstr \"\"\n"))
        #expect(isPO("\u{FEFF}msgctxt \"a\"\r\n"))
        #expect(!isPO("# comment\nmsgid=x\n"))
        #expect(!isPO("{\"msgid \\\"\": 1}"))
    }
}
