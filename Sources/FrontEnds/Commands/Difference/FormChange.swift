import JSON
import Texts
import Translation
import Walks
import Workspace

/// One text of a value, before and after, beside the source; a value without forms has one, without a name.
struct FormChange {
    /// The form's name, such as `one`.
    let name: String?
    /// What the source says in this form.
    let source: String?
    /// What was said; `nil` where there was nothing.
    let before: String?
    /// What is said; `nil` where there is nothing any more.
    let after: String?

    /// Whether the two say something else.
    var isChanged: Bool {
        switch (before, after) {
        case (let before?, let after?): !before.utf8.elementsEqual(after.utf8)
        case (nil, nil): false
        default: true
        }
    }

    /// Whether a text became deliberately empty, which no run of words would show.
    var isEmptied: Bool { isChanged && before?.isEmpty == false && after?.isEmpty == true }

    /// Whether there is nothing to read on either side.
    var isEmpty: Bool { (before ?? "").isEmpty && (after ?? "").isEmpty }

    /// The runs of words that lead from one to the other.
    var words: [WordDiff.Change] { MarkedWords.changes(from: before ?? "", to: after ?? "") }
}

extension FormChange {
    /// Returns the forms of two values, those that only one of them has beside their neighbours.
    ///
    /// Values whose texts are equal and whose structure is not, such as an ordinal instead of a plural, are
    /// shown as they are stored.
    static func list(from before: Value?, to after: Value?, source: Value?) -> [FormChange] {
        let old = Forms(before)
        let new = Forms(after)
        let source = Forms(source)
        let forms = new.paths(with: old).map { path in
            FormChange(
                name: path.isEmpty ? nil : ValueText.formName(path.map(\.string)),
                source: source.nearest(to: path), before: old[path], after: new[path])
        }
        guard let before, let after, before != after, !forms.contains(where: \.isChanged) else {
            return forms
        }
        return [
            FormChange(
                name: nil, source: nil, before: stored(before), after: stored(after))
        ]
    }

    private static func stored(_ value: Value) -> String {
        String(decoding: CanonicalJSON.encode(value.json), as: UTF8.self)
    }
}

/// The texts of a value by the path to them.
private struct Forms {
    typealias Path = [Value.Text]

    private let paths: [Path]
    private let texts: [Path: String]

    init(_ value: Value?) {
        let forms = (value?.texts ?? []).map { ($0.path.map { Value.Text($0) }, $0.text) }
        paths = forms.map(\.0)
        texts = Dictionary(forms) { first, _ in first }
    }

    subscript(path: Path) -> String? { texts[path] }

    /// The paths of both: the own ones in order, each of the other's after the one it follows there.
    func paths(with other: Forms) -> [Path] {
        var merged = paths
        var next = merged.startIndex
        for path in other.paths {
            if let place = merged.firstIndex(of: path) {
                next = place + 1
            } else {
                merged.insert(path, at: next)
                next += 1
            }
        }
        return merged
    }

    /// The text of a path, else what a language without that case says: its `other`, or its only text.
    func nearest(to path: Path) -> String? {
        if let text = texts[path] { return text }
        if !path.isEmpty, let text = texts[path.dropLast() + [Value.Text("other")]] { return text }
        return paths.count == 1 ? paths.first.flatMap { texts[$0] } : nil
    }
}
