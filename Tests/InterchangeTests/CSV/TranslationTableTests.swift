import Foundation
import Interchange
import TestKit
import TestWorld
import Testing
import Texts
import Translation

struct TranslationTableTests {
    let format = TranslationTable()

    private func table(
        _ entries: [(String, source: Value, german: Value?)]
    ) throws -> [LanguageEntries] {
        [
            LanguageEntries(
                language: try language("en"), isSource: true,
                entries: entries.map { exported($0.0, $0.source, $0.source) }),
            LanguageEntries(
                language: try language("de"), isSource: false,
                entries: entries.map { exported($0.0, $0.source, $0.german) }),
        ]
    }

    @Test func writesARowForEachText() throws {
        var languages = try table([
            ("title", Value("Hello, \"you\""), Value("-5 Grad\nmehr")), ("none", Value("x"), nil),
            (
                "files", try forms(["one": "1 file", "other": "n files"]),
                try forms(["other": "n Dateien"])
            ),
            ("empty", Value(""), nil),
        ])
        languages[0].entries[0].details.comment = "=A greeting"
        let result = try format.write(languages, options: options(isSource: true))
        #expect(result.unrepresentable.isEmpty)
        #expect(result.files.map(\.path) == ["translations.csv"])
        #expect(
            result.text
                == [
                    "\u{FEFF}section,key,form,comment,en,de",
                    "default,title,,'=A greeting,\"Hello, \"\"you\"\"\",\"'-5 Grad\nmehr\"",
                    "default,none,,,x,", "default,files,one,,1 file,",
                    "default,files,other,,n files,n Dateien", "default,empty,,,,", "",
                ].joined(separator: "\r\n"))
        #expect(try format.languages(in: result.files[0].bytes) == ["en", "de"])
        let english = try format.read(text: result.text, isSource: true, language: "en")
        #expect(english.language == "en")
        #expect(english.entries.map(\.value) == languages[0].entries.map(\.value))
        #expect(english.entries[0].details.comment == "=A greeting")
        #expect(english.entries[3].isDeliberatelyEmpty)
        let german = try format.read(text: result.text, language: "de")
        #expect(german.entries.map(\.value) == languages[1].entries.map(\.value))
    }

    /// Excel interprets the first line and hides it.
    @Test(arguments: [
        "sep=;\r\nkey;en\r\na;x,y\r\n", "\u{FEFF}SEP=|\nkey|en\na|x,y\n",
        "\"sep=;\"\nkey;en\na;x,y\n",
        "sep=\t\nkey\ten\na\tx,y\n", "sep=,\n\nkey,en\n\na,\"x,y\"\n", "sep=;\nen;key\nx,y;a\n",
    ])
    func takesTheDelimiterThatItNames(text: String) throws {
        #expect(format.recognizes(path: "a.csv", bytes: Array(text.utf8)))
        let file = try format.read(text: text, isSource: true, language: "en")
        #expect(file.entries.map(\.value) == [Value("x,y")])
        #expect(file.entries.map(\.string.key) == ["a"])
        let rows = text.split { $0.isNewline }.count
        #expect(rows == 3 && file.notices.isEmpty)
    }

    @Test(arguments: ["sep=;\nkey,en\na,x\n", "sep=;", "sep=;\n\nname;en\n"])
    func refusesWhatItDoesNotDivide(text: String) throws {
        let error = #expect(throws: InterchangeError.self) {
            try format.catalogue(Array(text.utf8))
        }
        #expect(error?.line == 2 && error?.message.contains("sep=") == true)
    }

    @Test func writesOneLanguageBesideItsSource() throws {
        let result = try format.write(
            [exported("a", Value("x"), Value("y"))], language: language("de"), options: options())
        #expect(result.text == "\u{FEFF}section,key,form,comment,source,de\r\ndefault,a,,,x,y\r\n")
        let file = try format.read(text: result.text)
        #expect(file.language == "de")
        #expect(file.entries[0].source == Value("x"))
        #expect(try format.read(text: result.text, isSource: true).entries[0].value == Value("x"))
    }

    @Test(arguments: [
        "key,de\na,b\n", "key;de\r\na;b", "key\tde\ra\tb\r",
        "\u{FEFF}\"key\",\"de\"\n\n\"a\",\"b\"\n\n",
        "Key , DE\na,b", "de,key\nb,a,\n",
    ])
    func readsWhatSpreadsheetsWrite(text: String) throws {
        for bytes in [
            Array(text.utf8), utf16(text, bigEndian: true), utf16(text, bigEndian: false),
        ] {
            let file = try format.read(bytes, context: ReadContext(section: "s", isSource: false))
            #expect(file.entries.map(\.string) == [StringID(section: "s", key: "a")])
            #expect(file.entries.map(\.value) == [Value("b")])
        }
    }

    private func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
        let units = text.hasPrefix("\u{FEFF}") ? Array(text.utf16) : [0xFEFF] + Array(text.utf16)
        return units.flatMap {
            let pair = [UInt8($0 >> 8), UInt8($0 & 0xFF)]
            return bigEndian ? pair : pair.reversed()
        }
    }

    @Test func saysWhatItLeavesOut() throws {
        let file = try format.read(
            text: """
                key,form,de,note about it
                a,one,1,
                a,,2,
                b,,3,
                b,,4,
                c,x:y,5,
                ,,6,
                d,#2,7,
                """)
        #expect(file.entries.map(\.string.key) == ["b"])
        #expect(
            file.notices.map(\.line) == [1, 5, 6, 7, 2, 8])
        #expect(file.notices.filter(\.isLeftOut).count == 6)
    }

    @Test(arguments: [
        ("", 1, nil), ("a,b\n1,2\n", 1, nil), ("key,de\na,\"b", 2, 3), ("key,de\na,\"b\"c\n", 2, 6),
        ("key,de,de\na,b,c", 1, nil), ("key,key\n", 1, nil),
    ])
    func saysWhereAFaultIs(text: String, line: Int, column: Int?) {
        let error = #expect(throws: InterchangeError.self) { try format.read(text: text) }
        #expect(error?.line == line)
        if let column { #expect(error?.column == column) }
    }

    @Test func refusesALanguageWithoutAColumn() {
        #expect(throws: InterchangeError.self) {
            try format.read(text: "key,de\na,b\n", language: "fr")
        }
    }

    @Test func keepsTrees() throws {
        let inner = try forms(["one": "1", "other": "n"])
        let device = try #require(
            Value.Choice(
                by: .device, cases: [Value.Case("iphone", inner), Value.Case("other", Value("x"))]))
        let values: [Value] = [
            .choice(device), .list([Value("a"), .list([Value("b"), Value("c")])]),
            try #require(plural(["=1": "f", "other": "o"], by: .ordinal, argument: "n 1")),
            try #require(plural(["she": "s", "a:b": "t"], by: .select, argument: nil)),
        ]
        let languages = try table(
            values.enumerated().map { ("\($0)", source: $1, german: $1) })
        let result = try format.write(languages, options: options(isSource: true))
        #expect(result.unrepresentable.isEmpty)
        #expect(result.text.contains("default,0,device:iphone/one,,1,1\r\n"))
        #expect(try format.read(text: result.text, language: "de").entries.map(\.value) == values)
    }

    @Test func leavesOutWhatItCannotSay() throws {
        let languages = try table([
            ("a", .list([]), Value("x")), ("", Value("x"), Value("y")),
            ("b", Value("x"), Value("")),
            ("c", .format("x", []), nil), ("d", Value("x"), try forms(["one": "", "other": "x"])),
            ("e", try #require(plural(["a/b": "x", "c": "y"], by: .select)), Value("z")),
            ("f", Value("x"), Value("y")),
        ])
        let result = try format.write(languages, options: options(isSource: true))
        #expect(Set(result.unrepresentable.map(\.string.key)) == ["a", "", "b", "c", "d", "e"])
        #expect(result.text.hasSuffix("default,b,,,x,\r\ndefault,d,,,x,\r\ndefault,f,,,x,y\r\n"))
    }

    /// Python's csv module reads back the written cells.
    @Test(.enabled(if: Tool.python != nil, "python3 is not installed"), arguments: 0..<3)
    func pythonReadsTheSame(seed: Int) throws {
        let sandbox = try Sandbox()
        var random = SplitMix64(seed: seed)
        let texts = (0..<40).map { _ in RandomText.text(&random).filter { $0 != "\0" } }.filter {
            !$0.isEmpty
        }
        let languages = try table(
            texts.enumerated().map { ("k\($0)", source: Value($1), german: Value($1)) })
        let result = try format.write(languages, options: options(isSource: true))
        #expect(result.unrepresentable.isEmpty)
        try sandbox.write(result)
        let said = try sandbox.judge(
            Tool.python, "-c",
            """
            import csv
            for row in csv.DictReader(open("translations.csv", encoding="utf-8-sig", newline="")):
                print(row["de"].encode().hex())
            """)
        let expected = texts.map { text in
            let isGuarded = "=+-@\t\r".utf8.contains(text.utf8.first { $0 != 0x27 } ?? 0)
            return ((isGuarded ? "'" : "") + text).utf8.map { String(format: "%02x", $0) }.joined()
        }
        #expect(said.split(separator: "\n").map(String.init) == expected)
    }
}
