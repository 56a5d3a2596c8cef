import Interchange
import TestKit
import Testing
import Texts
import Translation

@Suite struct TermBaseTests {
    private let format = TermBase()

    private func read(
        _ text: String, _ language: String, isSource: Bool = false
    ) throws -> ReadFile {
        try format.read(
            Array(text.utf8),
            context: ReadContext(
                section: "glossary", isSource: isSource, language: language, sourceLanguage: "en"))
    }

    private let edition2008 = """
        <?xml version="1.0"?>
        <!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">
        <martif type="TBX" xml:lang="en">
          <martifHeader><fileDesc><titleStmt><title>x</title></titleStmt></fileDesc></martifHeader>
          <text><body>
            <termEntry id="c1">
              <descripGrp><descrip type="definition"> Holds data. </descrip></descripGrp>
              <langSet xml:lang="en-US">
                <tig><term>record</term>
                  <termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig>
                <tig><term> <hi>fi</hi>le </term></tig>
                <tig><term>document</term></tig>
              </langSet>
              <langSet xml:lang="de"><ntig><termGrp><term>Datei</term></termGrp></ntig></langSet>
            </termEntry>
            <termEntry><langSet xml:lang="en-US"><tig><term>log &amp; in</term></tig></langSet></termEntry>
          </body></text>
        </martif>
        """

    @Test func readsTheEditionOf2008() throws {
        #expect(format.recognizes(path: "terms.xml", bytes: Array(edition2008.utf8)))
        #expect(try format.languages(in: Array(edition2008.utf8)) == ["en-US", "de"])
        let source = try read(edition2008, "en-US", isSource: true)
        #expect(source.entries.map(\.string.key) == ["c1", "log & in"])
        #expect(source.entries.map(\.value) == [Value("file"), Value("log & in")])
        #expect(source.entries[0].details.comment == "Holds data.")
        #expect(source.notices.map(\.line) == [6])
        let german = try read(edition2008, "de")
        #expect(german.entries.map(\.value) == [Value("Datei"), nil])
        #expect(german.entries.map(\.string.section) == ["glossary", "glossary"])
    }

    @Test(arguments: [
        "<descrip type=\"definition\">d</descrip>",
        "<basic:definition xmlns:basic=\"urn:x\">d</basic:definition>",
    ])
    func readsTheEditionOf2019(definition: String) throws {
        let file = """
            <tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"><text><body>
            <conceptEntry id="a_x0020_b">\(definition)
            <langSec xml:lang="en"><termSec><term>tab</term></termSec></langSec>
            <langSec xml:lang="fr"><termSec><term>onglet</term></termSec></langSec></conceptEntry>
            <conceptEntry id="a_x0020_b"><langSec xml:lang="en"><termSec><term>x</term></termSec></langSec></conceptEntry>
            <conceptEntry id="none"><langSec xml:lang="fr"><termSec><term>y</term></termSec></langSec></conceptEntry>
            </body></text></tbx>
            """
        let french = try read(file, "fr")
        #expect(french.entries.map(\.string.key) == ["a b", "none"])
        #expect(french.entries.map(\.source) == [Value("tab"), nil])
        #expect(french.entries[0].value == Value("onglet"))
        #expect(french.entries[0].details.comment == "d")
        #expect(french.notices.map(\.isLeftOut) == [true])
        let source = try read(file, "en", isSource: true)
        #expect(source.entries.map(\.string.key) == ["a b"])
        #expect(source.notices.count == 2)
    }

    @Test(arguments: [
        "", "<xliff/>", "<tbx>", "no xml", "<tbx><conceptEntry></tbx>",
        "<!DOCTYPE martif [<!ENTITY a \"&b;\">]><martif>&a;</martif>",
    ])
    func refusesWhatIsNoTermBase(text: String) {
        #expect(throws: InterchangeError.self) { try format.catalogue(Array(text.utf8)) }
    }

    @Test(arguments: 0..<10)
    func comesBackAsItWas(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        let keys = ["file", "a b", "1", "_x0041_", "_x", "æble", "世界", "k\n&<", "a:b", "-", "😀"]
        let texts = ["File", "a & <b>", "世", " edge", "", "\u{1}", "two\nlines", "x\r\ny"]
        let entries = keys.shuffled(using: &random).map { key in
            ExportEntry(
                string: StringID(section: "glossary", key: key), source: Value(random.pick(texts)),
                value: random.chance(1, in: 10)
                    ? .list([Value("a")]) : Value(random.pick(texts)),
                details: StringDetails(comment: random.pick([nil, "What it is <b>"])))
        }
        let trip = try RoundTrip(
            format, entries, language: "de",
            options: ExportOptions(
                defaultSection: "default", isSource: false, sourceLanguage: LanguageTag("en")))
        trip.check(entries)
        #expect(trip.result.files.map(\.path) == ["glossary.tbx"])
        #expect(
            trip.entries.count + trip.result.unrepresentable.count == entries.count)
        #expect(format.place(ofPath: "a/glossary.tbx", languages: []).section == "glossary")
    }
}
