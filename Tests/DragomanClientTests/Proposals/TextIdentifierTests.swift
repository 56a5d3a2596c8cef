import DragomanClient
import Testing

@Suite struct TextIdentifierTests {
    @Test func aPathHasTwoParts() {
        #expect(TextIdentifier("error.title") == TextIdentifier(section: "error", key: "title"))
        for path in ["", ".", "title", "error.", ".title", "a.b.c", "a..b"] {
            #expect(TextIdentifier(path) == nil, "\(path)")
        }
    }

    @Test func theDefaultSectionHasTwoNames() {
        #expect(TextIdentifier("defaultSection.ok") == TextIdentifier("default.ok"))
        #expect(TextIdentifier(section: "defaultSection", key: "ok").section == "default")
        #expect(TextIdentifier(key: "cart.title").description == "default.cart.title")
    }

    @Test func bytesAreCompared() {
        let composed = TextIdentifier(key: "\u{E9}")
        let decomposed = TextIdentifier(key: "e\u{301}")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(
            TextIdentifier(section: "a", key: "bc") != TextIdentifier(section: "ab", key: "c"))
    }
}
