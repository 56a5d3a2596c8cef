import JSON
import Testing

/// What is JSON is told from what only looks like it.
struct StrictReadingTests {
    static let accepted: [(text: String, value: JSONValue)] = [
        ("null", .null), ("true", true), ("false", false), ("0", 0), ("-0", 0), ("-1", -1),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("1.5", .real(1.5)), ("1e2", .real(100)), ("\"\"", ""), ("\"a\"", "a"),
        (" \t\r\n[ ] \n", []), ("[1,\"a\",null]", [1, "a", .null]),
        ("{}", .object(JSONObject(uniqueMembers: []))),
        ("\"\\u00e9\\u0065\\u0301\"", "\u{e9}e\u{301}"), ("\"\\ud83d\\ude00\"", "😀"),
        ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\u{8}\u{c}\n\r\t"),
        ("\"a\\u0000b\"", "a\u{0}b"),
        ("\"\u{7f}\u{85}\u{2028}\u{feff}\"", "\u{7f}\u{85}\u{2028}\u{feff}"),
    ]

    @Test(arguments: accepted)
    func takesWhatIsJSON(text: String, value: JSONValue) throws {
        #expect(try JSONValue.parse(Array(text.utf8)) == value)
    }

    /// The text, and the sentence's beginning.
    static let refused: [(text: String, message: String)] = [
        ("", "There is nothing in it."), (" \n\t", "There is nothing in it."),
        ("\u{feff}{}", "It begins with a byte order mark"),
        ("{\"a\":1,\"a\":1}", "A key stands twice in one object."),
        ("{\"b\":{\"a\":1,\"c\":2,\"a\":3}}", "A key stands twice in one object."),
        ("{\"a\":1,\"\\u0061\":2}", "A key stands twice in one object."),
        ("{} {}", "Something follows the value."), ("1 2", "Something follows the value."),
        ("[1]]", "Something follows the value."), ("{}\u{0}", ""),
        ("[1", "It ends too early."), ("{\"a\":", "It ends too early."),
        ("\"a", "It ends too early."), ("[1,]", "It is no JSON here"),
        ("{\"a\":1,}", "It is no JSON here"), ("{a:1}", "It is no JSON here"),
        ("['a']", "It is no JSON here"), ("01", "It is no JSON here"),
        ("+1", "It is no JSON here"), (".5", "It is no JSON here"), ("1.", "It is no JSON here"),
        ("NaN", "It is no JSON here"), ("Infinity", "It is no JSON here"),
        ("True", "It is no JSON here"), ("// c\n1", "It is no JSON here"),
        ("\"a\nb\"", "It is no JSON here"), ("\"\u{1}\"", "It is no JSON here"),
        ("\"\\x41\"", "It is no JSON here"), ("\"\\u12g4\"", "It is no JSON here"),
        ("\"\\ud800\"", "It is no JSON here"), ("\"\\udc00\"", "It is no JSON here"),
        ("\"\\ud800\\u0041\"", "It is no JSON here"), ("\"\\ud800x\"", "It is no JSON here"),
        ("{\"a\\u0000b\":1}", "It is no JSON here"),
        ("9223372036854775808", "A number is too large."),
        ("-9223372036854775809", "A number is too large."), ("1e999", "A number is too large."),
    ]

    @Test(arguments: refused)
    func refusesWhatIsNot(text: String, message: String) {
        let error = #expect(throws: JSONError.self) { try JSONValue.parse(Array(text.utf8)) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    static let notUTF8: [[UInt8]] = [
        [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
        [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xE2, 0x82, 0x22],
        [0xFE, 0xFF, 0x00, 0x31], [0x80],
    ]

    @Test(arguments: notUTF8)
    func refusesWhatIsNotUTF8(bytes: [UInt8]) {
        let error = #expect(throws: JSONError.self) { try JSONValue.parse(bytes) }
        #expect(error?.message == "It is not UTF-8.")
    }

    @Test func saysWhere() {
        let error = #expect(throws: JSONError.self) {
            try JSONValue.parse(Array("{\n  \"é\": 1,\n  \"é\": 2\n}".utf8))
        }
        #expect(error?.line == 3)
        #expect(error?.byteOffset == 19)
        #expect(error?.description == "line 3, column 5: A key stands twice in one object.")
    }

    @Test(arguments: ["\u{feff}1", "", "[1,]", "{\"a\" 1}"])
    func positionsBeginAtOne(text: String) {
        let error = #expect(throws: JSONError.self) { try JSONValue.parse(Array(text.utf8)) }
        #expect((error?.line ?? 0) >= 1)
        #expect((error?.column ?? 0) >= 1)
        #expect((error?.byteOffset ?? -1) >= 0)
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
        #expect(error?.message == "It is nested more than 512 deep.")
    }
}
