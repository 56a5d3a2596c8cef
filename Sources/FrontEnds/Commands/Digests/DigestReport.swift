import Languages
import ReadModel
import Representations
import Texts
import Translation
import Words
import Workspace

/// The text of a digest, for a terminal, a message or a Markdown document.
struct DigestReport {
    let project: Project
    /// The names of people.
    let people: People
    /// The beginning of the digest, for display.
    let since: String
    /// The address of the project's page on a server, if known.
    let links: String?

    enum Form {
        case text(Style)
        case markdown
    }

    /// Returns a subject with the numbers of proposals and decisions.
    func subject(of person: Digest.Person) -> String {
        let waiting = person.waiting.map(\.count).reduce(0, +)
        let decided = person.decided.count
        return "Translations: "
            + [
                waiting > 0 ? "\(counted(waiting, "proposal")) to review" : nil,
                decided > 0 ? "\(counted(decided, "decision")) on your proposals" : nil,
            ].compactMap(\.self).joined(separator: ", ")
    }

    /// Returns a person's part.
    ///
    /// If it stands alone, as in a message to the person, it has no heading with their name.
    func text(of person: Digest.Person, _ form: Form, isAlone: Bool) -> String {
        var lines: [Line] = []
        let address = person.address.text
        if !isAlone {
            lines.append(.init(.heading, person.name.map { "\($0) <\(address)>" } ?? address))
        }
        if !person.waiting.isEmpty {
            lines.append(.init(.topic, "To review"))
            lines += person.waiting.flatMap(self.lines)
        }
        if !person.decided.isEmpty {
            lines.append(.init(.topic, "Your proposals, decided since \(since)"))
            lines += person.decided.map { line(of: $0) }
        }
        return Self.text(lines, form)
    }

    /// Returns the part with the proposals that nobody in particular reviews.
    func text(ofUnassigned waiting: [Digest.Waiting], _ form: Form) -> String {
        Self.text(
            [Line(.heading, "No reviewer"), Line(.topic, "To review")]
                + waiting.flatMap(self.lines), form)
    }

    // MARK: Lines

    /// A line, with its place in the outline.
    ///
    /// The text is not escaped yet, but for the address of a page.
    private struct Line {
        enum Kind {
            case heading, topic, item, detail, link
        }

        let kind: Kind
        let text: String

        init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }
    }

    private func lines(of waiting: Digest.Waiting) -> [Line] {
        let tag = waiting.locale.rawValue
        let new = waiting.newCount > 0 ? ", \(waiting.newCount) new since \(since)" : ""
        var lines = [
            Line(
                .item,
                "\(LanguageName.english(tag)) (\(tag)): \(counted(waiting.count, "proposal"))\(new)"
            )
        ]
        if let links { lines.append(Line(.link, "\(links)/languages/\(tag)/review")) }
        lines += waiting.newest.map { row in
            let change = [row.current, row.value].compactMap { $0.map(Self.quoted) }
            return Line(
                .detail,
                "\(row.string.spelled(in: project)): " + change.joined(separator: " → ")
                    + by(people.name(of: row.proposer, or: row.proposed.guid))
                    + (row.isOutdated ? ", outdated" : ""))
        }
        let rest = waiting.count - waiting.newest.count
        if rest > 0, !waiting.newest.isEmpty { lines.append(Line(.detail, "and \(rest) more")) }
        return lines
    }

    private func line(of decided: Digest.Decided) -> Line {
        let row = decided.proposal
        var outcome = row.state.rawValue
        var text = Self.quoted(row.value)
        if case .proposalAccepted(let acceptance) = decided.decision.payload,
            acceptance.value != row.value
        {
            outcome = "accepted with changes"
            text += " → " + Self.quoted(acceptance.value)
        }
        let reason = EventWords(decided.decision).reason.map { " (\($0))" } ?? ""
        return Line(
            .item,
            "\(outcome)\(by(people.name(of: decided.decision.actor, or: nil)))\(reason): "
                + "\(row.locale.rawValue) \(row.string.spelled(in: project)): \(text)")
    }

    private func by(_ name: String?) -> String { name.map { " by \($0)" } ?? "" }

    private static func quoted(_ value: Value) -> String { "“\(ValueText.inline(value))”" }

    private static func text(_ lines: [Line], _ form: Form) -> String {
        lines.map { line in
            switch form {
            case .text(let style):
                let text = Visible.escaping(line.text)
                return switch line.kind {
                case .heading: style.bold(text) + "\n"
                case .topic: "  " + text + "\n"
                case .item: "    " + text + "\n"
                case .detail, .link: "      " + text + "\n"
                }
            case .markdown:
                let text = MarkdownText.escaping(line.text)
                return switch line.kind {
                case .heading: "## \(text)\n"
                case .topic: "\n### \(text)\n\n"
                case .item: "- \(text)\n"
                case .detail: "  - \(text)\n"
                case .link: "  - <\(line.text)>\n"
                }
            }
        }.joined()
    }
}
