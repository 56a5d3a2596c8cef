import JSON
import Testing

/// Texts that look like JSON but are invalid are refused.
struct StrictReadingTests {
    static let accepted: [(text: String, value: JSONValue)] = [
        ("null", .null), ("true", true), ("false", false), ("0", 0), ("-0", 0), ("-1", -1),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("1.5", .real(1.5)), ("1e2", .real(100)), ("1E+2", .real(100)), ("-1.5e-2", .real(-0.015)),
        ("0e1", .real(0)), ("0.0", .real(0)), ("1e-999", .real(0)),
        ("1e-99999999999999999999", .real(0)), ("0e99999999999999999999", .real(0)),
        ("1\(String(repeating: "0", count: 400))e-400", .real(1)),
        ("0.\(String(repeating: "0", count: 400))1e401", .real(1)),
        ("5e-324", .real(.leastNonzeroMagnitude)),
        ("1.7976931348623157e308", .real(.greatestFiniteMagnitude)),
        ("0.1000000000000000055511151231257827021181583404541015625", .real(0.1)),
        ("9007199254740993.0", .real(9_007_199_254_740_992)), ("\"\"", ""), ("\"a\"", "a"),
        (" \t\r\n[ ] \n", []), ("[1,\"a\",null]", [1, "a", .null]),
        ("{}", .object(JSONObject(uniqueMembers: []))),
        ("\"\\u00e9\\u0065\\u0301\"", "\u{e9}e\u{301}"), ("\"\\ud83d\\ude00\"", "😀"),
        ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\u{8}\u{c}\n\r\t"),
        ("\"a\\u0000b\"", "a\u{0}b"), ("\"\\uD834\\uDD1E\\uFFFF\"", "\u{1d11e}\u{ffff}"),
        ("\"0123456\\n89é\\\\abcdefgh\"", "0123456\n89é\\abcdefgh"),
        (
            "\"\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}\"",
            "\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}"
        ),
        ("[[],[{}],[[]]]", [[], [.object(JSONObject(uniqueMembers: []))], [[]]]),
        ("{\"\":0,\"a\":[1]}", .object(JSONObject(uniqueMembers: [("", 0), ("a", [1])]))),
        ("\"\u{7f}\u{85}\u{2028}\u{feff}\"", "\u{7f}\u{85}\u{2028}\u{feff}"),
    ]

    @Test(arguments: accepted)
    func takesWhatIsJSON(text: String, value: JSONValue) throws {
        #expect(try JSONValue.parse(Array(text.utf8)) == value)
    }

