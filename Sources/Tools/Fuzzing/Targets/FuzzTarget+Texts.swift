import Checks
import Commands
import Languages
import Texts
import Translation

extension FuzzTarget {
    static let texts = FuzzTarget(
        "texts",
        "Two texts, compared, checked and shown: differences are exact, and the output cannot control a terminal.",
        maximumSize: 1 << 13,
        seeds: [
            "Hello %1$@, {{name}}!\u{1E}Bonjour %1$@, {{ name }} !", "<b>a</b>\u{1E}<b>a<i></b>",
            "{count, plural, one {# a} other {# b}}\u{1E}$t(key) %-5.2f %%",
            "שלום 👩‍👩‍👧 \u{202E}abc\u{1E}今日は天気がいいです。", "วันนี้อากาศดี\u{1E}วันนี้อากาศร้อน",
        ],
        words: ["\u{1E}", "%@", "%d", "%2$s", "{{", "}}", "<b>", "</b>", "<br/>", "$t(", " ", "\t"]
    ) { input in
        let parts = input.split(
            separator: partSeparator, maxSplits: 1, omittingEmptySubsequences: false)
        let old = String(decoding: parts[0], as: UTF8.self)
        let new = String(decoding: parts.count > 1 ? parts[1] : [], as: UTF8.self)
        let changes = WordDiff.changes(from: old, to: new)
        try law(
            "The kept and removed parts form the old text.",
            Value.Text(changes.filter { $0.kind != .added }.map(\.text).joined())
                == Value.Text(old))
        try law(
            "The kept and added parts form the new text.",
            Value.Text(changes.filter { $0.kind != .removed }.map(\.text).joined())
                == Value.Text(new))
        _ = Checks.common.findings(
            in: CheckSubject(
                source: Value(old), target: Value(new),
                categories: PluralCategories(cardinal: ["one", "other"], ordinal: ["other"]),
                limit: (10, { $0.utf16.count })))
        for text in [old, new] { try ShownText.check(text) }
        _ = NearestMatches.of(old, among: [new, old, "greeting"])
        return changes.contains { $0.kind == .kept } ? .accepted : .refused
    }

    static let terminalKeys = FuzzTarget(
        "terminal-keys",
        "Bytes from a terminal: the same keys however they are split, and a line that fits the screen.",
        maximumSize: 1 << 12,
        seeds: [
            "abc\u{1B}[D\u{1B}[3~\u{7F}é👩‍👩‍👧\r", "\u{1B}[200~pasted\r\ntext\u{1B}[201~x",
            "\u{1B}OA\u{1B}[1;5C\u{1B}\u{1B}[",
            "a\u{5}\u{1}\u{B}\u{17}שלום\u{2}\u{6}",
        ],
        words: [
            "\u{1B}[", "\u{1B}O", "~", "A", "\u{1B}[D", "\u{1B}[200~", "\u{1B}[201~", "\u{17}",
            "\u{9}",
        ]
    ) { input in
        let whole = keys(of: [input[...]])
        let single = keys(of: input.map { [$0][...] })
        try law("Keys do not depend on how their bytes are split.", whole == single)
        var editor = LineEditor(suggestions: ["eins", "zwei"])
        for (number, key) in whole.prefix(200).enumerated() {
            _ = editor.press(key)
            let columns = 10 + number % 90
            let drawing = editor.drawing(after: "> ", columns: columns)
            try law(
                "Drawing a line affects only that line.",
                drawing.unicodeScalars.filter { $0 == "\u{1B}" }.count <= 2
                    && !drawing.unicodeScalars.contains("\n"))
        }
        return whole.contains(.unknown) ? .refused : .accepted
    }

    private static func keys(of chunks: [ArraySlice<UInt8>]) -> [Key] {
        var decoder = KeyDecoder()
        var keys: [Key] = []
        for chunk in chunks {
            decoder.push(chunk)
            while let key = decoder.next(isFinal: false) { keys.append(key) }
        }
        while let key = decoder.next(isFinal: true) { keys.append(key) }
        return keys
    }
}

/// The laws for every displayed text.
private enum ShownText {
    static func check(_ text: String) throws {
        let shown = Visible.escaping(text)
        try law(
            "A displayed text has no control characters and no direction overrides.",
            shown.unicodeScalars.allSatisfy { scalar in
                let category = scalar.properties.generalCategory
                return category != .control && !(0x202A...0x202E).contains(scalar.value)
                    && !(0x2066...0x2069).contains(scalar.value)
            })
        for width in [0, 1, 7, 40] {
            let cut = DisplayWidth.truncated(shown, to: width)
            try law(
                "A truncated text fits.", DisplayWidth.columns(of: cut) <= max(width, 1),
                "\(DisplayWidth.columns(of: cut)) in \(width)")
        }
        let normal = Normalization.nfc(text)
        try law(
            "Normalizing a normal form changes nothing.",
            Value.Text(Normalization.nfc(normal)) == Value.Text(normal))
        try law("A text equals its normal form.", Normalization.equalInNFC(text, normal))
        try law(
            "The words of a text form the text.",
            Value.Text(Segmenter.words(in: text).joined()) == Value.Text(text))
        _ = Isolation.isolating(text)
    }
}
