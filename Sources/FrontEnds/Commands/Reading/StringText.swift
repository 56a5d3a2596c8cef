import Languages
import ReadModel
import Texts
import Translation
import Workspace

/// A string in all languages, for display.
struct StringText {
    private let texts: [StringInLanguage]
    private let project: Project
    private let style: Style

    init(_ texts: [StringInLanguage], _ project: Project, _ style: Style) {
        self.texts = texts
        self.project = project
        self.style = style
    }

    func text(columns: Int?) -> String {
        guard let first = texts.first?.entry else { return "" }
        var lines = style.bold(Visible.escaping(first.string.spelled(in: project))) + "\n"
        for detail in details(of: first.definition) { lines += "    \(detail)\n" }
        var table = Table(style: style)
        for text in texts {
            let state = text.locale == project.source ? "" : text.state.rawValue
            table.add([
                .init(text.locale.rawValue), .init(state, paint: style.paint(of: text.state)),
                .init(shown(text)),
            ])
        }
        return lines + table.lines(columns: columns, isWrapped: true)
    }

    private func details(of definition: Definition) -> [String] {
        [
            definition.comment.map { "# " + Visible.escaping($0) },
            definition.maximumLength.map {
                "at most \($0.count) \(SourceFields.name(of: $0.unit))"
            },
            definition.isTranslatable ? nil : "not to be translated",
            definition.labels.isEmpty
                ? nil : "labels: " + Visible.escaping(definition.labels.joined(separator: ", ")),
            definition.references.isEmpty
                ? nil
                : "used in " + Visible.escaping(definition.references.joined(separator: ", ")),
        ].compactMap(\.self)
    }

    /// Returns a text with its notes.
    private func shown(_ text: StringInLanguage) -> String {
        let entry = text.entry
        let value = entry.shownValue.map(ValueText.inline).map { $0.isEmpty ? "(empty)" : $0 }
        let notes = [
            entry.text == nil ? entry.inherited.map { "from \($0.locale)" } : nil,
            entry.hasConflict ? "in conflict" : nil,
            entry.openProposals > 0 ? counted(entry.openProposals, "open proposal") : nil,
        ].compactMap(\.self)
        return [value, notes.isEmpty ? nil : "(\(notes.joined(separator: ", ")))"]
            .compactMap(\.self).joined(separator: " ")
    }
}
