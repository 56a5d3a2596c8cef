import Interchange
import Testing
import Texts
import Translation

@Suite("Ver-ID XML: reading")
struct VerIDReadingTests {
    @Test func readsLanguageTextsAndLines() throws {
        let file = try VerIDSample.read(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <strings language="fr" region="CA">
                <string>
                    <original>Step %d of %d</original>
                    <translation>Étape %d de %d</translation>
                </string>
                <string section="auth" key="done">
                    <translation empty="true"/>
                    <original>Done</original>
                </string>
                <string><original>Later</original><translation></translation></string>
            </strings>

            """)
        #expect(file.language == "fr-CA")
        #expect(
            file.entries == [
                FileEntry(
                    string: StringID(section: "default", key: "Step %d of %d"),
                    source: "Step %d of %d", value: "Étape %d de %d", line: 3),
                FileEntry(
                    string: StringID(section: "auth", key: "done"), source: "Done", value: "",
                    isDeliberatelyEmpty: true, line: 7),
                FileEntry(
                    string: StringID(section: "default", key: "Later"), source: "Later",
                    value: nil, line: 11),
            ])
        #expect(file.notices.isEmpty)
    }

    @Test func readsTheTemplate() throws {
        let file = try VerIDXML().read(
            VerIDSample.fixture("template.xml"),
            context: ReadContext(section: "default", isSource: true))
        #expect(file.language == nil)
        #expect(file.entries.count == 30)
        #expect(file.entries.allSatisfy { $0.value == nil })
    }

    @Test(arguments: [
        ("a &amp; &lt;b&gt; &quot;c&apos; &#x1F600;&#13;", "a & <b> \"c' 😀\r"),
        ("<![CDATA[a <b> &amp; ]]>c<![CDATA[d]]>", "a <b> &amp; cd"),
        ("a<!-- no -->b<?no no?>c", "abc"),
        ("  kept \t ", "  kept \t "),
        ("a\r\nb\rc", "a\nb\nc"),
        ("e\u{301}\u{202E}\u{200D}", "e\u{301}\u{202E}\u{200D}"),
    ])
    func readsTexts(xml: String, text: String) throws {
        let file = try VerIDSample.read(string("x", xml))
        #expect(file.entries.first?.value == .text(Value.Text(text)))
    }

    @Test(arguments: ["", "\n        ", "<!-- later -->", "\r\n\t"])
    func takesLayoutForUntranslated(xml: String) throws {
        let file = try VerIDSample.read(string("x", xml))
        #expect(file.entries.map(\.value) == [nil])
    }

    @Test(arguments: [
        (#"<strings/>"#, nil), (#"<strings language="" region=""/>"#, nil),
        (#"<strings language="" region="CA"/>"#, nil), (#"<strings language="vi"/>"#, "vi"),
        (#"<strings language="zh-Hant" region="HK"/>"#, "zh-Hant-HK"),
        (#"<strings language="zh_Hant" region="HK"/>"#, "zh-Hant-HK"),
        (#"<strings language="fr-CA" region="CA"/>"#, "fr-CA"),
        (#"<strings language=" es " region="419"/>"#, "es-419"),
    ])
    func readsAttributes(xml: String, language: String?) throws {
        #expect(try VerIDSample.read(xml).language == language)
    }

    @Test func leavesOutWhatItDoesNotKnow() throws {
        let file = try VerIDSample.read(
            """
            \u{FEFF}<strings xml:space="preserve">
              stray
              <meta><string><original>no</original></string></meta>
              <string><note>n</note><original>a</original><translation>b</translation></string>
              <meta/>
            </strings>
            """)
        #expect(file.entries.map(\.value) == ["b"])
        #expect(
            file.notices.count == 3)
        #expect(file.notices.contains { $0.line == 4 && $0.message.contains("<note>") })
    }

    private func string(_ original: String, _ translation: String) -> String {
        """
        <strings><string><original>\(original)</original>\
        <translation>\(translation)</translation></string></strings>
        """
    }
}
