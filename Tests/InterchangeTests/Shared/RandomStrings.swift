import Interchange
import TestKit
import Texts
import Translation

/// Strings with values of many kinds, and with characters that need escaping in some format.
struct RandomStrings {
    var random: SplitMix64

    init(seed: Int) { random = SplitMix64(seed: seed) }

    private static let parts = [
        "a", "b", " ", "  ", "\n", "\r", "\r\n", "\t", "&", "&amp;", "<", ">", "<b>", "</b>",
        "<br/>", "]]>",
        "<![CDATA[", "<!--", "-->", "\"", "'", "\\", "\\n", "\\u0020", "\\'", "@", "?", "#", "é",
        "e\u{301}",
        "😀", "\u{202E}", "\u{2028}", "\u{85}", "\u{7F}", "\u{A0}", "\u{3000}", "\u{FEFF}", "%1$s",
        "%d", "%#@n@",
        "{n}", ";", "=", "/*", "*/", "//", "\u{1B}", "\u{0}", "\u{FFFF}", "\u{10FFFF}",
        "<x id=\"1\"/>",
        "<g id=\"1\">", "</g>", "<xliff:g id=\"x\">", "</xliff:g>", "_", ".", "-", "1", "10",
    ]

    mutating func text(_ count: ClosedRange<Int> = 0...5) -> String {
        (0..<random.number(in: count)).map { _ in random.pick(Self.parts) }.joined()
    }

    /// Returns a name as programs use them.
    mutating func name() -> String {
        (0...random.number(in: 0...3)).map { _ in random.pick(["a", "b", "c_", "d", "e1"]) }
            .joined()
    }

    mutating func choice(
        _ selectors: [Value.Selector], depth: Int, argument: String? = nil
    ) -> Value.Choice? {
        let selector = random.pick(selectors)
        let names =
            switch selector {
            case .plural, .ordinal: ["zero", "one", "two", "few", "many", "other"]
            case .device: ["applewatch", "iphone", "mac", "other"]
            case .width: ["5", "20", "100"]
            case .select: ["female", "male", "other"]
            }
        let chosen = names.filter { $0 == names.last || random.chance(1, in: 2) }
        return Value.Choice(
            by: selector, argument: argument,
            cases: chosen.map { Value.Case($0, value(depth: depth - 1)) })
    }

    mutating func value(depth: Int = 3) -> Value {
        guard depth > 1 else { return Value(text()) }
        switch random.number(in: 0...9) {
        case 0: return .list((0..<random.number(in: 1...3)).map { _ in Value(text()) })
        case 1, 2, 3:
            let kinds: [Value.Selector] = [.plural, .plural, .device, .width, .select]
            return choice(kinds, depth: depth).map { .choice($0) } ?? Value(text())
        case 4:
            let numbered = random.chance(1, in: 2)
            let variables = ["files", "folders"].prefix(random.number(in: 1...2)).enumerated()
                .compactMap { index, name in
                    choice([.plural], depth: 2, argument: numbered ? "\(index + 1)" : nil).map {
                        Value.Variable(name: name, spec: random.pick(["d", "lld"]), choice: $0)
                    }
                }
            let uses = variables.map { "%#@\($0.name.string)@" }.joined(separator: " in ")
            return .format(Value.Text(uses), variables)
        default: return Value(text())
        }
    }

    /// Returns strings of the default section `s` and of `other`; every fourth is untranslated,
    /// except in the source language.
    mutating func entries(isSource: Bool, keys: (inout Self) -> String) -> [ExportEntry] {
        var seen: Set<StringID> = []
        var entries: [ExportEntry] = []
        for _ in 0..<random.number(in: 1...12) {
            let string = StringID(section: random.pick(["s", "s", "other"]), key: keys(&self))
            guard seen.insert(string).inserted else { continue }
            let source = value()
            let own = random.chance(1, in: 4) ? nil : random.chance(1, in: 3) ? value() : source
            entries.append(
                ExportEntry(string: string, source: source, value: isSource ? source : own))
        }
        return entries
    }
}
