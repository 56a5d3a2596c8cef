import TestKit
import Testing

@testable import Translation

struct WordDiffTests {
    private func marked(_ old: String, _ new: String) -> String {
        WordDiff.changes(from: old, to: new).map { change in
            switch change.kind {
            case .kept: change.text
            case .removed: "[-\(change.text)]"
            case .added: "[+\(change.text)]"
            }
        }.joined()
    }

    @Test(arguments: [
        ("", "", ""), ("a", "a", "a"), ("", "a", "[+a]"), ("a", "", "[-a]"),
        ("Log in now", "Sign in now", "[-Log][+Sign] in now"),
        ("a b c", "x y c", "[-a b][+x y] c"), ("a b c", "c", "[-a b ]c"),
        ("one two three", "one three", "one [-two ]three"),
        ("a\n\nb", "x\n\ny", "[-a][+x]\n\n[-b][+y]"), ("漢字", "漢語", "漢[-字][+語]"),
        ("Save.", "Save!", "Save[-.][+!]"), ("a-b", "a-c", "a-[-b][+c]"),
        ("e\u{301}", "\u{e9}", "[-e\u{301}][+\u{e9}]"), ("a\r\nb", "a\nb", "a[-\r\n][+\n]b"),
    ])
    func table(old: String, new: String, expected: String) {
        #expect(marked(old, new).utf8.elementsEqual(expected.utf8))
    }

    @Test(arguments: 0..<300)
    func reassembles(seed: Int) {
        var random = TextGenerator(state: UInt64(seed))
        let (old, new) = (random.text(), random.text())
        let changes = WordDiff.changes(from: old, to: new)
        let without = { (kind: WordDiff.Change.Kind) in
            changes.filter { $0.kind != kind }.map(\.text).joined()
        }
        #expect(without(.added).utf8.elementsEqual(old.utf8))
        #expect(without(.removed).utf8.elementsEqual(new.utf8))
        #expect(changes.allSatisfy { !$0.text.isEmpty })
        for (a, b) in zip(changes, changes.dropFirst()) { #expect(a.kind != b.kind) }
    }

    @Test(arguments: 0..<200)
    func isShortest(seed: Int) throws {
        var random = TextGenerator(state: UInt64(seed))
        func list() -> [Int] {
            (0..<Int.random(in: 0...8, using: &random)).map { _ in
                Int.random(in: 0...2, using: &random)
            }
        }
        let (a, b) = (list(), list())
        var common = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
        for i in a.indices {
            for j in b.indices {
                common[i + 1][j + 1] =
                    a[i] == b[j] ? common[i][j] + 1 : max(common[i][j + 1], common[i + 1][j])
            }
        }
        let steps = try #require(MyersDifference.steps(from: a[...], to: b[...], maximumEdits: 16))
        let edits = steps.map { step in if case .keep = step { 0 } else { 1 } }.reduce(0, +)
        #expect(edits == a.count + b.count - 2 * common[a.count][b.count])
        let exact = MyersDifference.steps(from: a[...], to: b[...], maximumEdits: edits)
        #expect(exact == steps)
        if edits > 0 {
            #expect(MyersDifference.steps(from: a[...], to: b[...], maximumEdits: edits - 1) == nil)
        }
    }

    @Test func farApartIsReplacedAsAWhole() {
        let old = ["start"] + (0..<3_000).map { "a\($0 * 2)" } + ["end"]
        let new = ["start"] + (0..<3_000).map { "a\($0 * 2 + 1)" } + ["end"]
        let changes = WordDiff.changes(from: old, to: new)
        #expect(changes.map(\.kind) == [.kept, .removed, .added, .kept])
        #expect(changes.first?.text == "start")
        #expect(changes.last?.text == "end")
    }

    @Test(arguments: [
        ("Don't panic, 42 times", ["Don", "'", "t", " ", "panic", ",", " ", "42", " ", "times"]),
        ("", []), ("  \t\r\n", ["  \t\r\n"]), ("漢字kana", ["漢", "字", "kana"]),
        ("한국어 책", ["한국어", " ", "책"]), ("e\u{301}te", ["e\u{301}te"]), ("!!", ["!", "!"]),
        ("🏳️‍🌈a", ["🏳️‍🌈", "a"]),
    ])
    func divides(text: String, expected: [String]) {
        #expect(WordTokens.split(text).map(String.init) == expected)
    }
}
