import TestKit
import Testing
import Translation

@testable import Checks

/// Pseudo-localized ICU messages, verified with ICU's own parser.
@Suite struct PseudoMessageTests {
    /// The structure of a message as ICU parses it.
    private struct Shape: Equatable {
        let arguments: [String]
        let hasCases: Bool

        init?(_ text: String) {
            guard let pattern = try? MessagePattern(text) else { return nil }
            hasCases = pattern.arguments.contains { !$0.selectors.isEmpty }
            arguments = pattern.arguments.map {
                "\($0.name) \($0.kind.word) \($0.selectors.joined(separator: "|"))"
            }
        }
    }

    private func styles(_ seed: UInt64) -> Set<PseudoLocalization.Style> {
        var styles: Set<PseudoLocalization.Style> = [.accented]
        for (bit, style) in PseudoLocalization.Style.allCases.enumerated()
        where seed >> bit & 1 == 1 { styles.insert(style) }
        return styles
    }

    /// Valid messages stay valid, with the same arguments and selectors, and their cases change.
    @Test(arguments: 0..<400 as Range<UInt64>)
    func staysAMessage(_ seed: UInt64) throws {
        var messages = RandomMessages(seed: seed)
        let source = messages.next()
        let before = try #require(Shape(source), "\(source)")
        let changed = PseudoLocalization(styles(seed)).text(of: source)
        #expect(Shape(changed) == before, "\(source) → \(changed)")
        #expect(!changed.contains("word"), "\(source) → \(changed)")
    }

    /// Odd texts in which ICU finds cases stay valid messages.
    ///
    /// Texts without cases are left out: they do not show that apostrophes quote.
    @Test(arguments: 0..<2000 as Range<UInt64>)
    func oddTextsStayWhatTheyAre(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "{n, plural, other {a b}}", "{g, select, x {{n}} other {'{' c}}", "{", "}", "'", "''",
            "#", ",", " ", "a", "{n, plural, ", "{g, select,", "other{",
            "one {", "}}",
            "{n}", "offset:1 ", "=1 {", "<b>", "%d", "|", "don't", "{d, date, ", "\\", "é",
        ]
        let source = (0..<Int(random.next() % 16)).map { _ in
            pieces[Int(random.next() % UInt64(pieces.count))]
        }.joined()
        guard let before = Shape(source), before.hasCases else { return }
        let changed = PseudoLocalization(styles(seed)).text(of: source)
        #expect(Shape(changed) == before, "\(source) → \(changed)")
    }
}

/// Realistic messages that cover all of ICU's grammar.
private struct RandomMessages {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private mutating func pick(_ texts: [String]) -> String {
        texts[Int(random.next() % UInt64(texts.count))]
    }

    /// A message with cases.
    mutating func next() -> String {
        message(depth: 0, inPlural: false) + choice("plural", depth: 0)
            + message(depth: 0, inPlural: false)
    }

    private mutating func message(depth: Int, inPlural: Bool) -> String {
        var text = ""
        for _ in 0...(random.next() % 4) {
            switch random.next() % 10 {
            case 0: text += "{name}"
            case 1:
                text += pick(["{n, number}", "{n,number,percent}", "{d, date, 'day'' 'dd}"])
            case 2:
                text += pick(["'{'", "'}'", "''", "'{quoted}'"])
            case 3: text += inPlural ? pick(["#", "# ", "'#'"]) : "#"
            case 4 where depth < 3: text += choice("plural", depth: depth)
            case 5 where depth < 3: text += choice("select", depth: depth)
            case 6 where depth < 3: text += choice("selectordinal", depth: depth)
            case 7: text += pick(["<b>", "</b> ", "&amp;", "%d ", "%1$@"])
            default: text += pick(["word ", " words", "a word's ", "don't, word; "])
            }
        }
        return text
    }

    private mutating func choice(_ type: String, depth: Int) -> String {
        let names =
            type == "select"
            ? ["female", "male", "other_one"]
            : ["zero", "one", "few", "many", "=0", "=12"]
        let space = pick(["", " ", "\n  "])
        var text = "{x,\(space)\(type),\(space)"
        if type == "plural", random.next() % 4 == 0 { text += "offset:1 " }
        var used: Set<String> = []
        for _ in 0..<(random.next() % 3) {
            let name = pick(names)
            guard used.insert(name).inserted else { continue }
            text +=
                "\(name)\(space){\(message(depth: depth + 1, inPlural: type != "select"))}\(space)"
        }
        return text + "other {\(message(depth: depth + 1, inPlural: type != "select"))}\(space)}"
    }
}
