import Interchange
import Testing
import Translation

/// Hints about files whose contents do not match their names.
@Suite struct HintTests {
    static let xml = ["android-xml", "xliff-1.2", "xliff-2", "verid-xml"]
    static let json = ["xcstrings", "arb", "nstack-json", "i18next-json", "i18next-json-v3"]

    private func hint(_ text: String, _ format: String) throws -> String {
        let format = try #require(FileFormats.named(format))
        let error = try #require(throws: InterchangeError.self) {
            try format.read(
                Array(text.utf8), context: ReadContext(section: "default", isSource: false))
        }
        return error.hint.typed
    }

    /// A format's hints must not name the elements of another.
    @Test(arguments: xml, ["", "No such file.\n", "<a/>\nmore"])
    func noHintOfXMLNamesAnElement(format: String, text: String) throws {
        let hint = try hint(text, format)
        #expect(!hint.contains("<") && !hint.contains("strings"), "\(hint)")
    }

    @Test(arguments: xml)
    func whatIsNoXMLMayBeAnotherFormat(format: String) throws {
        #expect(try hint("No such file.\n", format).contains("--file-format"))
    }

    @Test(arguments: json)
    func aKeyThatStandsTwiceIsToBeTakenOut(format: String) throws {
        let hint = try hint(#"{"a":"x","a":"y"}"#, format)
        #expect(hint == "Remove one of the two, or give it another key.")
    }

    @Test(arguments: [
        ("", "Fetch the file again"), ("{\"a\":\"", "Close open brackets"),
        ("{} {}", "Remove what follows"), ("{\"a\":1e999}", "Remove the number"),
        (String(repeating: "[", count: 300), "Close open brackets"),
        (String(repeating: "[", count: 600), "Reduce the nesting"),
        (
            String(repeating: "[", count: 600) + String(repeating: "]", count: 600),
            "Reduce the nesting"
        ),
        ("{a:1}", "Correct the file"),
    ])
    func aFaultOfJSONHasItsOwnHint(text: String, beginning: String) throws {
        let hint = try hint(text, "i18next-json")
        #expect(hint.hasPrefix(beginning), "\(hint)")
    }

    @Test func aByteOrderMarkIsToBeTakenOut() throws {
        #expect(
            try hint("\u{FEFF}\u{FEFF}{}", "i18next-json").contains("without a byte order mark"))
    }
}
