@testable import Sync
import Testing

@testable import Workspace

struct RemoteWordsTests {
    /// Returns the lines of text that arrives in parts, including an unfinished last line.
    private func told(_ parts: [String]) -> [String] {
        var words = RemoteWords()
        for part in parts { _ = words.take(part) }
        _ = words.finish()
        return words.lines
    }

    @Test(arguments: [
        ("one\ntwo\r\nthree", ["one", "two", "three"]), ("10%\r20%\rdone\n", ["done"]),
        ("10%\r", []), ("\u{1B}[31mred\u{1B}[0m\n", ["red"]), ("a\u{202E}b\u{2028}c\n", ["abc"]),
        ("\n\n \n", []),
    ])
    func linesAreHarmlessHoweverTheyCome(_ text: String, _ expected: [String]) {
        #expect(told([text]) == expected)
        #expect(told(text.unicodeScalars.map { String($0) }) == expected)
    }

    @Test func aServerMaySayAsMuchAsItLikes() {
        let lines = told([String(repeating: "x\n", count: 1000)])
        #expect(lines.count == 200)
        #expect(told([String(repeating: "y", count: 100_000), "\n"]).map(\.count) == [500])
    }
}
