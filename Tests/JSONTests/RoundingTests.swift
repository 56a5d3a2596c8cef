import JSON
import Testing

/// Numbers out of range, in documents where their exact value does not matter.
struct RoundingTests {
    static let rounded: [(text: String, value: JSONValue)] = [
        ("9223372036854775808", .real(9_223_372_036_854_775_808)),
        ("18446744073709551616", .real(18_446_744_073_709_551_616)),
        ("-99999999999999999999", .real(-1e20)), ("1e999", .real(.greatestFiniteMagnitude)),
        ("-1.5E+999", .real(-.greatestFiniteMagnitude)), ("1e-999", .real(0)), ("1.5", .real(1.5)),
        ("9223372036854775807", .integer(.max)), ("-0", .integer(0)),
        (
            #"["9223372036854775808 1e999 \\",1e999]"#,
            ["9223372036854775808 1e999 \\", .real(.greatestFiniteMagnitude)]
        ),
        (#"["\"1e999",99999999999999999999 ]"#, ["\"1e999", .real(1e20)]),
    ]

    @Test(arguments: rounded)
    func whatDoesNotFitIsRounded(text: String, value: JSONValue) throws {
        #expect(try JSONValue.parseRounding(Array(text.utf8)[...]) == value)
        #expect(throws: Never.self) { try JSONValue.parse(CanonicalJSON.encode(value)) }
    }

    /// Rounding accepts no invalid JSON: the error is reported.
    @Test(arguments: [
        "[9223372036854775808,]", "[1e999 1]", "099999999999999999999", "[1e999, 1e]",
        "[1e999, -]", "[1e999, 1.]", "[1e999, +1]", "[1e999, 1e5e5]", "[1e999, 00]",
        "{\"a\":1e999,\"a\":1}", "[1e999,\"", "1e999\\", "[99999999999999999999.]",
    ])
    func whatIsNoJSONIsRefused(text: String) {
        let error = #expect(throws: JSONError.self) {
            try JSONValue.parseRounding(Array(text.utf8)[...])
        }
        #expect(error?.kind != .largeNumber)
    }
}
