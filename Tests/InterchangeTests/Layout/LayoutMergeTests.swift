import TestKit
import Testing

@testable import Interchange

/// Changes are merged into a file with a manual layout.
struct LayoutMergeTests {
    private func merged(
        _ file: String, _ base: String, _ new: String, wholeLines: Bool = false
    ) -> String {
        let bytes = LayoutMerge.merged(
            file: Array(file.utf8), base: Array(base.utf8), new: Array(new.utf8),
            wholeLines: wholeLines)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func aChangedWordTouchesOnlyItself() {
        let file = "// x\r\n\r\n'a'='One  two';   // about a\r\n'b'='Three';"
        let base = "'a' = 'One  two';\n\n'b' = 'Three';\n"
        #expect(
            merged(file, base, "'a' = 'One  three';\n\n'b' = 'Three';\n")
                == "// x\r\n\r\n'a'='One  three';   // about a\r\n'b'='Three';")
    }

    @Test func newEntriesAreLaidOutAsTheOthersAre() {
        let file = "'a'='1';\n'b'='2'; // tail\n// above c\n'c'='3';"
        let base = "'a' = '1';\n\n'b' = '2';\n\n'c' = '3';\n\n"
        let new = "'a' = '1';\n\n'b' = '2';\n\n'n' = 'x y';\n\n'c' = '3';\n\n'z' = '0';\n\n"
        #expect(
            merged(file, base, new)
                == "'a'='1';\n'b'='2'; // tail\n'n'='x y';\n// above c\n'c'='3';\n'z'='0';")
    }

    @Test func aRemovedEntryTakesItsCommentAlong() {
        let file = "// License\n\n// a\n'a'='1'; // end\n// b\n// b2\n'b'='2';\n\n// c\n'c'='3';\n"
        let base = "'a' = '1';\n\n'b' = '2';\n\n'c' = '3';\n\n"
        #expect(
            merged(file, base, "'a' = '1';\n\n'c' = '3';\n\n")
                == "// License\n\n// a\n'a'='1'; // end\n\n// c\n'c'='3';\n")
        #expect(
            merged(file, base, "'b' = '2';\n\n'c' = '3';\n\n").hasPrefix("// License\n"))
    }

    @Test func aChangeAboveARemovedLineIsOneOfItsOwn() {
        #expect(
            merged("a = |x|;\nb = |y|;\nc\n", "a = x;\nb = y;\nc\n", "a = z z;\nc\n")
                == "a = |z z|;\nc\n")
        #expect(
            merged("a = |x|;\nc\n", "a = x;\nc\n", "a = z z;\nb = y;\nc\n")
                == "a = |z z|;\nb = y;\nc\n")
    }

    /// A text with an unusual spelling in the file is replaced as a whole.
    @Test func wholeLinesAreTakenFromTheNewText() {
        let file = "a =  sch&ouml;n und gut\nb = 1\n"
        let base = "a = schön und gut\nb = 1\n"
        #expect(
            merged(file, base, "a = schön oder gut\nb = 1\n", wholeLines: true)
                == "a = schön oder gut\nb = 1\n")
    }

    @Test func aByteOrderMarkStays() {
        #expect(merged("\u{FEFF}a = 1", "a = 1\n", "a = 2\n") == "\u{FEFF}a = 2")
    }

    @Test(arguments: 0..<60) func nothingChangedGivesTheFileAndNoLayoutTheNewText(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        func text() -> [UInt8] {
            let pieces = [
                "a", "b", "c d", "\n", "\n\n", "  ", "\t", "\"", "=", ";", "<x>", "ä", "\r\n", "e",
            ]
            let count = Int.random(in: 0..<60, using: &random)
            return (0..<count).flatMap { _ in
                Array((pieces.randomElement(using: &random) ?? "").utf8)
            }
        }
        for _ in 0..<20 {
            let (file, base, new) = (text(), text(), text())
            #expect(LayoutMerge.merged(file: file, base: base, new: base) == file)
            #expect(LayoutMerge.merged(file: base, base: base, new: new) == new)
            for wholeLines in [false, true] {
                let result = LayoutMerge.merged(
                    file: file, base: base, new: new, wholeLines: wholeLines)
                #expect(result.count <= file.count + new.count * 2 + base.count * 60)
            }
            var names = LayoutNames()
            let first = LayoutTokens(file, &names)
            let second = LayoutTokens(new, &names)
            let pairs = LayoutAlignment(first, second).matches.enumerated().filter { $1 >= 0 }
            #expect(pairs.allSatisfy { first.ids[$0] == second.ids[$1] })
            #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.element < $1.element })
        }
    }

    /// Rows without unique lines are compared up to a limit.
    @Test func repetitionIsBounded() {
        let file = Array(String(repeating: "a b ", count: 8_000).utf8)
        let base = Array(String(repeating: "b a a ", count: 6_000).utf8)
        let new = Array(String(repeating: "a a b\n", count: 6_000).utf8)
        #expect(!LayoutMerge.merged(file: file, base: base, new: new).isEmpty)
    }
}
