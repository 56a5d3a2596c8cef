import Interchange
import JSON
import Testing
import Texts
import Translation

/// A byte order mark before JSON, as Windows editors and tools write it.
struct ByteOrderMarkTests {
    @Test(arguments: [
        ("i18next-json", "en/app.json", #"{"a": "x"}"#),
        ("i18next-json-v3", "en/app.json", #"{"a": "{{count}} x", "a_plural": "{{count}} xs"}"#),
        ("arb", "x", #"{"@@locale": "en", "a": "x"}"#),
        ("nstack-json", "x", #"{"data": {"s": {"a": "x"}}, "meta": {"platform": {"id": 1}}}"#),
        (
            "xcstrings", "x",
            #"{"sourceLanguage": "en", "strings": {"a": {"localizations": {"en": {"stringUnit": {"state": "translated", "value": "x"}}}}}, "version": "1.0"}"#
        ),
    ])
    func isPassedOver(name: String, path: String, json: String) throws {
        let plain = Array("\n\(json)".utf8)
        let marked = [0xEF, 0xBB, 0xBF] + plain
        let format = try #require(FileFormats.recognizing(path: path, bytes: marked))
        #expect(format.name == name)
        let context = ReadContext(
            section: "s", isSource: true, language: "en", sourceLanguage: "en")
        let file = try format.read(marked, context: context)
        #expect(!file.entries.isEmpty)
        #expect(file.entries == (try format.read(plain, context: context)).entries)
    }

    @Test func isPassedOverInForms() throws {
        let form = try NStackForm(Array("\u{FEFF}{\"a\": \"x\"}".utf8), names: ["a"])
        #expect(form["a"] == "x")
    }

    /// One mark is not part of the text; two are an error.
    @Test func isOneAtMost() throws {
        #expect(try JSONValue.parseMarked(Array("\u{FEFF} 1".utf8)) == .integer(1))
        #expect(throws: JSONError.self) {
            try JSONValue.parseMarked(Array("\u{FEFF}\u{FEFF}1".utf8))
        }
        #expect(throws: JSONError.self) { try JSONValue.parse(Array("\u{FEFF}1".utf8)) }
        #expect(throws: JSONError.self) { try JSONValue.parseMarked(Array("\u{FEFF}".utf8)) }
    }
}
