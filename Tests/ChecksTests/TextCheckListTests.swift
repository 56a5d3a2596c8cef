import Checks
import Testing
import Texts
import Translation

struct TextCheckListTests {
    @Test func lengthIsMeasuredTextByText() {
        let target = plural(["one": "abc", "other": "abcdef"])
        #expect(
            findings("max-length", Value("x"), target, limit: (5, { $0.utf8.count })) == [
                Finding(
                    check: "max-length", severity: .error,
                    message: "The text has length 6; the limit is 5.", path: ["other"])
            ])
        #expect(findings("max-length", Value("x"), target, limit: (6, { $0.count })) == [])
        #expect(findings("max-length", Value("x"), target) == [])
    }

    @Test func checksCanBeChosen() {
        let findings = Checks.common.filter { $0.name == "markup" }.findings(
            in: CheckSubject(
                source: Value("{a} <b>x</b>"), target: Value("x"),
                categories: PluralCategories(cardinal: [], ordinal: [])))
        #expect(findings.map(\.check) == ["markup"])
    }
}
