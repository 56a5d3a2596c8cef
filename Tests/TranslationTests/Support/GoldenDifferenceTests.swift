import TestKit
import Testing

/// The message for a golden file that differs.
struct GoldenDifferenceTests {
    @Test func differencesStandAmongTheirNeighbours() {
        let expected = (1...12).map { "line \($0)" }.joined(separator: "\n")
        let actual = expected.replacing("line 6", with: "line six")
        #expect(
            GoldenDifference.lines(expected: expected, actual: actual) == """
                …
                  line 3
                  line 4
                  line 5
                - line 6
                + line six
                  line 7
                  line 8
                  line 9
                """)
    }

    @Test func bytesAreCompared() {
        #expect(
            GoldenDifference.lines(expected: "\u{e9}\ta\r\n", actual: "e\u{301}\ta\n")
                == "- é\\ta\\r\n+ e\\u{0301}\\ta\n  ")
        #expect(GoldenDifference.lines(expected: "a", actual: "a") == "")
    }
}
