import JSON
package import Texts
package import Translation
import Walks
import Workspace

/// One form of a value before and after a change, with its source text.
///
/// A value without forms has a single form without a name.
package struct FormChange {
    /// The form's name, such as `one`.
    package let name: String?
    /// The source text of this form.
    package let source: String?
    /// The text before the change; nil if there was none.
    package let before: String?
    /// The text after the change; nil if there is none.
    package let after: String?

    /// Whether the texts differ.
    package var isChanged: Bool {
        switch (before, after) {
        case (let before?, let after?): !before.utf8.elementsEqual(after.utf8)
        case (nil, nil): false
        default: true
        }
    }

    /// Whether a text was replaced with an empty one, which a word diff would not show.
    package var isEmptied: Bool { isChanged && before?.isEmpty == false && after?.isEmpty == true }

    /// Whether both sides are empty or missing.
    package var isEmpty: Bool { (before ?? "").isEmpty && (after ?? "").isEmpty }

    /// The word diff between the two texts.
    package var words: [WordDiff.Change] {
        MarkedWords.changes(from: before ?? "", to: after ?? "")
    }
}

extension FormChange {
    /// Returns the forms of two values.
    ///
    /// A form that exists in only one value is inserted next to its neighbours. If the texts are
    /// equal and only the structures differ, for example an ordinal instead of a plural, the values
    /// are shown as they are stored.
    package static func list(from before: Value?, to after: Value?, source: Value?) -> [FormChange]
    {
        let old = Forms(before)
        let new = Forms(after)
        let source = Forms(source)
        let forms = new.paths(with: old).map { path in
            FormChange(
                name: path.isEmpty ? nil : path.map(\.string).joined(separator: "."),
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

/// The texts of a value, by path.
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

    /// Returns the paths of both values.
    ///
    /// This value's paths keep their order. Each additional path of the other value follows the
    /// path that precedes it there.
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

    /// Returns the text at a path, or the fallback for a language without that case.
    ///
    /// The fallback is the text of `other`, or the only text.
    func nearest(to path: Path) -> String? {
        if let text = texts[path] { return text }
        if !path.isEmpty, let text = texts[path.dropLast() + [Value.Text("other")]] { return text }
        return paths.count == 1 ? paths.first.flatMap { texts[$0] } : nil
    }
}
