import Languages
import Texts
import Translation
import Walks
import Workspace

/// Values in one line, for display.
enum ValueText {
    /// Returns a plain text unchanged, or the forms of a tree as `one: … | other: …`.
    ///
    /// The caller must make control characters visible.
    static func inline(_ value: Value) -> String {
        if let text = value.plainText { return text }
        return value.texts.map { path, text in
            (path.isEmpty ? "" : formName(path) + ": ") + text
        }.joined(separator: " | ")
    }

    /// Returns the name of a form: its cases, joined with periods.
    static func formName(_ path: [String]) -> String { path.joined(separator: ".") }

    /// Returns the word diff of two values, with changes marked and control characters visible.
    static func difference(from old: Value, to new: Value, style: Style) -> String {
        marked(MarkedWords.changes(from: inline(old), to: inline(new)), style: style)
    }

    /// Returns a word diff as text, with changes marked and control characters visible.
    static func marked(_ changes: [WordDiff.Change], style: Style) -> String {
        changes.map { change in
            let text = Visible.escaping(change.text)
            return switch change.kind {
            case .kept: text
            case .removed: style.removed(text)
            case .added: style.added(text)
            }
        }.joined()
    }

    /// Returns the word diff of two texts, with control characters visible.
    static func changes(from old: String, to new: String) -> [WordDiff.Change] {
        MarkedWords.changes(from: old, to: new).map {
            WordDiff.Change($0.kind, Visible.escaping($0.text))
        }
    }
}
