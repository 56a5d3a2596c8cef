import Interchange
import Testing
import Texts
import Translation

/// Entities that files declare, in every XML format.
struct XMLEntitiesTests {
    private static let type = """
        <!DOCTYPE root [
            <!-- Names; of a name that stands twice, XML takes the first. -->
            <!ENTITY app "Kestrel"><!ENTITY app "Merlin">
            <!ENTITY company 'Falcon &amp; &#83;ons'>
            <!ENTITY lt "no">
        ]>

        """

    /// Returns the texts of a file whose text and attributes use the entities.
    private func texts(_ format: any FileFormat, _ document: String) throws -> [String] {
        let bytes = Array((Self.type + document).utf8)
        #expect(format.recognizes(path: "-", bytes: bytes))
        let file = try format.read(
            bytes,
            context: ReadContext(
                section: "s", isSource: false, language: "fr", sourceLanguage: "en"))
        return file.entries.flatMap { [$0.string.key, $0.value?.plainText ?? ""] }
    }

    @Test(arguments: [
        (
            "android-xml",
            "<resources><string name='n &app;'>A &app; &lt; &company;</string></resources>"
        ),
        (
            "xliff-1.2",
            "<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2'><file original='s' source-language='en' target-language='fr' datatype='plaintext'><body><trans-unit id='n &app;'><source>x</source><target>A &app; &lt; &company;</target></trans-unit></body></file></xliff>"
        ),
        (
            "xliff-2",
            "<xliff version='2.0' srcLang='en' trgLang='fr' xmlns='urn:oasis:names:tc:xliff:document:2.0'><file id='f'><unit id='u' name='n &app;'><segment><source>x</source><target>A &app; &lt; &company;</target></segment></unit></file></xliff>"
        ),
        (
            "verid-xml",
            "<strings language='fr'><string key='n &app;'><original>x</original><translation>A &app; &lt; &company;</translation></string></strings>"
        ),
        (
            "apple-strings",
            "<plist><dict><key>n &app;</key><string>A &app; &lt; &company;</string></dict></plist>"
        ),
    ])
    func areTheirText(format: String, document: String) throws {
        let format = try #require(FileFormats.named(format))
        #expect(try texts(format, document) == ["n Kestrel", "A Kestrel < Falcon & Sons"])
    }

    @Test func areTheirTextInMemories() throws {
        let file =
            Self.type
            + "<tmx version='1.4'><header srclang='en'/><body><tu><tuv xml:lang='en'><seg>&app;</seg></tuv><tuv xml:lang='fr'><seg>A &app; &company;</seg></tuv></tu></body></tmx>"
        for size in [1, 7, file.utf8.count] {
            let reader = try TMXReader()
            var units: [TMXUnit] = []
            let bytes = Array(file.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                units += try reader.read(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            units += try reader.finish()
            #expect("\(units)".contains("A Kestrel Falcon & Sons"))
        }
    }

    /// External entities, other declarations, markup and expanding entities are refused.
    @Test(
        arguments: [
            ("<!ENTITY e SYSTEM 'file:///etc/passwd'>", "&e;", 1),
            ("<!ENTITY e PUBLIC 'p' 'file:///etc/passwd'>", "", 1),
            ("\n<!ENTITY % p 'x'>", "", 2),
            ("\n<!ENTITY % p SYSTEM 'http://127.0.0.1:9/p'> %p;", "", 2),
            ("<!ENTITY e SYSTEM 'x' NDATA gif>", "", 1), ("<!NOTATION gif SYSTEM 'gif'>", "", 1),
            ("<!ATTLIST string a CDATA 'x'>", "", 1),
            ("<!ENTITY a 'x'>\n<!ENTITY e '&a;&a;'>", "&e;", 2),
            ("<!ENTITY e '&e;'>", "&e;", 1), ("<!ENTITY e '<b>x</b>'>", "&e;", 1),
            ("<!ENTITY e '&#60;b>'>", "&e;", 1), ("<!ENTITY e 'a &#38; b'>", "&e;", 1),
            ("<!ENTITY e 'x'>", "\n&f;", 2), ("<!ENTITY e 'x'", "&e;", nil),
            ("<!ENTITY e '" + String(repeating: "x", count: 4097) + "'>", "", 1),
            (String(repeating: "<!ENTITY e 'x'>", count: 1001), "", 1),
            (
                "<!ENTITY e '" + String(repeating: "x", count: 4096) + "'>",
                "\n" + String(repeating: "&e;", count: 4097), 2
            ),
        ] as [(String, String, Int?)])
    func areRefusedWhereTheyAreMore(declarations: String, text: String, line: Int?) throws {
        let file =
            "<!DOCTYPE r [\(declarations)]><resources><string name='a'>\(text)</string></resources>"
        let error = #expect(throws: InterchangeError.self) {
            try AndroidStrings().read(
                Array(file.utf8), context: ReadContext(section: "s", isSource: true))
        }
        if let line { #expect(error?.line == line, "\(String(describing: error))") }
    }
}
