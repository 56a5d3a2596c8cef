import Interchange
import Testing
import Texts
import Translation

struct I18nextReadingTests {
    @Test func nestsAndKeepsOrder() throws {
        let file = try readSource(
            """
            {
              "title": "Hello",
              "menu": { "save": "Save", "a.b": "Both" },
              "menu.open": "Open", "list": ["a", ["b"]], "": ""
            }
            """)
        #expect(file.language == nil)
        #expect(
            file.entries.map(\.string.key) == [
                "title", "menu.save", "menu.a.b", "menu.open", "list", "",
            ])
        #expect(file.entries.map(\.line) == [2, 3, 3, 4, 4, 4])
        #expect(file.entries[4].value == .list([Value("a"), .list([Value("b")])]))
        #expect(file.entries.allSatisfy { $0.string.section == "common" })
        #expect(
            file.entries.map(\.isDeliberatelyEmpty) == [false, false, false, false, false, true])
        #expect(file.notices.isEmpty)
    }

    @Test func keepsWhatIsNoTextForTheFile() throws {
        let file = try readSource(
            """
            {"n": 1, "r": 1.5, "t": true, "z": null, "o": {},
             "l": [{"x": "y", "z": "\\"q\\":"}], "d": [[[["deep"]]]],
             "last": "here"}
            """)
        #expect(file.entries.map(\.string.key) == ["l.0.x", "l.0.z", "last"])
        #expect(file.entries.map(\.line) == [2, 2, 3])
        #expect(file.notices.map(\.key) == ["n", "r", "t", "z", "d"])
        #expect(file.notices.map(\.line) == [1, 1, 1, 1, 2])
        #expect(file.notices.filter(\.isLeftOut).isEmpty)
    }

    @Test func refusesNestedAndDottedKeysThatAreTheSame() {
        let error = #expect(throws: InterchangeError.self) {
            try readSource("{\n\"a.b\": \"x\",\n\"a\": {\n\"b\": \"y\"}}")
        }
        #expect(
            error?.message
                == "The key “a.b” appears twice: as “a.b” on line 2 and as “a” › “b” on line 4.")
        #expect(error?.line == 4)
    }

    @Test func tellsNormalFormsApart() throws {
        let file = try readSource("{\"\\u00e9\": \"1\", \"e\\u0301\": \"2\"}")
        #expect(file.entries.count == 2)
    }

    @Test(arguments: [
        ("", 1, 1), ("{\n  \"a\": \"b\",\n}", 3, nil), ("<div>sorry no json file</div>\n", 1, 1),
        ("{\"a\":\"1\",\n\"a\":\"2\"}", 2, nil), ("\u{FEFF}\u{FEFF}{}", 1, 1), ("[]", 1, nil),
        ("\"text\"", 1, nil),
    ])
    func saysWhereAFaultIs(text: String, line: Int, column: Int?) {
        let error = #expect(throws: InterchangeError.self) { try readSource(text) }
        #expect(error?.line == line)
        if let column { #expect(error?.column == column) }
        #expect(error?.hint.typed.isEmpty == false)
    }

    @Test func refusesBytesThatAreNotUTF8() {
        let bytes = Array("{\n\"a\": \"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
        let error = #expect(throws: InterchangeError.self) {
            try I18nextJSON().read(bytes, context: ReadContext(section: "common", isSource: true))
        }
        #expect(error?.line == 2)
    }

    @Test(arguments: ["{\"a\":", "["])
    func refusesDepthWithoutHarm(opening: String) {
        let text = String(repeating: opening, count: 100_000)
        #expect(throws: InterchangeError.self) { try readSource(text) }
    }

    @Test func refusesObjectsDeeperThanItsLimit() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "{\n\"a\":", count: depth) + "\"x\""
                + String(repeating: "}", count: depth)
        }
        #expect(try readSource(nested(64)).entries.count == 1)
        let error = #expect(throws: InterchangeError.self) { try readSource(nested(65)) }
        #expect(error?.line == 65)
    }

    @Test func refusesFilesThatAreTooLarge() {
        let bytes = [UInt8](repeating: 0x20, count: I18nextJSON.maximumSize + 1)
        #expect(throws: InterchangeError.self) {
            try I18nextJSON().read(bytes, context: ReadContext(section: "common", isSource: true))
        }
    }
}

/// Reads a file of the source language.
func readSource(_ text: String) throws -> ReadFile {
    try I18nextJSON().read(
        Array(text.utf8), context: ReadContext(section: "common", isSource: true))
}
