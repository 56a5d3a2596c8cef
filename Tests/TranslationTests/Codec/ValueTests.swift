import JSON
import Testing
import Texts
import Translation

/// The forms of a value and its maximum depth.
struct ValueTests {
    static let canonical = [
        "\"\"", "\"e\u{301}\"", "{\"list\":[]}", "{\"list\":[\"a\",\"b\"]}",
        "{\"by\":\"plural\",\"arg\":\"n\",\"cases\":{\"=0\":\"none\",\"one\":\"one\",\"other\":\"{n}\"}}",
        "{\"by\":\"ordinal\",\"cases\":{\"two\":\"2nd\",\"other\":\"th\"}}",
        "{\"by\":\"select\",\"arg\":\"g\",\"cases\":{\"z\":\"1\",\"a\":\"2\"}}",
        "{\"by\":\"device\",\"cases\":{\"iphone\":\"Tap\",\"other\":\"Click\"}}",
        "{\"by\":\"width\",\"cases\":{\"20\":\"Log in\",\"5\":\"In\"}}",
        "{\"format\":\"%#@n@ of %#@m@\",\"vars\":{\"n\":{\"by\":\"plural\",\"spec\":\"lld\",\"arg\":\"1\",\"cases\":{\"other\":\"%lld\"}},\"m\":{\"by\":\"plural\",\"cases\":{\"other\":\"x\"}}}}",
        "{\"format\":\"x\",\"vars\":{}}",
        "{\"list\":[{\"list\":[{\"list\":[\"4 deep\"]}]}]}",
        "{\"by\":\"select\",\"cases\":{\"a\":{\"by\":\"plural\",\"cases\":{\"other\":{\"list\":[\"4\"]}}}}}",
    ]

    @Test(arguments: canonical)
    func formsComeBack(text: String) throws {
        let json = try JSONValue.parse(Array(text.utf8))
        let value = try Value(json: json)
        #expect(String(decoding: CanonicalJSON.encode(value.json), as: UTF8.self) == text)
        #expect(value.depth <= Value.maximumDepth)
    }

    @Test func casesOfPluralsArePutInOrder() throws {
        let text =
            "{\"by\":\"plural\",\"cases\":{\"other\":\"o\",\"=10\":\"10\",\"zero\":\"z\",\"=2\":\"2\",\"many\":\"m\",\"two\":\"t\",\"few\":\"f\",\"one\":\"1\"}}"
        let value = try Value(json: try JSONValue.parse(Array(text.utf8)))
        #expect(
            value.texts.map(\.path) == [
                ["=2"], ["=10"], ["zero"], ["one"], ["two"], ["few"], ["many"], ["other"],
            ])
    }

    static let refused: [(text: String, message: String)] = [
        ("1", "A value must be a string or an object."),
        ("[]", "A value must be a string or an object."),
        ("{}", "A value must have one of the fields “by”, “list” and “format”."),
        (
            "{\"by\":\"mood\",\"cases\":{\"a\":\"\"}}",
            "A choice must be by plural, ordinal, select, device or width."
        ),
        ("{\"by\":\"plural\"}", "The field “cases” is missing."),
        ("{\"by\":\"plural\",\"cases\":[]}", "The field “cases” is not an object."),
        ("{\"by\":\"plural\",\"cases\":{}}", "A choice has no cases."),
        (
            "{\"by\":\"plural\",\"cases\":{\"some\":\"\"}}",
            "A plural case must be a CLDR category, or “=” and a number."
        ),
        (
            "{\"by\":\"plural\",\"cases\":{\"=01\":\"\"}}",
            "A plural case must be a CLDR category, or “=” and a number."
        ),
        (
            "{\"by\":\"ordinal\",\"cases\":{\"=\":\"\"}}",
            "A plural case must be a CLDR category, or “=” and a number."
        ),
        ("{\"list\":\"a\"}", "The field “list” is not an array."),
        ("{\"format\":1}", "The field “format” is not a text."),
        ("{\"format\":\"\",\"vars\":{\"a\":\"x\"}}", "A variable in a format must be an object."),
        (
            "{\"list\":[{\"list\":[{\"list\":[{\"list\":[\"5\"]}]}]}]}",
            "The value is nested more than 4 levels deep."
        ),
    ]

    @Test(arguments: refused)
    func otherFormsAreRefused(text: String, message: String) {
        let error = #expect(throws: EventDecodingError.self) {
            try Value(json: try JSONValue.parse(Array(text.utf8)))
        }
        #expect(error?.message == message)
    }

    @Test func textsAreComparedByBytesAndDecisionsByNormalForm() {
        let composed = Value("\u{e9}")
        let decomposed = Value("e\u{301}")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(composed.isEquivalent(to: decomposed))
        #expect(plural(["other": "\u{e9}"]).isEquivalent(to: plural(["other": "e\u{301}"])))
        #expect(!plural(["other": "a"]).isEquivalent(to: plural(["one": "a"])))
        #expect(Value.list([composed]).isEquivalent(to: .list([decomposed])))
        #expect(!Value.list([composed]).isEquivalent(to: .list([])))
        #expect(!composed.isEquivalent(to: .list([composed])))
    }

    @Test func choicesNeedDifferentCases() {
        #expect(Value.Choice(by: .select, cases: []) == nil)
        #expect(
            Value.Choice(by: .select, cases: [.init("a", Value("")), .init("a", Value(""))]) == nil)
        #expect(Value("").isEmptyText)
        #expect(!Value.list([]).isEmptyText)
    }
}
