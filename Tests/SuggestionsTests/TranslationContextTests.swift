import JSON
import Suggestions
import Testing

/// Contexts as JSON.
@Suite struct TranslationContextTests {
    private static var full: TranslationContext {
        var context = TranslationContext(comment: "On a button.", meaning: "verb")
        context.key = "file.close"
        context.section = "menu"
        context.lengthLimit = .init(count: 12, unit: "grapheme")
        context.form = .init(name: "few", numbers: "2, 3, 4, 22…")
        context.placeholders = ["%d", "<b>"]
        context.previousSource = "Shut"
        context.neighbours = [.init(key: "file.open", text: "Open")]
        context.terms = [.init(source: "file", target: "soubor")]
        context.otherLanguages = [.init(locale: "sk", text: "Zavrieť")]
        context.similarTexts = [.init(percent: 80, source: "Close all", target: "Zavřít vše")]
        context.rejectedTexts = [.init(text: "Blízko", reason: "wrong")]
        return context
    }

    @Test func everyFactIsWrittenAndReadBack() throws {
        let json = String(decoding: CanonicalJSON.encode(Self.full.json), as: UTF8.self)
        #expect(
            json == """
                {"key":"file.close","section":"menu","meaning":"verb","comment":"On a button.",\
                "maxLength":{"n":12,"unit":"grapheme"},"form":{"name":"few","numbers":"2, 3, 4, 22…"},\
                "placeholders":{"1":"%d","2":"<b>"},"previousSource":"Shut",\
                "neighbours":[{"key":"file.open","text":"Open"}],\
                "terms":[{"source":"file","target":"soubor"}],\
                "otherLanguages":[{"locale":"sk","text":"Zavrieť"}],\
                "similarTexts":[{"percent":80,"source":"Close all","target":"Zavřít vše"}],\
                "rejectedTexts":[{"text":"Blízko","reason":"wrong"}]}
                """)
        let object = try #require(try JSONValue.parse(Array(json.utf8)).objectValue)
        #expect(TranslationContext(json: object) == Self.full)
    }

    @Test func missingFactsAreLeftOut() {
        #expect(TranslationContext().json == .object { _ in })
        #expect(TranslationContext().isEmpty && !Self.full.isEmpty)
    }

    @Test func factsOfAnotherTypeAreIgnored() throws {
        let text =
            #"{"key":5,"maxLength":{"n":"x"},"terms":[1,{"source":"a"}],"placeholders":{"2":"b"},"x":1}"#
        let object = try #require(try JSONValue.parse(Array(text.utf8)).objectValue)
        #expect(TranslationContext(json: object).isEmpty)
    }

    @Test func contextsAreComparedByBytes() {
        #expect(TranslationContext(comment: "é") != TranslationContext(comment: "e\u{301}"))
        #expect(Set([Self.full, Self.full]).count == 1)
    }
}
