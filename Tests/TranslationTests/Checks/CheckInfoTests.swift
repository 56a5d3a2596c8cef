import Testing
import Texts
import Translation

struct CheckInfoTests {
    @Test func namesAreStable() {
        #expect(
            CheckInfo.all.map(\.name) == [
                "missing", "stale", "placeholders", "message-format", "markup", "plurals",
                "max-length", "unchanged", "spaces", "newlines", "end-punctuation", "ellipsis",
                "french-spacing", "brackets", "doubled-words", "numbers", "units", "addresses",
                "characters",
                "scripts", "language",
                "duplicate", "inconsistent", "glossary",
            ])
        #expect(CheckInfo.all.allSatisfy { $0.summary.hasSuffix(".") })
        #expect(throws: Never.self) { try CheckInfo.named("markup") }
        let refusal = #expect(throws: Refusal.self) { try CheckInfo.named("markups") }
        #expect(refusal?.code == .unknownCheck)
        #expect(refusal?.nearest == ["markup"])
    }

    @Test func severitiesAreOrdered() {
        #expect(Finding.Severity.allCases.sorted() == [.info, .warning, .error])
    }

    @Test func findingsAreComparedByBytes() {
        let a = Finding(check: "c", severity: .info, message: "e\u{301}")
        let b = Finding(check: "c", severity: .info, message: "\u{e9}")
        #expect(a != b)
        #expect(a == a)
    }
}
