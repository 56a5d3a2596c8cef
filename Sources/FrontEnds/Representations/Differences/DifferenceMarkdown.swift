import Languages
import Translation
import Workspace

/// A difference as a pull request comment: a summary, and a table for each language.
package struct DifferenceMarkdown {
    /// The maximum length in UTF-16 units.
    ///
    /// GitHub allows 65,536. The rest is left for text that a wrapper adds.
    static let maximumLength = 60_000

    private let report: DifferenceReport
    /// Whether changed words are marked; otherwise the old and new text are shown in full.
    private let marksWords: Bool
    private let isStat: Bool

    package init(_ report: DifferenceReport, marksWords: Bool = true, isStat: Bool = false) {
        self.report = report
        self.marksWords = marksWords
        self.isStat = isStat
    }

    package var text: String {
        let range = [report.fromRevision, report.toRevision]
            .map { MarkdownText.code($0, isInTable: false) }.joined(separator: " and ")
        guard !report.languages.isEmpty else {
            return "### Translations\n\nNo texts or proposals differ between \(range).\n"
        }
        let intro =
            "### Translations\n\n**\(report.total.sentence)**"
            + " in \(counted(report.languages.count, "language")), between \(range).\n"
        var sections = [stat]
        if !isStat {
            sections += report.languages.filter { !$0.rows.isEmpty }.map(section)
            if !report.proposals.isEmpty { sections.append(proposals) }
        }
        let fitted = MarkdownSection.fitted(
            sections, to: Self.maximumLength - intro.utf16.count - 500)
        let dropped = fitted.reduce(0) { $0 + $1.dropped }
        return intro + fitted.map(\.text).joined()
            + (dropped == 0
                ? ""
                : "\n\(counted(dropped, "row")) omitted to fit into a comment. For the full output, use "
                    + MarkdownText.code("dragoman diff \(report.range)", isInTable: false)
                    + ", or a page with `--format html`.\n")
    }

    private var stat: MarkdownSection {
        let kinds = report.total.kindsOfProposals
        func cells(_ counts: DifferenceCounts) -> [String] {
            ([counts.added, counts.changed, counts.removed]
                + kinds.map { counts.proposals[$0] ?? 0 })
                .map { $0 == 0 ? "" : String($0) }
        }
        let titles = ["Language", "Added", "Changed", "Removed"] + kinds.map(\.title)
        var rows = report.languages.map { language in
            MarkdownSection.row([name(of: language)] + cells(language.counts))
        }
        if report.languages.count > 1 {
            rows.append(
                MarkdownSection.row(
                    (["Total"] + cells(report.total)).map { $0.isEmpty ? "" : "<b>\($0)</b>" }))
        }
        return MarkdownSection(
            title: nil, columns: titles, isNumeric: true, rows: rows, hidden: 0)
    }

    private func name(of language: DifferenceReport.Language) -> String {
        "\(MarkdownText.escaping(language.name)) <code>\(language.tag)</code>"
            + (language.isSource ? " (source)" : "")
    }

    private func section(_ language: DifferenceReport.Language) -> MarkdownSection {
        let isRightToLeft = language.isRightToLeft
        return MarkdownSection(
            title: "\(name(of: language)): \(language.counts.sentence)",
            columns: ["", "Key"] + (language.isSource ? [] : ["Source"]) + ["Text"],
            items: language.rows, limit: Self.maximumLength
        ) { item in
            let sign =
                switch item.kind {
                case .added: "+"
                case .changed: "~"
                case .removed: "−"
                }
            let forms = item.forms.filter(\.isChanged)
            return forms.enumerated().map { index, form in
                let key = index == 0 ? self.key(item.title) : ""
                let text = self.text(form, isRightToLeft: isRightToLeft)
                return MarkdownSection.row(
                    [index == 0 ? sign : "", key + name(of: form, after: key)]
                        + (language.isSource ? [] : [source(form)]) + [text])
            }
        }
    }

    private var proposals: MarkdownSection {
        MarkdownSection(
            title: "Proposals", columns: ["", "Key", "Source", "Text", "By"],
            items: report.proposals, limit: Self.maximumLength
        ) { proposal in
            let isRightToLeft = proposal.isRightToLeft
            let changed = proposal.forms.filter(\.isChanged)
            let forms = changed.isEmpty ? proposal.forms : changed
            return forms.enumerated().map { index, form in
                let key =
                    index == 0
                    ? "<code>\(proposal.tag)</code> "
                        + self.key(proposal.title) : ""
                return MarkdownSection.row([
                    index == 0 ? proposal.kind.rawValue : "",
                    key + name(of: form, after: key),
                    source(form), text(form, isRightToLeft: isRightToLeft),
                    index == 0 ? story(of: proposal) : "",
                ])
            }
        }
    }

    /// Returns a proposal's author, note and decision.
    private func story(of proposal: DifferenceReport.ProposalItem) -> String {
        var lines = [proposal.author.map(MarkdownText.escaping) ?? "somebody"]
        if let note = proposal.note {
            lines.append("“\(MarkdownText.escaping(Self.clipped(note, to: 500)))”")
        }
        if proposal.isOutdated { lines.append("<i>outdated</i>") }
        if let decision = proposal.decision {
            let who = decision.by.map { " by " + MarkdownText.escaping($0) } ?? ""
            let how = proposal.isEdited ? "edited and \(proposal.kind)" : "\(proposal.kind)"
            let why = decision.reason.map {
                ": " + MarkdownText.escaping(Self.clipped($0, to: 500))
            }
            lines.append("<i>\(how)</i>\(who)\(why ?? "")")
        }
        return lines.joined(separator: "<br>")
    }

    private func key(_ title: String) -> String {
        MarkdownText.code(Self.clipped(title, to: 200), isInTable: true)
    }

    private func name(of form: FormChange, after key: String) -> String {
        guard let name = form.name else { return "" }
        return (key.isEmpty ? "" : "<br>") + "<i>\(MarkdownText.escaping(name))</i>"
    }

    private func source(_ form: FormChange) -> String {
        form.source.map { MarkdownText.escaping(Self.clipped($0, to: 1_000)) } ?? ""
    }

    private func text(_ form: FormChange, isRightToLeft: Bool) -> String {
        let before = WordDiff.Change(.removed, form.before ?? "")
        let after = WordDiff.Change(.added, form.after ?? "")
        let runs = !marksWords && form.isChanged ? [before, after] : form.words
        let shown = runs.filter { !$0.text.isEmpty }.map(run)
            .joined(separator: marksWords ? "" : "<br>")
        let text = shown + (form.isEmpty || form.isEmptied ? " <i>empty</i>" : "")
        return isRightToLeft ? "<span dir=\"rtl\">\(text)</span>" : text
    }

    private func run(_ change: WordDiff.Change) -> String {
        switch change.kind {
        case .kept: MarkdownText.escaping(Self.clipped(change.text, to: 240))
        case .removed: "<del>\(shown(change.text))</del>"
        case .added: "<ins>\(shown(change.text))</ins>"
        }
    }

    /// Returns a changed run of words, with its spaces made visible if it contains nothing else.
    private func shown(_ text: String) -> String {
        let isBlank = text.utf8.allSatisfy { $0 == UInt8(ascii: " ") }
        return isBlank
            ? String(repeating: "␣", count: text.utf8.count)
            : MarkdownText.escaping(Self.clipped(text, to: 2_000))
    }

    /// Cuts out the middle of a text that is longer than `length` characters.
    private static func clipped(_ text: String, to length: Int) -> String {
        guard text.count > length else { return text }
        return "\(text.prefix(length / 2)) … \(text.suffix(length / 2))"
    }
}
