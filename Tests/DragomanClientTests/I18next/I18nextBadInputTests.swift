import DragomanClient
import JSON
import Testing

/// Malformed and extreme resources.
@Suite struct I18nextBadInputTests {
    private func texts(_ json: String) throws -> I18nextTexts {
        var texts = I18nextTexts()
        texts.setNamespace(
            "translation", language: "en", to: try JSONValue.parse(Array(json.utf8)))
        return texts
    }

    @Test(arguments: ["5", "null", "\"text\"", "[]", "{}", "true"])
    func namespacesThatAreNoObjectsHaveNoTexts(json: String) throws {
        #expect(try texts(json).text("a.b", language: "en") == "a.b")
        #expect(I18nextTexts(try JSONValue.parse(Array(json.utf8))).languages == [])
    }

    @Test func aListIsAnObjectOfNumbers() throws {
        let texts = try texts(#"["a", {"b": "B"}]"#)
        #expect(texts.text("0", language: "en") == "a")
        #expect(texts.text("1.b", language: "en") == "B")
        #expect(texts.text("01", language: "en") == "01")
    }

    @Test func deepTreesAreSearched() throws {
        let name = String(repeating: "n", count: 100)
        let depth = 400
        let json =
            String(repeating: "{\"\(name)\": ", count: depth) + "\"end\""
            + String(repeating: "}", count: depth)
        let key = Array(repeating: name, count: depth).joined(separator: ".")
        #expect(try texts(json).text(key, language: "en") == "end")
    }

    @Test func largeTextsAreCompleted() throws {
        let filler = String(repeating: "x", count: 1 << 20)
        let texts = try texts(
            #"{"large": "\#(filler){{name}}", "open": "\#(String(repeating: "{{", count: 1 << 16))"}"#
        )
        #expect(
            texts.text("large", language: "en", arguments: ["name": "!"]) == filler + "!")
        #expect(texts.text("open", language: "en", arguments: ["name": "!"]).utf8.count == 1 << 17)
    }

    @Test func circlesEnd() throws {
        let texts = try texts(
            #"""
            {"self": "a $t(self)", "a": "1 $t(b)", "b": "2 $t(c)", "c": "3 $t(a)",
             "x": "$t(y)$t(y)$t(y)", "y": "$t(z)$t(z)$t(z)", "z": "$t(x)$t(x)$t(x)", "again": "$t(and)", "and": "$&"}
            """#)
        #expect(texts.text("self", language: "en") == "a a ")
        #expect(texts.text("a", language: "en").hasPrefix("1 2 3 1 2 3"))
        #expect(texts.text("x", language: "en").utf8.count < 1 << 24)
        #expect(texts.text("self", language: "en", context: "male").hasPrefix("a a a a "))
        #expect(texts.text("again", language: "en") == "$t(and)")
    }

    @Test func keysAreComparedByBytes() throws {
        let texts = try texts(#"{"\u00e9": "composed", "K": "letter"}"#)
        #expect(texts.text("\u{e9}", language: "en") == "composed")
        #expect(texts.text("e\u{301}", language: "en") == "e\u{301}")
        // The Kelvin sign.
        #expect(texts.text("K", language: "en") == "letter")
        #expect(texts.text("\u{212A}", language: "en").utf8.count == 3)
    }
}
