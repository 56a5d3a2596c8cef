import JSON
import TestKit
import Testing

/// The stored form and the human-readable form.
struct WritingTests {
    @Test func everyASCIICharacterHasOneForm() {
        let short: [UInt32: String] = [
            0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0C: "\\f", 0x0D: "\\r", 0x22: "\\\"",
            0x5C: "\\\\",
        ]
        for code in UInt32(0)..<0x80 {
            let text = String(Character(Unicode.Scalar(UInt8(code))))
            let hex = String(code, radix: 16)
            let long = "\\u00" + (hex.utf8.count < 2 ? "0" : "") + hex
            let expected = short[code] ?? (code < 0x20 ? long : text)
            #expect(written(.string(text)) == "\"\(expected)\"")
        }
    }

    static let canonical = [
        "null", "true", "false", "0", "-1", "9223372036854775807", "-9223372036854775808", "\"\"",
        "[]", "{}", "[1,[2,{}],\"x\"]", "{\"b\":1,\"a\":{\"\":null}}",
        "\"/\u{7f}\u{85}\u{2028}é漢😀\"",
        "\"\\u0000\\u0001\\u001f\\b\\t\\n\\f\\r\\\"\\\\\"", "\"e\u{301} \u{e9}\"",
        "{\"\u{e9}\":1,\"e\u{301}\":2}", "1.5",
    ]

    @Test(arguments: canonical)
    func canonicalLinesComeBack(text: String) throws {
        let bytes = Array(text.utf8)
        #expect(CanonicalJSON.encode(try JSONValue.parse(bytes)) == bytes)
    }

    @Test(arguments: [
        (" { \"a\" : [ 1 , 2 ] } ", "{\"a\":[1,2]}"), ("\"\\u0041\\/\\u00E9\"", "\"A/é\""),
        ("\"\\u001F\\u0008\"", "\"\\u001f\\b\""), ("-0", "0"), ("\"\\ud83d\\ude00\"", "\"😀\""),
    ])
    func otherFormsBecomeCanonical(text: String, expected: String) throws {
        #expect(written(try JSONValue.parse(Array(text.utf8))) == expected)
    }

    @Test func prettyFormIsForPeople() throws {
        let value = try JSONValue.parse(
            Array("{\"a\":[1,{\"b\":[]},[]],\"c\":{},\"d\":\"\\n\"}".utf8))
        let expected = """
            {
              "a": [
                1,
                {
                  "b": []
                },
                []
              ],
              "c": {},
              "d": "\\n"
            }

            """
        #expect(String(decoding: PrettyJSON.encode(value), as: UTF8.self) == expected)
        #expect(
            String(decoding: PrettyJSON.encode([1], indent: 4), as: UTF8.self) == "[\n    1\n]\n")
        #expect(String(decoding: PrettyJSON.encode("x"), as: UTF8.self) == "\"x\"\n")
    }

    @Test(arguments: 0..<200)
    func whatIsWrittenIsRead(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        let value = Self.value(depth: 5, &random)
        let canonical = CanonicalJSON.encode(value)
        #expect(try JSONValue.parse(canonical) == value)
        #expect(CanonicalJSON.encode(try JSONValue.parse(canonical)) == canonical)
        let pretty = try JSONValue.parse(PrettyJSON.encode(value))
        #expect(CanonicalJSON.encode(pretty) == canonical)
    }

    @Test(arguments: 0..<100)
    func textsAreReadWithoutTheParser(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        let text = (0..<random.number(in: 0...12)).map { _ in
            Self.pieces[random.number(in: 0...Self.pieces.count - 1)]
        }.joined()
        let hasLetters = !text.unicodeScalars.contains {
            $0.value < 0x20 && !"\u{8}\t\n\u{c}\r".unicodeScalars.contains($0)
        }
        #expect(
            readText(CanonicalJSON.encode(.string(text))).map { Array($0.utf8) }
                == (hasLetters ? Array(text.utf8) : nil))
    }

    @Test(arguments: [
        "", "\"", "\"\\\"", "{}", "[\"a\"]", "\"a\",\"b\"", "\"\\n\",\"b\"", "\"\\u0041\"",
        "\"\\x\"",
        "null", "\"a\\", "{\"a\":\"b\"}",
    ])
    func otherJSONIsLeftToTheParser(json: String) { #expect(readText(Array(json.utf8)) == nil) }

    private func readText(_ json: [UInt8]) -> String? {
        json.withUnsafeBytes { CanonicalJSON.text($0) }
    }

    /// Random bytes are refused or read, and values that were read are restored.
    @Test(arguments: 0..<200)
    func damageIsRefusedOrRead(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        var bytes = CanonicalJSON.encode(Self.value(depth: 4, &random))
        for _ in 0..<random.number(in: 1...3) {
            bytes[random.number(in: bytes.indices.lowerBound...bytes.count - 1)] =
                UInt8(random.number(in: 0...255))
        }
        guard let value = try? JSONValue.parse(bytes) else { return }
        #expect(try JSONValue.parse(CanonicalJSON.encode(value)) == value)
    }

    private func written(_ value: JSONValue) -> String {
        String(decoding: CanonicalJSON.encode(value), as: UTF8.self)
    }

    private static let pieces = [
        "a", "é", "e\u{301}", "\"", "\\", "/", "\n", "\r\n", "\u{0}", "\u{1f}", "\u{7f}", "漢", "😀",
        "\u{2028}", "\u{feff}", " ", "{}", "\u{10ffff}",
    ]

    private static func text(_ random: inout SplitMix64) -> String {
        (0..<random.number(in: 0...6)).map { _ in random.pick(pieces) }.joined()
    }

    private static func value(depth: Int, _ random: inout SplitMix64) -> JSONValue {
        switch random.number(in: 0...(depth > 0 ? 7 : 4)) {
        case 0: return .null
        case 1: return .bool(random.chance(1, in: 2))
        case 2: return .integer(Int64(truncatingIfNeeded: random.next()))
        case 3: return .real(Double(random.number(in: -1000...1000)) + 0.5)
        case 4: return .string(text(&random))
        case 5:
            return .array(
                (0..<random.number(in: 0...4)).map { _ in value(depth: depth - 1, &random) })
        default:
            let members = (0..<random.number(in: 0...4)).map { index in
                // A key cannot contain NUL, and keys are unique.
                (
                    key: "\(index)" + text(&random).filter { $0 != "\u{0}" },
                    value: value(depth: depth - 1, &random)
                )
            }
            return .object(JSONObject(uniqueMembers: members))
        }
    }
}
