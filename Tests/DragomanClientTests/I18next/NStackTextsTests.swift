import DragomanClient
import JSON
import Testing

@Suite struct NStackTextsTests {
    private func texts(_ json: String) throws -> NStackTexts {
        try NStackTexts(try JSONValue.parse(Array(json.utf8)))
    }

    @Test(arguments: [
        #"{"data": {"default": {"ok": "Ok", "no": "__no"}}, "meta": {"language": {"id": 1}}}"#,
        #"{"default": {"ok": "Ok", "no": "__no", "number": 1}, "data": {"ok": "Data"}}"#,
    ])
    func bothFormsAreRead(json: String) throws {
        let texts = try texts(json)
        #expect(try texts.text("default.ok") == "Ok")
        #expect(try texts.text("default.no") == nil)
        #expect(try texts.text("default.none") == nil)
        #expect(try texts.text("other.ok") == nil)
        #expect(try texts.text("") == nil)
        #expect(texts.text(section: "default", key: "ok") == "Ok")
    }

    @Test(arguments: ["ok", "default.ok.more", "a.b.c.d"])
    func pathsHaveTwoParts(path: String) throws {
        let texts = try texts(#"{"default": {"ok": "Ok"}}"#)
        #expect(throws: NStackTexts.Failure.invalidKeyPath(path)) { try texts.text(path) }
    }

    @Test(arguments: ["[]", "\"text\"", "null"])
    func otherJSONIsRefused(json: String) throws {
        #expect(throws: NStackTexts.Failure.invalidResource) { try self.texts(json) }
    }
}
