import JSON
import Testing

/// Reads parts of a document without creating values for all of it.
struct LendingTests {
    private func lent<Result>(_ text: String, _ body: (LentJSON) -> Result) -> Result? {
        var result: Result?
        JSONValue.lend(Array(text.utf8)[...]) { result = body($0) }
        return result
    }

    private static let object = """
        {"text":"a\\u0000é","":"empty","number":-7,"yes":true,"no":false,"null":null,"real":1.5,
        "list":[1,{"a":[2]},"b"],"object":{"inner":{"text":"c"},"text":"d"},"last":"z"}
        """

    @Test func membersAreFoundByNameAndKind() {
        let found: Void? = lent(Self.object) { json in
            let object = json.objectValue
            #expect(object?["text"]?.stringValue == "a\0é")
            #expect(object?[""]?.stringValue == "empty")
            #expect(object?["number"]?.integerValue == -7)
            #expect(object?["yes"]?.boolValue == true)
            #expect(object?["no"]?.boolValue == false)
            #expect(object?["null"]?.boolValue == nil)
            #expect(object?["real"]?.integerValue == nil)
            #expect(object?["list"]?.objectValue == nil)
            #expect(
                object?["object"]?.objectValue?["inner"]?.objectValue?["text"]?.stringValue == "c")
            #expect(object?["last"]?.stringValue == "z")
            #expect(object?["inner"] == nil)
            #expect(object?["tex"] == nil)
            #expect(json.stringValue == nil)
        }
        #expect(found != nil)
    }

    @Test func whatIsKeptIsWhatReadingGives() throws {
        let parsed = try JSONValue.parse(Array(Self.object.utf8))
        #expect(lent(Self.object, \.json) == parsed)
        for key in ["text", "list", "object", "null", "real"] {
            #expect(lent(Self.object) { $0.objectValue?[key]?.json } == parsed.objectValue?[key])
        }
        #expect(lent(Self.object) { $0.objectValue?.json } == parsed.objectValue)
    }

    /// Objects with enough keys to be hashed, and with few.
    @Test(arguments: [2, 16, 17, 300])
    func aKeyThatStandsTwiceIsNotLent(count: Int) {
        let members = (0..<count).map { "\"k\($0)\":{\"same\":\($0)}" }
        #expect(lent("{\(members.joined(separator: ","))}") { _ in 0 } != nil)
        for twice in [0, count / 2, count - 1] {
            let text = "[{\((members + ["\"k\(twice)\":0"]).joined(separator: ","))}]"
            #expect(lent(text) { _ in 0 } == nil)
        }
    }

    @Test(arguments: [
        "", " ", "{", "\u{FEFF}{}", "{} {}", "[1,]", "{\"a\\u0000b\":1}", "9223372036854775808",
        "\"\\ud800\"", "{\"a\":{\"b\":1,\"b\":2}}",
        String(repeating: "[", count: 513) + String(repeating: "]", count: 513),
    ])
    func whatReadingRefusesIsNotLent(text: String) {
        #expect(lent(text) { _ in 0 } == nil)
        #expect(throws: JSONError.self) { try JSONValue.parse(Array(text.utf8)) }
    }
}
