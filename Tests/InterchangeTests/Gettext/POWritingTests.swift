import Foundation
import Interchange
import JSON
import TestKit
import Testing
import Texts
import Translation

struct POWritingTests {
    let format = GettextPO()

    @Test func writesATemplateForKeysThatAreTexts() throws {
        let files = try forms(["one": "%d file", "other": "%d files"])
        let result = try format.write(
            [
                exported(
                    "Hello", Value("Hello"), Value("Hello"),
                    details: StringDetails(
                        comment: "Greets\n\nall", references: ["a.c:1", "b c.c:2"],
                        meta: JSONObject([
                            ("comments", ["old"]), ("flags", ["c-format"]),
                        ]))),
                exported("%d file", files, files), exported("menu\u{4}Open", Value("Open"), nil),
            ], language: try language("en"), options: options(isSource: true))
        #expect(result.unrepresentable.isEmpty)
        #expect(result.files.map(\.path) == ["messages.pot"])
        #expect(
            result.text == """
                msgid ""
                msgstr ""
                "Project-Id-Version: \\n"
                "PO-Revision-Date: \\n"
                "Last-Translator: \\n"
                "Language-Team: \\n"
                "Language: en\\n"
                "MIME-Version: 1.0\\n"
                "Content-Type: text/plain; charset=UTF-8\\n"
                "Content-Transfer-Encoding: 8bit\\n"
                "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

                # old
                #. Greets
                #.
                #. all
                #: a.c:1 \u{2068}b c.c\u{2069}:2
                #, c-format
                msgid "Hello"
                msgstr ""

                msgid "%d file"
                msgid_plural "%d files"
                msgstr[0] ""
                msgstr[1] ""

                msgctxt "menu"
                msgid "Open"
                msgstr ""

                """)
    }

    /// gettext omits a script that the region implies, so a separate header has the full tag.
    @Test(arguments: [
        ("zh-Hant-TW", "zh_TW"), ("zh-Hans-CN", "zh_CN"), ("uz-Latn-UZ", "uz_UZ"),
        ("sr-Cyrl-RS", "sr_RS"), ("sr-Latn-RS", "sr_RS@latin"), ("pt-BR", "pt_BR"),
    ])
    func aLanguageComesBackWithItsScript(tag: String, spelling: String) throws {
        let entries = [exported("Hello", Value("Hello"), Value("x"))]
        let bare = LanguageSpelling.withoutImpliedScript(tag)
        let result = try format.write(entries, language: language(tag), options: options())
        #expect(result.files.map(\.path) == ["\(spelling)/LC_MESSAGES/messages.po"])
        #expect(result.text.contains("\"Language: \(spelling)\\n\""))
        #expect(result.text.contains("X-Dragoman-Language: \(tag)") == (bare != nil))
        let read = try format.languages(in: Array(result.text.utf8)).map(LanguageSpelling.tag)
        #expect(try read.map { try CanonicalTag.parse($0).tag } == [tag])

        // The file was copied for another language.
        let copy = result.text.replacing("Language: \(spelling)", with: "Language: fr")
        #expect(try format.languages(in: Array(copy.utf8)) == ["fr"])

        guard let bare else { return }
        let both = ExportOptions(
            defaultSection: "default", isSource: false,
            languages: [try language(tag), try language(bare)])
        let apart = try [tag, bare].map {
            try format.write(entries, language: language($0), options: both)
        }
        let whole = tag.replacing("-", with: "_")
        #expect(
            apart.flatMap { $0.files.map(\.path) } == [
                "\(whole)/LC_MESSAGES/messages.po", "\(spelling)/LC_MESSAGES/messages.po",
            ])
        #expect(
            try apart.flatMap { try format.languages(in: Array($0.text.utf8)) } == [
                whole, spelling,
            ])
    }

    @Test func writesTextsWhereKeysAreNames() throws {
        let result = try format.write(
            [exported("login.title", Value("Log in"), Value("Log in"))],
            language: try language("en-GB"), options: options(isSource: true))
        #expect(result.files.map(\.path) == ["en_GB/LC_MESSAGES/messages.po"])
        #expect(result.text.hasSuffix("\nmsgid \"login.title\"\nmsgstr \"Log in\"\n"))
    }

    @Test func fillsFormsAndSaysSo() throws {
        let source = try forms(["one": "%d file", "other": "%d files"])
        let entries = [
            exported("a", source, try forms(["one": "A", "few": "B", "many": "C", "other": "D"])),
            exported(
                "b", source, try forms(["one": "A", "other": "D"]),
                text: TextDetails(needsWork: true)),
            exported("c", source, try forms(["=0": "Z", "one": "A", "few": "B", "many": "C"])),
            exported("d", source, nil),
        ]
        let result = try format.write(entries, language: try language("ru"), options: options())
        #expect(result.unrepresentable.isEmpty)
        #expect(result.text.contains("\"X-Dragoman-Plural-Cases: =0, one, few, many\\n\"\n"))
        #expect(
            result.text.hasSuffix(
                """

                # dragoman: {"filled":["=0"],"cases":{"other":"D"}}
                msgid "a"
                msgid_plural "%d files"
                msgstr[0] "C"
                msgstr[1] "A"
                msgstr[2] "B"
                msgstr[3] "C"

                # dragoman: {"filled":["=0","few","many"],"cases":{"other":"D"}}
                #, fuzzy
                msgid "b"
                msgid_plural "%d files"
                msgstr[0] "D"
                msgstr[1] "A"
                msgstr[2] "D"
                msgstr[3] "D"

                msgid "c"
                msgid_plural "%d files"
                msgstr[0] "Z"
                msgstr[1] "A"
                msgstr[2] "B"
                msgstr[3] "C"

                msgid "d"
                msgid_plural "%d files"
                msgstr[0] ""
                msgstr[1] ""
                msgstr[2] ""
                msgstr[3] ""

                """))
        let file = try format.read(text: result.text, sources: entries)
        #expect(file.entries.map(\.value) == entries.map(\.value))
        #expect(file.entries.map(\.textDetails.needsWork) == [false, true, false, nil])
        // A form that a translator wrote is kept.
        let edited = result.text.replacingOccurrences(
            of: "msgstr[1] \"A\"\nmsgstr[2] \"D\"", with: "msgstr[1] \"A\"\nmsgstr[2] \"E\"")
        let again = try format.read(text: edited, sources: entries)
        #expect(again.entries[1].value == (try forms(["one": "A", "few": "E", "other": "D"])))
    }

    @Test func leavesOutWhatPOCannotSay() throws {
        let files = try forms(["one": "f", "other": "fs"])
        let select = try #require(plural(["she": "n"], by: .select))
        let ordinal = try #require(plural(["other": "n"], by: .ordinal, argument: nil))
        let entries = [
            exported("", Value("x"), Value("y")), exported("empty", Value("x"), Value("")),
            exported("list", .list([]), .list([])), exported("select", select, select),
            exported("ordinal", ordinal, ordinal), exported("nul", Value("x"), Value("\0")),
            exported("text", files, Value("x")), exported("plural", Value("x"), files),
            exported("hole", files, try forms(["one": "", "other": "x"])),
            exported("right", Value("x"), Value("y")),
        ]
        let result = try format.write(entries, language: try language("de"), options: options())
        #expect(result.unrepresentable.map(\.string.key) == entries.dropLast().map(\.string.key))
        #expect(try format.read(text: result.text).entries.map(\.string.key) == ["right"])
    }

    @Test func dividesSectionsIntoDomains() throws {
        func entry(_ section: String) -> ExportEntry {
            ExportEntry(
                string: StringID(section: section, key: "k"), source: Value("k"), value: Value("v"))
        }
        let result = try format.write(
            [entry("shop"), entry("default")], language: try language("pt-BR"), options: options())
        #expect(
            result.files.map(\.path) == [
                "pt_BR/LC_MESSAGES/messages.po", "pt_BR/LC_MESSAGES/shop.po",
            ])
        #expect(result.files.map(\.section) == ["default", "shop"])
        for sections in [["default", "messages"], ["a/b"], ["../a"]] {
            #expect(throws: InterchangeError.self) {
                try format.write(sections.map(entry), language: language("de"), options: options())
            }
        }
    }
}

