import Crypto
import FoundationEssentials
import Languages
import Texts
import Translation
import Workspace

/// A difference as a self-contained HTML page; each text is marked with its language and direction.
package struct DifferencePage {
    let report: DifferenceReport
    /// Whether changed words are marked; otherwise the old and new text are shown in full.
    let marksWords: Bool
    private let isStat: Bool

    package init(_ report: DifferenceReport, marksWords: Bool = true, isStat: Bool = false) {
        self.report = report
        self.marksWords = marksWords
        self.isStat = isStat
    }

    /// The content security policy, which allows only the page's own style sheet.
    package static var policy: String {
        let hash = Data(SHA256.hash(data: Data(PageStyle.text.utf8))).base64EncodedString()
        return
            "default-src 'none'; style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'"
    }

    package var text: String {
        let range = [report.fromRevision, report.toRevision].map(HTMLText.escaping)
        var page = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta name="color-scheme" content="light dark">
            <title>Translations: \(range[0]) to \(range[1])</title>
            <style>\(PageStyle.text)</style>
            </head>
            <body>
            <header>
            <h1>Translations</h1>
            <p>From <code>\(range[0])</code> to <code>\(range[1])</code></p>
            """
        if report.languages.isEmpty {
            page += "\n<p>No texts or proposals differ.</p>\n</header>\n"
        } else {
            let languages = counted(report.languages.count, "language")
            page +=
                "\n<p><strong>\(report.total.sentence)</strong> in \(languages)</p>\n</header>\n"
            page += "<nav aria-label=\"Languages\">\n\(stat)</nav>\n<main>\n"
            if !isStat {
                page += report.languages.filter { !$0.rows.isEmpty }.map(section).joined()
                if !report.proposals.isEmpty { page += proposals }
            }
            page += "</main>\n"
        }
        return page + "</body>\n</html>\n"
    }

    private var stat: String {
        func row(_ name: String, _ counts: DifferenceCounts) -> String {
            let cells = [counts.added, counts.changed, counts.removed]
            let proposed = counts.proposals.values.reduce(0, +)
            return "<tr><th scope=\"row\">\(name)</th>"
                + (cells + [proposed]).map { "<td>\($0 == 0 ? "·" : String($0))</td>" }.joined()
                + "</tr>\n"
        }
        let rows = report.languages.map { language in
            let name = HTMLText.escaping(language.name) + " <code>\(language.tag)</code>"
            // A language that differs only in its proposals has no section.
            let anchor = language.rows.isEmpty ? "proposals" : Self.anchor(language.tag)
            return row(
                isStat ? name : "<a href=\"#\(anchor)\">\(name)</a>", language.counts)
        }
        let link =
            report.proposals.isEmpty || isStat
            ? "Proposals" : "<a href=\"#proposals\">Proposals</a>"
        return """
            <table>
            <thead><tr><th scope="col">Language</th><th scope="col">Added</th><th scope="col">Changed</th>\
            <th scope="col">Removed</th><th scope="col">\(link)</th></tr></thead>
            <tbody>
            \(rows.joined())</tbody>
            <tfoot>
            \(row("All", report.total))</tfoot>
            </table>

            """
    }

    private static func anchor(_ tag: LanguageTag) -> String { "language-\(tag)" }

    private func section(_ language: DifferenceReport.Language) -> String {
        let anchor = Self.anchor(language.tag)
        let name = HTMLText.escaping(language.name)
        let own = HTMLText.escaping(language.ownName)
        let more =
            (own == name
                ? "" : " <span class=\"own\" lang=\"\(language.tag)\" dir=\"auto\">\(own)</span>")
            + " <code>\(language.tag)</code>"
            + (language.isSource ? " <span class=\"own\">source language</span>" : "")
        return """
            <section aria-labelledby="\(anchor)">
            <h2 id="\(anchor)">\(name)\(more)</h2>
            <p>\(language.counts.sentence)</p>

            """ + language.rows.map { article($0, in: language.tag) }.joined() + "</section>\n"
    }

    private func article(_ item: DifferenceReport.TextItem, in tag: LanguageTag) -> String {
        let sign =
            switch item.kind {
            case .added: "+ added"
            case .changed: "~ changed"
            case .removed: "− removed"
            }
        return "<article class=\"\(item.kind)\">\n<h3><span class=\"kind\">\(sign)</span> "
            + key(item.title) + "</h3>\n" + comment(item.comment)
            + forms(item.forms, in: tag, labels: ("Before", "After", "Text"))
            + "</article>\n"
    }

    private var proposals: String {
        "<section aria-labelledby=\"proposals\">\n<h2 id=\"proposals\">Proposals</h2>\n"
            + report.proposals.map(article).joined() + "</section>\n"
    }

    private func article(_ proposal: DifferenceReport.ProposalItem) -> String {
        let isOpen = proposal.kind == .made || proposal.kind == .reopened
        let labels =
            isOpen ? ("Now", "Proposed", "Proposed") : ("Proposed", "Accepted", "Proposed")
        var story: [String] = []
        if let note = proposal.note {
            story.append("<p class=\"said\">\(element("q", note))</p>")
        }
        story.append(
            paragraph("Proposed", by: proposal.author, at: proposal.at)
                + (proposal.isOutdated
                    ? "<p>Outdated: the text or its source has changed since the proposal was made.</p>"
                    : ""))
        if let decision = proposal.decision {
            let verb = proposal.isEdited ? "edited and \(proposal.kind)" : "\(proposal.kind)"
            story.append(
                paragraph(
                    verb.prefix(1).uppercased() + verb.dropFirst(), by: decision.by, at: decision.at
                ))
            if let reason = decision.reason {
                story.append("<p class=\"said\">\(element("q", reason))</p>")
            }
        }
        let talk = [(proposal.endorsements, "endorsement"), (proposal.comments, "comment")]
            .filter { $0.0 > 0 }.map { counted($0.0, $0.1) }.joined(separator: ", ")
        if !talk.isEmpty { story.append("<p>\(talk)</p>") }
        return
            "<article class=\"\(proposal.kind)\">\n<h3><span class=\"kind\">\(proposal.kind)</span> "
            + "<code>\(proposal.tag)</code> \(key(proposal.title))</h3>\n"
            + forms(proposal.forms, in: proposal.tag, labels: labels)
            + "<footer>\(story.joined(separator: "\n"))\n<p><code>\(proposal.id)</code></p></footer>\n"
            + "</article>\n"
    }
}
