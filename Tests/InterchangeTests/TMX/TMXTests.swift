import Interchange
import Testing
import Texts
import Translation

@Suite struct TMXTests {
    /// Reads a file in chunks of the given size.
    private func read(_ bytes: [UInt8], partsOf size: Int = 1 << 16) throws -> [TMXUnit] {
        let reader = try TMXReader()
        var units: [TMXUnit] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            units += try reader.read(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return try units + reader.finish()
    }

    private let file = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE tmx SYSTEM "http://127.0.0.1:9/tmx14.dtd">
        <tmx version="1.4">
          <header creationtool="Other" creationtoolversion="1" segtype="sentence" o-tmf="x"
            adminlang="en-US" srclang="en-US" datatype="plaintext"><prop type="x-dragoman-key">no</prop></header>
          <body>
            <tu tuid="1" changedate="20260101T000000Z">
              <prop type="x-dragoman-section">auth</prop>
              <prop type="x-dragoman-key">login</prop>
              <note>Nothing.</note>
              <tuv xml:lang="en-US"><seg>Sign <bpt i="1">&lt;b&gt;</bpt>in<ept i="1">&lt;/b&gt;</ept><ph x="1">%s</ph> &amp; é</seg></tuv>
              <tuv xml:lang="DE-de">
                <prop type="x-dragoman-reviewed">yes</prop>
                <seg><![CDATA[<Anmelden>]]> <hi>世</hi></seg>
              </tuv>
            </tu>
            <tu srclang="*all*"><tuv lang="fr"><seg/></tuv></tu>
          </body>
        </tmx>
        """

    @Test(arguments: [1, 2, 3, 7, 64, 1 << 16])
    func readsUnits(size: Int) throws {
        let units = try read(Array(file.utf8), partsOf: size)
        #expect(
            units == [
                TMXUnit(
                    sourceLanguage: "en-US", section: "auth", key: "login",
                    variants: [
                        .init(language: "en-US", text: "Sign <b>in</b>%s & é"),
                        .init(language: "DE-de", text: "<Anmelden> 世", isReviewed: true),
                    ], line: 7),
                TMXUnit(
                    sourceLanguage: "en-US", variants: [.init(language: "fr", text: "")], line: 17),
            ])
    }

    @Test(arguments: [false, true], [1, 3, 50, 1 << 16])
    func readsUTF16(isLittleEndian: Bool, size: Int) throws {
        let text = file.replacing("UTF-8", with: "UTF-16").replacing("世", with: "😀")
        let bytes = ("\u{FEFF}" + text).utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isLittleEndian ? [low, high] : [high, low]
        }
        let units = try read(bytes, partsOf: size)
        #expect(units.count == 2 && units[0].variants[1].text == "<Anmelden> 😀")
        #expect(throws: InterchangeError.self) { try read(bytes.dropLast(), partsOf: size) }
    }

    @Test func comesBackAsItWas() throws {
        let units = [
            TMXUnit(
                sourceLanguage: "en", section: "a <b>", key: "k\n&",
                variants: [
                    .init(language: "en", text: " a\tb\r\nc <x/> & \"'"),
                    .init(language: "zh-Hant", text: "世\u{10FFFF}", isReviewed: true),
                ]),
            TMXUnit(
                sourceLanguage: "en",
                variants: [.init(language: "en", text: "x"), .init(language: "fr", text: "y")]),
        ]
        var writer = TMXWriter(source: try #require(LanguageTag("en")), version: "1")
        for unit in units {
            var unit = unit
            unit.sourceLanguage = nil
            writer.add(unit)
        }
        // A text that XML cannot represent, and a unit without other texts.
        writer.add(
            TMXUnit(variants: [
                .init(language: "en", text: "z"), .init(language: "fr", text: "\u{1}"),
            ]))
        #expect(writer.leftOut == 1)
        let bytes = writer.finish()
        let read = try read(bytes).map { unit in
            var unit = unit
            unit.line = 0
            return unit
        }
        #expect(read == units)
        #expect(
            String(decoding: bytes.prefix(240), as: UTF8.self)
                == """
                <?xml version="1.0" encoding="UTF-8"?>
                <tmx version="1.4">
                  <header creationtool="dragoman" creationtoolversion="1" segtype="block" o-tmf="dragoman" adminlang="en" srclang="en" datatype="plaintext"/>
                  <body>
                    <tu>
                      <prop type="x-d
                """.prefix(240))
    }

    @Test(
        arguments: [
            ("", 1), ("  \n", 1), ("no xml", 1), ("<xliff/>", 1), ("<tmx>", nil),
            ("<tmx>\n<body>\n</tmx>", 3), ("<tmx>\n&x;</tmx>", 2),
            ("<tmx><body><tu>\n<tuv><seg>a</seg></tuv></tu></body></tmx>", 2),
            ("<!DOCTYPE tmx [\n<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><tmx>&b;</tmx>", 2),
            ("<!DOCTYPE tmx [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><tmx>&a;</tmx>", 1),
            ("<tmx>\n\u{0}</tmx>", 2),
            ("<tmx>" + String(repeating: "<a>", count: 100), 1),
        ] as [(String, Int?)])
    func refusesWhatIsNoTMX(text: String, line: Int?) {
        for size in [1, 1 << 16] {
            do {
                _ = try read(Array(text.utf8), partsOf: size)
                Issue.record("It was read.")
            } catch let error as InterchangeError {
                #expect(!error.message.isEmpty)
                if let line { #expect(error.line == line, "\(error)") }
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    @Test(arguments: [1, 1 << 16]) func saysThatAFileEndsTooEarly(size: Int) {
        for text in ["<tmx><body><tu>", "<tmx><body><tu><tuv xml:lang=\"en\"><seg>Hello"] {
            #expect {
                try read(Array(text.utf8), partsOf: size)
            } throws: {
                ($0 as? InterchangeError)?.message == "The file ends too early."
            }
        }
    }

    @Test func refusesWhatWouldTakeAllMemory() {
        let start = "<tmx><body><tu><tuv xml:lang=\"en\"><seg>"
        #expect(throws: InterchangeError.self) {
            let reader = try TMXReader()
            _ = try reader.read(Array(start.utf8))
            for _ in 0..<100 { _ = try reader.read(Array(repeating: 0x61, count: 1 << 16)) }
        }
        #expect(throws: InterchangeError.self) {
            let reader = try TMXReader()
            _ = try reader.read(Array("<tmx><body><tu>".utf8))
            let variant = Array("<tuv xml:lang=\"en\"><seg>a</seg></tuv>".utf8)
            for _ in 0...TMXReader.mostVariants { _ = try reader.read(variant) }
        }
        #expect(throws: InterchangeError.self) { try read([0xFF, 0xC0, 0x80]) }
    }
}
