import Languages
import Representations
import Texts
import Translation
import Workspace

/// Findings as a JUnit report, which most CI systems display.
///
/// Each language is a suite, and each string with findings is a case. Findings below the threshold
/// appear in the output of their cases.
struct CheckSuites {
    let results: [CheckResult]
    let locales: [LanguageTag]
    let project: Project
    /// The minimum severity that counts as a failure.
    let threshold: Finding.Severity

    var text: String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"dragoman check\">\n"
            + locales.map(suite).joined() + "</testsuites>\n"
    }

    private func suite(_ locale: LanguageTag) -> String {
        var cases: [(string: StringID, results: [CheckResult])] = []
        for result in results where result.locale == locale {
            if cases.last?.string == result.string {
                cases[cases.count - 1].results.append(result)
            } else {
                cases.append((result.string, [result]))
            }
        }
        let failures = cases.count { $0.results.contains(where: counts) }
        // A language without findings is reported as one passed test.
        let texts =
            cases.isEmpty
            ? ["    <testcase classname=\"\(locale)\" name=\"all texts\"/>\n"]
            : cases.map { testCase(locale, $0.string, $0.results) }
        return
            "  <testsuite name=\"\(locale)\" tests=\"\(texts.count)\" failures=\"\(failures)\">\n"
            + texts.joined() + "  </testsuite>\n"
    }

    private func counts(_ result: CheckResult) -> Bool { result.severity >= threshold }

    private func testCase(
        _ locale: LanguageTag, _ string: StringID, _ results: [CheckResult]
    ) -> String {
        let failing = results.filter(counts).map { result in
            let message = Self.escaped(result.message)
            return
                "      <failure type=\"\(Self.escaped(result.check))\" message=\"\(message)\"/>\n"
        }
        let others = results.filter { !counts($0) }.map { result in
            Self.escaped("\(result.severity.rawValue) \(result.check): \(result.message)") + "\n"
        }
        return
            "    <testcase classname=\"\(locale)\" name=\"\(Self.escaped(string.spelled(in: project)))\">\n"
            + failing.joined()
            + (others.isEmpty ? "" : "      <system-out>\(others.joined())</system-out>\n")
            + "    </testcase>\n"
    }

    private static func escaped(_ text: String) -> String {
        HTMLText.attribute(Visible.escaping(text))
    }
}