    static let refused: [(text: String, kind: JSONError.Kind)] = [
        ("", .empty), (" \n\t", .empty), ("\u{feff}{}", .byteOrderMark),
        ("{\"a\":1,\"a\":1}", .duplicateKey), ("{\"\":1,\"\":1}", .duplicateKey),
        ("{\"b\":{\"a\":1,\"c\":2,\"a\":3}}", .duplicateKey),
        ("{\"a\":1,\"\\u0061\":2}", .duplicateKey), ("{\"\\n\":1,\"\\u000a\":2}", .duplicateKey),
        ("{} {}", .followed), ("1 2", .followed), ("[1]]", .followed), ("{}\u{0}", .followed),
        ("1\u{feff}", .followed), ("0x1", .followed), ("1_000", .followed),
        ("[1", .unfinished), ("[1,", .unfinished), ("{", .unfinished), ("{\"a\"", .unfinished),
        ("{\"a\":", .unfinished), ("{\"a\":1", .unfinished), ("{\"a\":1,", .unfinished),
        ("\"a", .unfinished), ("\"", .unfinished), ("\"\\", .unfinished), ("\"\\u12", .unfinished),
        ("\"\\ud800", .unfinished), ("\"\\ud83d\\ude", .unfinished), ("tru", .unfinished),
        ("-", .unfinished), ("1.", .unfinished), ("1e", .unfinished), ("1e+", .unfinished),
        ("[1,]", .syntax), ("[,1]", .syntax), ("[1 2]", .syntax), ("[1}", .syntax),
        ("{\"a\":1,}", .syntax), ("{,}", .syntax), ("{a:1}", .syntax), ("{\"a\" 1}", .syntax),
        ("{\"a\"}", .syntax), ("{\"a\":}", .syntax), ("{1:1}", .syntax), ("{\"a\":1]", .syntax),
        ("['a']", .syntax), ("01", .syntax), ("-01", .syntax), ("00", .syntax), ("+1", .syntax),
        (".5", .syntax), ("[1.]", .syntax), ("[1.e1]", .syntax), ("[1e]", .syntax),
        ("[-]", .syntax), ("[-a]", .syntax), ("NaN", .syntax), ("Infinity", .syntax),
        ("-Infinity", .syntax), ("True", .syntax), ("trux", .syntax), ("nul ", .syntax),
        ("undefined", .syntax), ("// c\n1", .syntax), ("[1/**/]", .syntax), ("]", .syntax),
        ("\u{a0}1", .syntax), ("\u{c}1", .syntax), ("\"a\nb\"", .syntax), ("\"\u{1}\"", .syntax),
        ("\"\u{0}\"", .syntax), ("\"\t\"", .syntax), ("\"\\x41\"", .syntax),
        ("\"\\é\"", .syntax), ("\"\\u12g4\"", .syntax), ("\"\\u 123\"", .syntax),
        ("\"\\u+123\"", .syntax), ("\"\\ud800\"", .syntax), ("\"\\udc00\"", .syntax),
        ("\"\\ud800\\u0041\"", .syntax), ("\"\\ud800\\ud800\"", .syntax),
        ("\"\\ude00\\ud83d\"", .syntax), ("\"\\ud800x\"", .syntax), ("\"\\ud800\\n\"", .syntax),
        ("{\"a\\u0000b\":1}", .syntax),
        ("9223372036854775808", .largeNumber), ("-9223372036854775809", .largeNumber),
        ("18446744073709551616", .largeNumber), ("99999999999999999999999", .largeNumber),
        ("1e999", .largeNumber), ("-1e999", .largeNumber), ("1.8e308", .largeNumber),
        ("[1e99999999999999999999]", .largeNumber),
        ("1\(String(repeating: "0", count: 400)).0", .largeNumber),
    ]

    @Test(arguments: refused)
    func refusesWhatIsNot(text: String, kind: JSONError.Kind) {
        let error = #expect(throws: JSONError.self) { try JSONValue.parse(Array(text.utf8)) }
        #expect(error?.kind == kind, "\(error?.message ?? "")")
    }

    static let notUTF8: [[UInt8]] = [
        [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
        [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xE2, 0x82, 0x22],
        [0xFE, 0xFF, 0x00, 0x31], [0xFF, 0xFE, 0x31, 0x00], [0x80], [0x22, 0xE2, 0x82],
        [0x22, 0xE0, 0x9F, 0x80, 0x22],
        [0x22, 0xF0, 0x8F, 0x80, 0x80, 0x22], [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22],
        [0x31, 0xFF], [0x5B, 0x31, 0xC3, 0x5D], [0x22, 0x5C, 0xFF, 0x22],
        [0x22, 0x5C, 0x6E, 0x61, 0xFF, 0x22],
    ]

    @Test(arguments: notUTF8)
    func refusesWhatIsNotUTF8(bytes: [UInt8]) {
        let error = #expect(throws: JSONError.self) { try JSONValue.parse(bytes) }
        #expect(error?.message == "The input is not UTF-8.")
    }

    @Test(arguments: [1, 2, JSONValue.maximumDepth])
    func takesDeepNesting(depth: Int) throws {
        let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let objects =
            String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
        for text in [arrays, objects] {
            let value = try JSONValue.parse(Array(text.utf8))
            #expect(CanonicalJSON.encode(value) == Array(text.utf8))
        }
    }

    @Test(arguments: [JSONValue.maximumDepth + 1, 2047, 2048, 2049, 100_000])
    func refusesDeeperNesting(depth: Int) {
        let texts = [
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth),
            String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth),
            String(repeating: "[{\"a\":", count: depth / 2 + 1),
        ]
        for text in texts {
            #expect(throws: JSONError.self) { try JSONValue.parse(Array(text.utf8)) }
        }
        let error = #expect(throws: JSONError.self) { try JSONValue.parse(Array(texts[0].utf8)) }
        #expect(error?.message == "The input is nested more than 512 levels deep.")
        #expect(error?.byteOffset == JSONValue.maximumDepth)
    }
}
