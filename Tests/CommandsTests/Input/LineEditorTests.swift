import TestKit
import TestWorld
import Testing

@testable import Commands

@Suite struct KeyDecoderTests {
    private func keys(_ text: String, isFinal: Bool = true) -> [Key] {
        keys(Array(text.utf8), isFinal: isFinal)
    }

    private func keys(_ bytes: [UInt8], isFinal: Bool = true) -> [Key] {
        var decoder = KeyDecoder()
        decoder.push(bytes)
        var keys: [Key] = []
        while let key = decoder.next(isFinal: isFinal) { keys.append(key) }
        return keys
    }

    @Test(arguments: [
        ("y", [Key.character("y")]), ("é語🎉", [.character("é"), .character("語"), .character("🎉")]),
        ("\r\n", [.enter, .enter]), ("\u{7F}\u{8}\t", [.backspace, .backspace, .tab]),
        ("\u{3}\u{4}", [.control("c"), .control("d")]),
        ("\u{1B}[A\u{1B}[B\u{1B}OC\u{1B}[D", [.up, .down, .right, .left]),
        ("\u{1B}[H\u{1B}[4~\u{1B}[3~", [.home, .end, .delete]),
        ("\u{1B}[1;5Cx", [.unknown, .character("x")]), ("\u{1B}", [.escape]),
        ("\u{1B}fy", [.unknown, .character("y")]), ("\u{0}\u{1F}", [.unknown, .unknown]),
        ("\u{1B}[200~one\r\ntwo\rthree\u{1B}[201~n", [.paste("one\ntwo\nthree"), .character("n")]),
        ("\u{9B}A", [.unknown, .character("A")]),
    ])
    func readsKeys(_ text: String, _ expected: [Key]) {
        #expect(keys(text) == expected)
    }

    @Test func whatIsNoUTF8IsNoCharacter() {
        #expect(keys([0xFF, 0xC3, 0x28]) == [.unknown, .unknown, .character("(")])
        #expect(keys([0xE2, 0x82]) == [.unknown])
        #expect(keys([0xED, 0xA0, 0x80]).allSatisfy { $0 == .unknown })
    }

    /// Input arrives from a terminal in pieces that may end anywhere.
    @Test(arguments: [
        "\u{1B}é", "\u{1B}[" + String(repeating: "1;", count: 40) + "Ax", "\u{1B}\u{1B}[A",
        "é語\u{1B}OB",
    ])
    func readsTheSameKeysByteByByte(_ text: String) {
        var decoder = KeyDecoder()
        var keys: [Key] = []
        for byte in text.utf8 {
            decoder.push([byte])
            while let key = decoder.next(isFinal: false) { keys.append(key) }
        }
        while let key = decoder.next(isFinal: true) { keys.append(key) }
        #expect(keys == self.keys(text))
    }

    @Test func waitsForTheRestOfASequence() {
        var decoder = KeyDecoder()
        for byte in Array("\u{1B}[200~à\u{1B}[201".utf8) {
            decoder.push([byte])
            #expect(decoder.next(isFinal: false) == nil)
        }
        #expect(decoder.isWaiting)
        decoder.push(Array("~".utf8))
        #expect(decoder.next(isFinal: false) == .paste("à"))
        #expect(!decoder.isWaiting)
    }

    /// However the bytes are split, the decoder returns the same keys and consumes all bytes.
    @Test(arguments: 0..<50 as Range<UInt64>)
    func piecesMakeNoDifference(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let parts = [
            "y", "é", "語", "\r", "\u{1B}[A", "\u{1B}[200~a\rb\u{1B}[201~", "\u{7F}", "\u{1B}OB",
        ]
        let bytes = (0..<20).flatMap { _ in
            Array((parts.randomElement(using: &random) ?? "").utf8)
        }
        var decoder = KeyDecoder()
        var found: [Key] = []
        for byte in bytes {
            decoder.push([byte])
            while let key = decoder.next(isFinal: false) { found.append(key) }
        }
        #expect(found == keys(bytes, isFinal: false))
        #expect(!decoder.isWaiting)
    }
}

@Suite struct LineEditorTests {
    private func line(_ keys: [Key], suggestions: [String] = []) -> LineEditor {
        var editor = LineEditor(suggestions: suggestions)
        for key in keys { _ = editor.press(key) }
        return editor
    }

    private func typed(_ text: String) -> [Key] { text.unicodeScalars.map(Key.character) }

    @Test func editsByCharactersAsReadersSeeThem() {
        #expect(line(typed("e\u{301}a") + [.left, .backspace]).text == "a")
        #expect(line(typed("👩‍👩‍👧x") + [.left, .left, .delete]).text == "x")
        #expect(line(typed("ac") + [.left] + typed("b") + [.end] + typed("d")).text == "abcd")
        #expect(line(typed("one two  ") + [.control("w")]).text == "one ")
        #expect(line(typed("one") + [.home, .right, .control("k")]).text == "o")
        #expect(line(typed("one") + [.left, .control("u")]).text == "e")
        #expect(line(typed(" a ") + [.backspace, .backspace, .backspace, .backspace]).text == "")
    }

    @Test func arrowsBringSuggestionsAndWhatWasTyped() {
        let suggestions = ["first", "second"]
        let up = typed("mine") + [.up]
        #expect(line(up, suggestions: suggestions).text == "first")
        #expect(line(up + [.up, .up], suggestions: suggestions).text == "second")
        #expect(line(up + [.up, .down, .down, .down], suggestions: suggestions).text == "mine")
    }

    @Test func endsInOneOfThreeWays() {
        var editor = LineEditor(" text ")
        #expect(editor.press(.enter) == .line(" text "))
        #expect(editor.press(.escape) == .cancelled)
        #expect(editor.press(.control("c")) == .ended(.control("c")))
        #expect(editor.press(.control("d")) == .editing)
        var empty = LineEditor()
        #expect(empty.press(.control("d")) == .ended(.control("d")))
        #expect(empty.press(.hangUp) == .ended(.hangUp))
    }

    @Test func drawsThePartAroundTheCursor() {
        #expect(
            LineEditor("日本").drawing(after: "ja> ", columns: 20)
                == "\rja> 日本\u{1B}[K\r\u{1B}[8C")
        let long = line(typed("0123456789abcdefghij"))
        #expect(
            long.drawing(after: "> ", columns: 15) == "\r> 89abcdefghij\u{1B}[K\r\u{1B}[14C")
        #expect(
            line(typed("a\u{202E}\n")).drawing(after: "", columns: 40)
                == "\ra<U+202E>⏎\u{1B}[K\r\u{1B}[10C")
    }

    @Test func isReadFromATerminal() {
        let terminal = RecordingTerminal(
            canAsk: true, columns: 20, keys: typed("no") + [.backspace, .enter])
        #expect(terminal.readLine("> ") == .line("n"))
        #expect(terminal.readLine("> ") == .ended(.hangUp))
    }
}
