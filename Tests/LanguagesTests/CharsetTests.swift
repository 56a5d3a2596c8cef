import Languages
import Testing

struct CharsetTests {
    @Test(
        arguments: [
            ("ISO-8859-1", [0x63, 0xE9], "cé"), ("iso-8859-2", [0xB1], "ą"),
            ("KOI8-R", [0xC1], "а"),
            ("Shift_JIS", [0x83, 0x5C], "ソ"), ("windows-1252", [0x80], "€"),
            ("EUC-JP", [0xA4, 0xA2], "あ"),
            ("UTF-8", [0xF0, 0x9F, 0x98, 0x80], "😀"), ("GB18030", [], ""),
        ] as [(String, [UInt8], String)])
    func decodes(name: String, bytes: [UInt8], text: String) throws {
        #expect(try Charset.decode(bytes, as: name) == text)
    }

    @Test func refusesWhatIsNotOfTheSet() {
        #expect(throws: Charset.Fault.malformed) { try Charset.decode([0xC3, 0x28], as: "UTF-8") }
        #expect(throws: Charset.Fault.malformed) { try Charset.decode([0x82], as: "Shift_JIS") }
        #expect(throws: Charset.Fault.unknownName) { try Charset.decode([0x61], as: "no-set") }
        #expect(throws: Charset.Fault.unknownName) { try Charset.decode([0x61], as: "") }
    }
}
