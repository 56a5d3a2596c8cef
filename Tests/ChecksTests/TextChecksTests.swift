import Testing
import Texts
import Translation

struct TextChecksTests {
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

    @Test func lengthIsMeasuredTextByText() {
        let target = plural(["one": "abc", "other": "abcdef"])
        #expect(
            findings("max-length", Value("x"), target, limit: (5, { $0.utf8.count })) == [
                Finding(
                    check: "max-length", severity: .error,
                    message: "The text is 6 long; the limit is 5.", path: ["other"])
            ])
        #expect(findings("max-length", Value("x"), target, limit: (6, { $0.count })) == [])
        #expect(findings("max-length", Value("x"), target) == [])
    }

    @Test func checksCanBeChosen() {
        let findings = TextChecks.findings(
            source: Value("{a} <b>x</b>"), target: Value("x"),
            categories: PluralCategories(cardinal: [], ordinal: []),
            checks: TextChecks.all.filter { $0.info.name == "markup" })
        #expect(findings.map(\.check) == ["markup"])
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
