import Checks
import Texts
import Translation
import Walks
import Workspace

/// Renders values in a language: texts, plural forms and differences.
struct TextView {
    let locale: LanguageTag
    /// The rules for marking characters and the searched text.
    var runs = TextRuns()

    /// Creates a view for texts in a language.
    init(_ locale: LanguageTag, _ runs: TextRuns = TextRuns()) {
        self.locale = locale
        self.runs = runs
    }

    /// Returns the direction of the language's script: `ltr` or `rtl`.
    static func direction(of locale: LanguageTag) -> String {
        WritingDirection.direction(of: locale.rawValue) == .rightToLeft ? "rtl" : "ltr"
    }

    /// Returns the CSS class for scripts that need a larger size or line height; empty for all
    /// others.
    static func scriptClass(of locale: LanguageTag) -> String {
        let language = locale.rawValue.prefix { $0 != "-" }
        switch language {
        case "ar", "fa", "ur", "ps", "ckb", "sd", "ug": return "arabic"
        case "th", "hi", "km", "lo", "my", "mr", "ne", "bn": return "tall"
        default: return ""
        }
    }

    /// Returns a value as shown on pages.
    ///
    /// `source` is the source text that determines the placeholders. If it is nil, the value itself
    /// determines them.
    func full(_ value: Value, source: Value?) -> ShownText {
        show(
            value.texts.map { path, text in
                let reference = Self.reference(path, in: source) ?? text
                return (
                    path,
                    text.isEmpty
                        ? [] : [Self.segment(.kept, runs.runs(text, source: reference))],
                    text.isEmpty
                )
            })
    }

    /// Returns the changes from one value to another, by plural form.
    func difference(from old: Value, to new: Value, source: Value?) -> ShownText {
        let before = old.texts
        let after = new.texts
        func text(_ path: [String], _ texts: [(path: [String], text: String)]) -> String? {
            texts.first { $0.path.elementsEqual(path) { $0.hasSameBytes(as: $1) } }?.text
        }
        // If a plain text became a plural, each form is compared with the earlier text.
        let sole = before.count == 1 && after.count > 1 ? before[0].text : nil
        let gone = sole == nil ? before.filter { text($0.path, after) == nil } : []
        return show(
            (after + gone).map { path, _ in
                let former = text(path, before) ?? sole ?? ""
                let now = text(path, after) ?? ""
                let reference = Self.reference(path, in: source) ?? now
                return (
                    path, segments(from: former, to: now, source: reference),
                    now.isEmpty && former.isEmpty
                )
            })
    }

    private func segments(from old: String, to new: String, source: String) -> [TextSegment] {
        let changes = MarkedWords.changes(
            from: old, to: new, source: source, notations: runs.notations)
        let oldParts = ProtectedPart.parts(of: old, source: source, notations: runs.notations)
        let newParts = ProtectedPart.parts(of: new, source: source, notations: runs.notations)
        // Spaces are shown if they are the whole difference.
        var oldOffset = 0
        var newOffset = 0
        return changes.enumerated().map { index, change in
            let length = change.text.utf8.count
            let isOld = change.kind == .removed
            let isBlank = change.kind != .kept && change.text.allSatisfy { $0 == " " }
            let offset = isOld ? oldOffset : newOffset
            let isStart = offset == 0 || isBlank
            let isEnd = offset + length == (isOld ? old : new).utf8.count || isBlank
            defer {
                if change.kind != .added { oldOffset += length }
                if change.kind != .removed { newOffset += length }
            }
            return Self.segment(
                change.kind,
                runs.runs(
                    change.text[...], parts: isOld ? oldParts : newParts, offset: offset,
                    isStart: isStart, isEnd: isEnd))
        }
    }

    private func show(_ forms: [(path: [String], segments: [TextSegment], isEmpty: Bool)])
        -> ShownText
    {
        let isEmpty = forms.count == 1 && forms[0].isEmpty && forms[0].path.isEmpty
        let shown = forms.map { path, segments, isEmpty in
            ShownText.Form(
                name: path.isEmpty ? nil : path.joined(separator: " "),
                numbers: path.last.flatMap { TextForms.numbers(of: $0, in: locale) },
                segments: segments, blank: isEmpty)
        }
        return ShownText(
            lang: locale.rawValue, dir: Self.direction(of: locale),
            script: Self.scriptClass(of: locale), empty: isEmpty, forms: isEmpty ? [] : shown)
    }

    private static func segment(_ kind: WordDiff.Change.Kind, _ runs: [TextRun]) -> TextSegment {
        TextSegment(
            same: kind == .kept, inserted: kind == .added, deleted: kind == .removed, runs: runs)
    }

    /// Returns the source text for a form: the text of the same form, of `other`, or otherwise the
    /// first text.
    private static func reference(_ path: [String], in source: Value?) -> String? {
        guard let source else { return nil }
        let texts = source.texts
        return texts.first { $0.path.elementsEqual(path) { $0.hasSameBytes(as: $1) } }?.text
            ?? texts.first { $0.path.last?.hasSameBytes(as: "other") == true }?.text
            ?? texts.first?.text
    }
}
