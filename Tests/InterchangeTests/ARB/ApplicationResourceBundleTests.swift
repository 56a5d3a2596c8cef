import Interchange
import JSON
import Testing
import Texts
import Translation

struct ApplicationResourceBundleTests {
    let format = ApplicationResourceBundle()

    private let file = """
        {
          "@@locale": "en_GB",
          "@@last_modified": "2026-11-21T10:00:00",
          "@@author": "Ines",
          "title": "Hello {name}",
          "@title": {
            "description": "A greeting",
            "type": "text",
            "placeholders": { "name": { "type": "String", "example": "Ada" } }
          },
          "items": "{count, plural, =0{none} one{1 item} other{{count} items}}",
          "@items": { "placeholders": { "count": { "type": "int" } } },
          "n": 1,
          "@gone": {},
          "bare": "",
          "@bare": "x"
        }
        """

    @Test func readsTextsAndWhatIsSaidOfThem() throws {
        let file = try format.read(text: file, isSource: true)
        #expect(file.language == "en_GB")
        #expect(file.entries.map(\.string.key) == ["title", "items", "bare"])
        #expect(
            file.entries.map(\.value) == [
                Value("Hello {name}"),
                Value("{count, plural, =0{none} one{1 item} other{{count} items}}"), Value(""),
            ])
        #expect(file.entries[0].details.comment == "A greeting")
        #expect(file.entries[0].details.meta?.members.map(\.key) == ["type", "placeholders"])
        #expect(file.entries[1].details.comment == nil)
        #expect(file.entries.map(\.line) == [5, 11, 15])
        #expect(file.notices.map(\.key) == ["@@author", "n", "@gone", "@bare"])
        #expect(file.notices.map(\.line) == [4, 13, 14, 16])
        #expect(try format.languages(in: Array(self.file.utf8)) == ["en_GB"])
    }

    @Test func comesBackAsItWas() throws {
        let text = """
            {
              "@@locale": "pt_BR",
              "title": "Hello {name}",
              "@title": {
                "description": "A greeting",
                "placeholders": {
                  "name": {}
                }
              },
              "next": "é\\n\\""
            }

            """
        let entries = try format.read(text: text, isSource: true).entries.map {
            ExportEntry(
                string: $0.string, source: try #require($0.value), value: $0.value,
                details: $0.details)
        }
        let result = try format.write(
            entries, language: language("pt-BR"), options: options(isSource: true))
        #expect(result.files.map(\.path) == ["app_pt_BR.arb"])
        #expect(result.text == text)
        let other = try format.write(entries, language: language("de"), options: options())
        #expect(!other.text.contains("@title"))
    }

    @Test func leavesOutWhatItCannotSay() throws {
        let files = try forms(["one": "f", "other": "fs"])
        let entries = [
            exported("@x", Value("x"), Value("y")), exported("p", files, files),
            exported("l", .list([]), .list([])), exported("ok", Value("x"), Value("y")),
        ]
        let result = try format.write(entries, language: language("de"), options: options())
        #expect(result.unrepresentable.map(\.string.key) == ["@x", "p", "l"])
    }

    @Test func leavesOutMetaThatIsTooLarge() throws {
        let long = String(repeating: "x", count: 5000)
        let file = try format.read(
            text: "{\"a\": \"b\", \"@a\": {\"description\": \"d\", \"x\": \"\(long)\"}}",
            isSource: true)
        #expect(file.entries[0].details == StringDetails(comment: "d"))
        #expect(file.notices.count == 1)
    }

    @Test(arguments: [
        ("lib/l10n/app_pt_BR.arb", "pt_BR", nil), ("intl_messages_de.arb", "de", "intl_messages"),
        ("en.arb", "en", nil), ("app.arb", nil, nil),
    ])
    func knowsTheUsualPaths(path: String, language: String?, section: String?) {
        #expect(format.place(ofPath: path) == FilePlace(language: language, section: section))
        #expect(FileFormats.recognizing(path: path, bytes: []) is ApplicationResourceBundle)
    }

    @Test func recognizesContents() {
        let format = FileFormats.recognizing(path: "x", bytes: Array(file.utf8))
        #expect(format is ApplicationResourceBundle)
    }

    @Test(arguments: [("[]", 1), ("{\"a\": \"b\",\n\"a\": \"c\"}", 2), ("{\"a\":\n", 2), ("", 1)])
    func saysWhereAFaultIs(text: String, line: Int) {
        let error = #expect(throws: InterchangeError.self) { try format.read(text: text) }
        #expect(error?.line == line)
    }
}
