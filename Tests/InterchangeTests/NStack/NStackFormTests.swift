import Interchange
import Testing

/// Request bodies byte for byte as the clients of NStack send them.
struct NStackFormTests {
    private static let names = ["key", "section", "value", "locale", "platform", "guid"]

    private func fields(_ body: String) throws -> [String: String] {
        try NStackForm(Array(body.utf8), names: Self.names).fields
    }

    private static let sent = [
        "key": "title", "section": "default", "value": "Tom & Jerry = 100%", "locale": "da-DK",
        "platform": "mobile", "guid": "A6F1C9B4-0000-4000-8000-3D2E1F0A9B8C",
    ]

    @Test(arguments: [
        // iOS encodes nothing, and has no fixed order.
        "value=Tom & Jerry = 100%&key=title&guid=A6F1C9B4-0000-4000-8000-3D2E1F0A9B8C&section=default&platform=mobile&locale=da-DK",
        "section=default&locale=da-DK&guid=A6F1C9B4-0000-4000-8000-3D2E1F0A9B8C&platform=mobile&key=title&value=Tom & Jerry = 100%",
        // Android: Retrofit's form.
        "key=title&section=default&value=Tom%20%26%20Jerry%20%3D%20100%25&locale=da-DK&platform=mobile&guid=A6F1C9B4-0000-4000-8000-3D2E1F0A9B8C",
        // PHP: `http_build_query`, labelled as JSON; and JavaScript's URLSearchParams.
        "key=title&section=default&value=Tom+%26+Jerry+%3D+100%25&locale=da-DK&platform=mobile&guid=A6F1C9B4-0000-4000-8000-3D2E1F0A9B8C",
        // JavaScript: `JSON.stringify`.
        #"{"key":"title","section":"default","value":"Tom & Jerry = 100%","locale":"da-DK","platform":"mobile","guid":"A6F1C9B4-0000-4000-8000-3D2E1F0A9B8C"}"#,
    ]) func aProposalOfEachClient(body: String) throws {
        #expect(try fields(body) == Self.sent)
    }

    @Test(arguments: [
        ("value=a%2Bb c", "a+b c"), ("value=a+b c", "a+b c"), ("value=a+b", "a b"),
        ("value=100%", "100%"), ("value=100% &key=k", "100% "), ("value=%zz", "%zz"),
        ("value=%C3%A5", "å"), ("value=å", "å"), ("value=a=b", "a=b"), ("value=R&D", "R&D"),
        ("value=R&D&key=k", "R&D"), ("value=<b>a</b>&key=k", "<b>a</b>"),
        ("value=\"q\"", "\"q\""), ("value=a\nb", "a\nb"), ("value=a&&key=k b", "a&"),
        ("value=a&monkey=b c", "a&monkey=b c"), ("value=x?key=1 2", "x?key=1 2"),
        ("other=1 2&value=x", "x"), ("&value=x y", "x y"), ("value=%7B%7Bcount%7D%7D", "{{count}}"),
        (" {\"value\":\"x\"}", "x"), ("value=7", "7"), ("value=", ""),
    ]) func values(body: String, value: String) throws {
        #expect(try fields(body)["value"] == value)
    }

    @Test(arguments: [("7", "7"), ("true", "true"), ("false", "false")])
    func scalarsAreReadOnRequest(json: String, value: String) throws {
        let body = Array("{\"value\":\(json)}".utf8)
        #expect(try NStackForm(body, names: Self.names, takesScalars: true)["value"] == value)
        #expect(throws: NStackForm.Fault.noText("value")) {
            try NStackForm(body, names: Self.names)
        }
    }

    @Test(arguments: ["", "&", "a", "a=b", "{}", "keyvalue=1", "{\"value\":null}", "Value=1"])
    func hasNoFields(body: String) throws {
        #expect(try fields(body).isEmpty)
    }

    @Test func anEmptyFieldIsAMissingOne() throws {
        let form = try NStackForm(Array("value=&key=k".utf8), names: Self.names)
        #expect(form["value"] == nil)
        #expect(form["key"] == "k")
        #expect(form["locale"] == nil)
    }

    @Test(arguments: [
        ("[]", NStackForm.Fault.noObject), ("{\"value\":[]}", .noText("value")),
        ("{\"value\":1.5}", .noText("value")), ("key=a&key=b", .repeated("key")),
        ("key=a b&value=c&key=d", .repeated("key")), ("value=%00", .encoding("value")),
        ("value=%FF", .encoding("value")), ("value=%FF ", .encoding("value")),
        ("{\"value\":\"\\u0000\"}", .encoding("value")),
    ]) func refuses(body: String, fault: NStackForm.Fault) {
        #expect(throws: fault) { try fields(body) }
    }

    @Test func refusesBytesThatAreNoText() {
        #expect(throws: NStackForm.Fault.encoding("value")) {
            try NStackForm(Array("value=".utf8) + [0xFF], names: Self.names)
        }
        #expect(throws: NStackForm.Fault.self) { try fields("{") }
    }
}
