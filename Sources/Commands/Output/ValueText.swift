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
        let before = Segmenter.words(in: inline(old))
        let after = Segmenter.words(in: inline(new))
        return WordDiff.changes(from: before, to: after).map { change in
            let text = Visible.escaping(String(change.text))
            return switch change.kind {
            case .kept: text
            case .removed: style.removed(text)
            case .added: style.added(text)
            }
        }.joined()
    }
}
