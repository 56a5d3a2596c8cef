import JSON
import Languages
import Translation

/// Values as people read them on one line.
enum ValueText {
    /// A text as it is (to be made visible by the caller), a tree as its forms: `one: … | other: …`.
    static func inline(_ value: Value) -> String {
        if let text = value.plainText { return text }
        return value.texts.map { path, text in
            (path.isEmpty ? "" : path.joined(separator: ".") + ": ") + text
        }.joined(separator: " | ")
    }

    /// The words in which two values differ, each made visible and marked.
    static func difference(from old: Value, to new: Value, style: Style) -> String {
        changes(from: inline(old), to: inline(new)).map { change in
            switch change.kind {
            case .kept: change.text
            case .removed: style.removed(change.text)
            case .added: style.added(change.text)
            }
        }.joined()
    }

    /// The words in which two texts differ, each made visible.
    static func changes(from old: String, to new: String) -> [WordDiff.Change] {
        WordDiff.changes(from: Segmenter.words(in: old), to: Segmenter.words(in: new)).map {
            WordDiff.Change($0.kind, Visible.escaping($0.text))
        }
    }
}
