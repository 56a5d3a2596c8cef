import Testing
import Translation

struct TextChecksTests {
    @Test func namesAreStable() {
        #expect(TextChecks.names == ["placeholders", "markup", "plurals", "max-length"])
        #expect(TextChecks.all.allSatisfy { $0.severity == .error && $0.summary.hasSuffix(".") })
        #expect(TextChecks.named("markup")?.name == "markup")
        #expect(TextChecks.named("none") == nil)
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
            source: Value("{a} <b>x</b>"), target: Value("x"), targetPluralCategories: [],
            ordinalCategories: [], checks: TextChecks.all.filter { $0.name == "markup" })
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