/// Written texts are read back unchanged, and all others are listed.
struct POPropertyTests {
    @Test(arguments: 0..<150)
    func filesComeBack(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        let tag = random.pick(["en", "de", "ru", "ar", "ja", "fr", "lv", "pt-BR"])
        let isSource = random.chance(1, in: 3)
        var entries: [ExportEntry] = []
        var keys: Set<String> = []
        for _ in 0..<random.number(in: 1...8) {
            let key =
                Self.text(&random) + (random.chance(1, in: 4) ? "\u{4}" + Self.text(&random) : "")
            guard
                keys.insert(key.unicodeScalars.map { String($0.value) }.joined(separator: " "))
                    .inserted
            else { continue }
            let source = try Self.value(&random, key)
            let value = random.chance(1, in: 4) ? nil : try Self.value(&random, key)
            let details = StringDetails(
                comment: Self.text(&random), references: [Self.text(&random)],
                meta: JSONObject([("comments", [.string(Self.text(&random))])]))
            entries.append(
                exported(
                    key, source, isSource ? source : value, details: details,
                    text: TextDetails(needsWork: random.chance(1, in: 2), meta: details.meta)))
        }
        let format = GettextPO()
        let result = try format.write(
            entries, language: language(tag), options: options(isSource: isSource))
        let file = try format.read(text: result.text, isSource: isSource, sources: entries)
        #expect(file.notices.isEmpty)
        let leftOut = Set(result.unrepresentable.map(\.string))
        let wanted = entries.filter { !leftOut.contains($0.string) }
        #expect(file.entries.map(\.string) == wanted.map(\.string))
        #expect(file.entries.map(\.value) == wanted.map(\.value))
        for (entry, wanted) in zip(file.entries, wanted) {
            if isSource {
                #expect(
                    entry.details.comment == nil || entry.details.comment == wanted.details.comment)
            } else if wanted.value != nil {
                #expect(entry.textDetails.needsWork == wanted.textDetails.needsWork)
            }
        }
        let again = try format.write(
            entries, language: language(tag), options: options(isSource: isSource))
        #expect(again.files == result.files)
        #expect(again.unrepresentable == result.unrepresentable)
    }

    private static let parts = [
        "a", "file", " ", "\n", "\"", "\\", "\t", "\r\n", "\u{1}", "\u{7F}", "\0", "é", "日本語",
        "\u{2028}",
        "#", "%d", "msgid", "dragoman: {}", "\u{4}", "a rather long text that has to be wrapped ",
    ]

    private static func text(_ random: inout SplitMix64) -> String {
        (0..<random.number(in: 0...4)).map { _ in random.pick(parts) }.joined()
    }

    private static func value(_ random: inout SplitMix64, _ key: String) throws -> Value {
        switch random.number(in: 0...5) {
        case 0: return .list([Value(text(&random))])
        case 1: return Value(key)
        case 2, 3:
            var names = ["=0", "=12", "zero", "one", "two", "few", "many", "other"]
            names.shuffle(using: &random)
            let cases = names.prefix(random.number(in: 1...4)).map {
                Value.Case($0, Value(text(&random)))
            }
            return .choice(try #require(Value.Choice(by: .plural, cases: cases)))
        default: return Value(text(&random))
        }
    }
}
