import Interchange
import TestKit
import Testing
import Texts
import Translation

@Suite("Ver-ID XML: writing")
struct VerIDWritingTests {
    private let options = ExportOptions(defaultSection: "default", isSource: false)

    @Test func writesTheShape() throws {
        let result = try write(
            [
                entry("b", "b", "B & <b>"), entry("a", "a", nil),
                ExportEntry(
                    string: StringID(section: "auth", key: "x\"\n"), source: "c", value: ""),
            ], "fr-CA", options)
        #expect(result.files.map(\.path) == ["fr_CA.xml"])
        #expect(
            String(decoding: result.files[0].bytes, as: UTF8.self) == """
                <?xml version="1.0" encoding="utf-8"?>
                <strings language="fr" region="CA">
                    <string>
                        <original>a</original>
                        <translation></translation>
                    </string>
                    <string>
                        <original>b</original>
                        <translation>B &amp; &lt;b&gt;</translation>
                    </string>
                    <string section="auth" key="x&quot;&#10;">
                        <original>c</original>
                        <translation empty="true"></translation>
                    </string>
                </strings>

                """)
    }

    @Test func writesTheTemplate() throws {
        let bytes = try VerIDSample.fixture("template.xml")
        let originals = VerIDCheck.originals(of: try VerIDSample.read(bytes))
        #expect(try VerIDXML.template(originals: originals.reversed() + originals) == bytes)
        let german = try VerIDXML.template(originals: [], language: LanguageTag("de"))
        #expect(String(decoding: german, as: UTF8.self).hasSuffix("language=\"de\">\n</strings>\n"))
        #expect(throws: InterchangeError.self) { try VerIDXML.template(originals: ["\u{7}"]) }
        #expect(throws: InterchangeError.self) { try VerIDXML.template(originals: [""]) }
    }

    @Test func writesTheSource() throws {
        let source = ExportOptions(defaultSection: "default", isSource: true)
        let result = try write([entry("k", "Hello", nil)], "en", source)
        #expect(try VerIDSample.read(result.files[0].bytes).entries.map(\.value) == ["Hello"])
    }

    @Test(arguments: zip(ExportOptions.Untranslated.allCases, [nil, "Hello", nil, "k"]))
    func fillsUntranslated(choice: ExportOptions.Untranslated, text: Value?) throws {
        var options = options
        options.untranslated = choice
        let result = try write([entry("k", "Hello", nil)], "fr", options)
        #expect(try VerIDSample.read(result.files[0].bytes).entries.map(\.value) == [text])
    }

    @Test(arguments: [
        ("k", "a\u{1}", "b"), ("k", "a", "\u{FFFE}"), ("k\u{0}", "a", "b"), ("", "a", "b"),
        ("k", "a", " \n"), ("k", "\n", "a"),
        ("k", "a", Value.list(["b"])), ("k", Value.list(["b"]), "b"),
    ])
    func listsWhatItCannotSay(key: String, source: Value, value: Value) throws {
        let result = try write([entry(key, source, value), entry("ok", "a", "b")], "fr", options)
        #expect(result.unrepresentable.map(\.string.key) == [key])
        #expect(try VerIDSample.read(result.files[0].bytes).entries.map(\.string.key) == ["ok"])
    }

    @Test func refusesReservedNames() throws {
        #expect(throws: InterchangeError.self) { try write([], "con", options) }
    }

    /// Written texts are read back unchanged, whatever the order of the entries.
    @Test(arguments: 0..<200)
    func readsWhatItWrites(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        var entries: [StringID: ExportEntry] = [:]
        for _ in 0..<random.number(in: 0...12) {
            let key = text(&random)
            let string = StringID(section: random.pick(["default", "a/b", "é\t\"&<"]), key: key)
            let source = random.chance(1, in: 2) ? key : text(&random)
            entries[string] = ExportEntry(
                string: string, source: .text(Value.Text(source)),
                value: random.chance(1, in: 4) ? nil : .text(Value.Text(text(&random))))
        }
        let result = try write(Array(entries.values), "fr", options)
        let again = try write(entries.values.sorted { $1.string < $0.string }, "fr", options)
        #expect(result.files == again.files && result.unrepresentable == again.unrepresentable)
        for item in result.unrepresentable { entries[item.string] = nil }
        let file = try VerIDSample.read(result.files[0].bytes)
        #expect(file.entries.count == entries.count && file.notices.isEmpty)
        for entry in file.entries {
            #expect(entry.source == entries[entry.string]?.source)
            #expect(entry.value == entries[entry.string]?.value)
            #expect(entry.isDeliberatelyEmpty == (entry.value == ""))
        }
    }

    private func text(_ random: inout SplitMix64) -> String {
        let parts = [
            "a", " ", "\n", "\r", "\r\n", "\t", "&", "&amp;", "<", ">", "]]>", "<![CDATA[", "\"",
            "'", "é", "e\u{301}", "😀", "\u{202E}", "\u{2028}", "\u{85}", "\u{7F}", "\u{1FFFF}",
            "\u{FEFF}", "<!--", "-->", "%d", ".", "\u{1B}", "\u{FFFF}", "\u{D7FF}", "\u{FFFD}",
        ]
        return (0..<random.number(in: 0...5)).map { _ in random.pick(parts) }.joined()
    }

    private func entry(_ key: String, _ source: Value, _ value: Value?) -> ExportEntry {
        ExportEntry(string: StringID(section: "default", key: key), source: source, value: value)
    }

    private func write(
        _ entries: [ExportEntry], _ tag: String, _ options: ExportOptions
    ) throws -> ExportResult {
        try VerIDXML().write(entries, language: #require(LanguageTag(tag)), options: options)
    }
}
