import JSON
import Testing

/// Error messages about documents that are not JSON, with line and column.
struct FaultTests {
    static let faults: [(text: String, line: Int, column: Int, message: String)] = [
        ("", 1, 1, "The input is empty."), ("\n \n", 1, 1, "The input is empty."),
        ("\u{feff}1", 1, 1, "The input begins with a byte order mark, which is not allowed."),
        ("[1,\n2", 2, 2, "The input ends too early."),
        ("{\"a\":\n", 2, 1, "The input ends too early."),
        ("[1]\n\n [2]", 3, 2, "Extra data follows the value."),
        ("{\n  \"é\": 1,\n  \"é\": 2\n}", 3, 3, "An object contains the same key twice."),
        ("[\"é😀\", 1e999]", 1, 8, "A number is too large."),
        ("[-9223372036854775809]", 1, 2, "A number is too large."),
        ("x", 1, 1, "Expected a value, not “x”."),
        ("\u{201c}a\u{201d}", 1, 1, "Expected a value, not U+201C."),
        ("\u{1f600}", 1, 1, "Expected a value, not U+1F600."),
        ("[NaN]", 1, 2, "Expected a value or “]”, not “N”."),
        ("[nil]", 1, 2, "Expected a value or “]”, not “n”."),
        ("[1,\n]", 2, 1, "Expected a value after the comma, not “]”."),
        ("[1 2]", 1, 4, "Expected a comma or “]” after the value, not “2”."),
        ("{a: 1}", 1, 2, "Expected a key in double quotes or “}”, not “a”."),
        ("{\"a\": 1,\n}", 2, 1, "Expected a key in double quotes after the comma, not “}”."),
        ("{\"a\" 1}", 1, 6, "Expected a colon after the key, not “1”."),
        ("{\"a\":\t}", 1, 7, "Expected a value after the colon, not “}”."),
        ("{\"a\": 1 \"b\": 2}", 1, 9, "Expected a comma or “}” after the value, not “\"”."),
        ("[-x]", 1, 3, "Expected a digit after the minus sign, not “x”."),
        ("[1.]", 1, 4, "Expected a digit after the decimal point, not “]”."),
        ("[1e]", 1, 4, "Expected a digit in the exponent, not “]”."),
        ("[1, -012]", 1, 5, "A number has a leading zero."),
        ("\"é\n\"", 1, 3, "A string contains U+000A, which must be escaped."),
        ("\"\\x\"", 1, 3, "Expected one of “\"\\/bfnrtu” after the backslash, not “x”."),
        ("\"\\u12g4\"", 1, 6, "Expected four hexadecimal digits after “\\u”, not “g”."),
        ("\"a\\udc00\"", 1, 3, "An escape is half of a surrogate pair."),
        ("{\"a\\u0000\": 1}", 1, 2, "A key contains U+0000."),
    ]

    @Test(arguments: faults)
    func saysWhatAndWhere(text: String, line: Int, column: Int, message: String) {
        let error = #expect(throws: JSONError.self) { try JSONValue.parse(Array(text.utf8)) }
        #expect(error?.description == "line \(line), column \(column): \(message)")
    }

    /// The position is that of the first invalid byte, in a slice as in a whole array.
    @Test(arguments: [
        ("[\"é\", x]", 7), ("{\"é\": 1, \"é\": 2}", 10), ("[1", 2), ("[1]x", 3), ("\u{feff}1", 0),
    ])
    func countsBytesFromZero(text: String, offset: Int) {
        let bytes = Array(text.utf8)
        for around in [0, 5] {
            let padding = [UInt8](repeating: 0x78, count: around)
            let slice = (padding + bytes + padding)[around..<(around + bytes.count)]
            let error = #expect(throws: JSONError.self) { try JSONValue.parse(slice) }
            #expect(error?.byteOffset == offset)
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 40])
    func findsABrokenByteWhereverItIs(before: Int) {
        let start = "\n[\"é" + String(repeating: "a", count: before)
        let error = #expect(throws: JSONError.self) {
            try JSONValue.parse(Array(start.utf8) + [0xFF, 0x22, 0x5D])
        }
        #expect(error?.description == "line 2, column \(before + 4): The input is not UTF-8.")
    }
}
