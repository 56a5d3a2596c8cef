import Languages
import Representations
import Texts
import Translation
import Workspace

/// A difference as text for a terminal.
struct DifferenceText {
    private let report: DifferenceReport
    private let style: Style
    private let marks: WordMarks?

    init(_ report: DifferenceReport, style: Style, marks: WordMarks?) {
        self.report = report
        self.style = style
        self.marks = marks
    }

    var text: String {
        var lines = [style.dim(Visible.escaping(report.range))]
        if report.languages.isEmpty { lines.append("No differences.") }
        for language in report.languages where !language.rows.isEmpty {
            lines += self.lines(language)
        }
        if !report.proposals.isEmpty {
            lines += ["", style.bold("Proposals")] + report.proposals.flatMap(self.lines)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func lines(_ language: DifferenceReport.Language) -> [String] {
        let counts = language.counts
        let shown = [
            counts.added == 0 ? nil : style.green("+\(counts.added)"),
            counts.changed == 0 ? nil : style.yellow("~\(counts.changed)"),
            counts.removed == 0 ? nil : style.red("-\(counts.removed)"),
        ].compactMap(\.self).joined(separator: " ")
        let tag = style.bold(language.tag.rawValue)
        return ["", "\(tag) \(style.dim(language.name)) \(shown)"]
            + language.rows.flatMap(lines)
    }

    private func lines(_ row: DifferenceReport.TextItem) -> [String] {
        let sign =
            switch row.kind {
            case .added: style.green("+")
            case .changed: style.yellow("~")
            case .removed: style.red("-")
            }
        return ["  \(sign) \(Visible.escaping(row.title))"]
            + lines(source: row.source, row.forms)
    }

    private func lines(_ proposal: DifferenceReport.ProposalItem) -> [String] {
        let kind = proposal.kind.rawValue
        let painted =
            switch proposal.kind {
            case .accepted: style.green(kind)
            case .rejected, .deleted: style.red(kind)
            case .made, .reopened: style.yellow(kind)
            case .superseded: style.dim(kind)
            }
        let by = proposal.author.map { "by " + Visible.escaping($0) }
        let decision = proposal.decision.map { decision in
            (proposal.isEdited ? "edited and " : "") + kind
                + (decision.by.map { " by " + Visible.escaping($0) } ?? "")
                + (decision.reason.map { ": " + Visible.escaping($0) } ?? "")
        }
        let said = [
            by, proposal.isOutdated ? "outdated" : nil,
            proposal.note.map { "note: " + Visible.escaping($0) }, decision,
        ].compactMap(\.self).joined(separator: ", ")
        return [
            "  \(painted) \(proposal.tag) \(Visible.escaping(proposal.title)) "
                + style.dim(proposal.id.description)
        ] + lines(source: proposal.source, proposal.forms)
            + (said.isEmpty ? [] : ["    " + style.dim(said)])
    }

    /// Returns the source text and the changed forms, or all forms if none of them changed.
    private func lines(source value: Value?, _ forms: [FormChange]) -> [String] {
        var lines: [String] = []
        if let value {
            let text = Visible.escaping(ValueText.inline(value))
            lines.append("    " + style.dim("\(report.source): \(text)"))
        }
        let changed = forms.filter(\.isChanged)
        return lines + (changed.isEmpty ? forms : changed).flatMap(self.lines)
    }

    private func lines(_ form: FormChange) -> [String] {
        let name = form.name.map { style.dim(Visible.escaping($0) + ":") + " " } ?? ""
        guard marks == WordMarks.none, form.isChanged else {
            let body =
                form.isEmpty
                ? style.dim("(empty)")
                : ValueText.marked(form.words, style: style)
                    + (form.isEmptied ? style.dim(" (empty)") : "")
            return ["    \(name)\(body)"]
        }
        let before = form.before.map { style.red("- " + shown($0)) }
        let after = form.after.map { style.green("+ " + shown($0)) }
        return [before, after].compactMap(\.self).map { "    \(name)\($0)" }
    }

    private func shown(_ text: String) -> String {
        text.isEmpty ? "(empty)" : Visible.escaping(text)
    }
}
