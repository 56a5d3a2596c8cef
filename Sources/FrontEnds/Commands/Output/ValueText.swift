import Languages
import Texts
import Translation
import Walks
import Workspace

/// Values as people read them on one line.
enum ValueText {
    /// A text as it is (to be made visible by the caller), a tree as its forms: `one: … | other: …`.
    static func inline(_ value: Value) -> String {
        if let text = value.plainText { return text }
        return value.texts.map { path, text in
            (path.isEmpty ? "" : formName(path) + ": ") + text
        }.joined(separator: " | ")
    }

    /// What a form is called: the cases that lead to it.
    static func formName(_ path: [String]) -> String { path.joined(separator: ".") }

    /// The words in which two values differ, each made visible and marked.
    static func difference(from old: Value, to new: Value, style: Style) -> String {
        marked(MarkedWords.changes(from: inline(old), to: inline(new)), style: style)
    }

    /// Runs of words, each made visible and marked.
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

    /// The words in which two texts differ, each made visible.
    static func changes(from old: String, to new: String) -> [WordDiff.Change] {
        MarkedWords.changes(from: old, to: new).map {
            WordDiff.Change($0.kind, Visible.escaping($0.text))
        }
    }
}
