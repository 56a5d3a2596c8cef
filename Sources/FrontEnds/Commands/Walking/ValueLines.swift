import Languages
import Texts
import Translation

/// Values as lines of a screen: one for a text, and one for each text of a tree.
enum ValueLines {
    static func lines(_ value: Value, _ paint: Paint = .plain) -> [PaintedText] {
        value.texts.map { path, text in
            PaintedText(label(path) + [PaintedText.Run(shown(text), paint)])
        }
    }

    /// Returns the lines of `new` form by form, with the differences from `old` marked.
    static func difference(from old: Value, to new: Value, style: Style) -> [PaintedText] {
        let before = old.texts
        let after = new.texts
        func text(_ path: [String], _ texts: [(path: [String], text: String)]) -> String? {
            texts.first { $0.path.elementsEqual(path) { $0.hasSameBytes(as: $1) } }?.text
        }
        let gone = before.filter { text($0.path, after) == nil }
        return (after + gone).map { path, _ in
            let changes = ValueText.changes(
                from: text(path, before) ?? "", to: text(path, after) ?? "")
            return PaintedText(label(path) + style.runs(changes))
        }
    }

    private static func label(_ path: [String]) -> [PaintedText.Run] {
        path.isEmpty ? [] : [.init(Visible.escaping(path.joined(separator: ".")) + ": ", .dim)]
    }

    /// Returns a text with spaces at its ends made visible, or a note that the text is empty.
    private static func shown(_ text: String) -> String {
        guard !text.isEmpty else { return "(empty)" }
        let visible = Visible.escaping(text)
        let space = UInt8(ascii: " ")
        let leading = visible.utf8.prefix { $0 == space }.count
        let trailing = visible.utf8.reversed().prefix { $0 == space }.count
        guard leading < visible.utf8.count else { return String(repeating: "␣", count: leading) }
        let core = visible.utf8.dropFirst(leading).dropLast(trailing)
        return String(repeating: "␣", count: leading) + String(Substring(core))
            + String(repeating: "␣", count: trailing)
    }
}
