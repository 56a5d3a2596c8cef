import Interchange
import Testing
import Translation

@Suite("Ver-ID XML: refusals")
struct VerIDRefusalTests {
    @Test(arguments: [
        ("<strings>\n<string><original>a</original></string></strings>", 2, "<translation>"),
        ("<strings>\n<string><translation>a</translation></string></strings>", 2, "<original>"),
        ("<strings><string/></strings>", 1, "<original>"),
        ("<strings>\n<string><original/><translation/></string></strings>", 2, "empty"),
        ("<resources/>", 1, "<resources>"),
        ("<strings>\n<string><original>a <b>b</b></original></string></strings>", 2, "<b>"),
        ("<strings><string>\n<string/></string></strings>", 2, "inside"),
        ("<strings><string>\n<original/>\n<original/></string></strings>", 3, "second"),
        ("<strings>\n<string><original>a & b</original></string></strings>", 2, "&"),
        ("<strings>\n<string><original>&nbsp;</original></string></strings>", 2, "nbsp"),
        ("<strings>\n<a></b></strings>", 2, "end tag"),
        ("<strings>\n<string><original>a", 2, "too early"),
        ("<strings>\n</strings>\n<more/>", 3, "XML"),
        ("<strings>\n\u{1}</strings>", 2, "character"),
        ("<strings>&#0;</strings>", 1, "character"),
        ("<!DOCTYPE strings SYSTEM 'a.dtd'>\n<strings/>", 1, "document type"),
        ("<strings a='1' a='2'/>", 1, "XML"),
        ("<x:strings/>", 1, "XML"),
        ("", 1, "no XML"), ("just words", 1, "XML"),
    ])
    func refuses(xml: String, line: Int, part: String) throws {
        let error = try #require(throws: InterchangeError.self) { try VerIDSample.read(xml) }
        #expect(error.line == line)
        #expect(error.message.contains(part), "\(error)")
        #expect(error.message.hasSuffix(".") && error.hint.typed.hasSuffix("."))
    }

    @Test func namesBothLinesOfAString() throws {
        let one = "<string><original>a</original><translation>b</translation></string>\n"
        let error = try #require(throws: InterchangeError.self) {
            try VerIDSample.read("<strings>\n" + one + one + "</strings>")
        }
        #expect(error.line == 3)
        #expect(error.message.contains("line 2") && error.message.contains("line 3"))
    }

    @Test func expandsNothing() throws {
        let bomb = """
            <!DOCTYPE strings [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d SYSTEM "file:///etc/passwd">]>
            <strings><string><original>&c;&d;</original><translation/></string></strings>
            """
        let error = try #require(throws: InterchangeError.self) { try VerIDSample.read(bomb) }
        #expect(error.message.contains("&b; is not plain text"))
    }

    @Test func refusesDepth() throws {
        let error = try #require(throws: InterchangeError.self) {
            try VerIDSample.read("<strings>" + String(repeating: "<a>", count: 100_000))
        }
        #expect(error.message.contains("deep"))
    }

    @Test func refusesLongTexts() throws {
        let long = String(repeating: "a", count: VerIDXML.maximumTextSize + 1)
        #expect(throws: InterchangeError.self) {
            try VerIDSample.read("<strings><string><original>\(long)</original></string></strings>")
        }
    }

    @Test func refusesOtherEncodings() throws {
        let declared = try #require(throws: InterchangeError.self) {
            try VerIDSample.read("<?xml version='1.0' encoding='ISO-8859-1'?><strings/>")
        }
        #expect(declared.message.contains("ISO-8859-1"))
        let latin = try #require(throws: InterchangeError.self) {
            try VerIDSample.read(Array("<strings>\n<a>é".utf8) + [0xE9, 0x20])
        }
        #expect(latin.line == 2 && latin.column == 5)
        let wide = Array("<strings/>".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(throws: InterchangeError.self) { try VerIDSample.read(wide) }
        #expect(throws: InterchangeError.self) { try VerIDSample.read([0xFF, 0xFE] + wide) }
    }

    @Test func survivesAnyCut() throws {
        let bytes = try VerIDSample.fixture("template.xml")
        for count in stride(from: 0, to: bytes.count - 12, by: 7) {
            #expect(throws: InterchangeError.self) { try VerIDSample.read(Array(bytes[..<count])) }
        }
    }
}
