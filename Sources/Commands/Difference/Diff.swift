import ArgumentParser
import JSON
import Languages
import ReadModel
import Translation
import Workspace

/// `dragoman diff`.
struct Diff: FormattedVerb {
    static let configuration = CommandConfiguration(
        abstract: "Show the texts and proposals that differ between two revisions.",
        discussion: """
            REV compares a revision with the tip, A..B two revisions, A...B B with where it left A. Without \
            revisions the upstream branch is compared with the tip. Texts are shown by language, the words that \
            changed marked.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: ArgumentHelp("What to compare.", valueName: "rev[..rev]"))
    var revisions: String?

    @Option(
        name: [.customLong("locale"), .customShort("l")],
        help: ArgumentHelp("Only this language; may be given more than once.", valueName: "tag"))
    var locales: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("Only this section.", valueName: "name"))
    var section: String?

    @Option(help: ArgumentHelp("Only keys like this, * for anything.", valueName: "pattern"))
    var key: String?

    @Flag(help: "Leave the proposals out.")
    var noProposals = false

    @Flag(help: "Exit 1 if anything differs.")
    var exitCode = false

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let wanted = try locales.map(workspace.language)
        let pattern = key.map(KeyPattern.init)
        let section = section.map(workspace.section)
        let difference = try workspace.difference(revisions).filtered(
            keepsProposals: !noProposals
        ) { locale, string in
            (wanted.isEmpty || wanted.contains(locale))
                && (section.map { string.section.utf8.elementsEqual($0.utf8) } ?? true)
                && (pattern?.matches(string.key) ?? true)
        }
        switch output.format {
        case .json: session.write(difference.json(in: workspace.project))
        case .text:
            let text = DifferenceText(
                difference, project: workspace.project, style: session.style)
            session.terminal.page(text.text)
        }
        return exitCode && !difference.isEmpty ? .found : .done
    }
}

extension Difference {
    func filtered(
        keepsProposals: Bool, _ isWanted: (LanguageTag, StringID) -> Bool
    ) -> Difference {
        var filtered = self
        filtered.locales = locales.compactMap { difference in
            var kept = difference
            kept.added.removeAll { !isWanted(difference.locale, $0.string) }
            kept.changed.removeAll { !isWanted(difference.locale, $0.string) }
            kept.removed.removeAll { !isWanted(difference.locale, $0.string) }
            return kept.isEmpty ? nil : kept
        }
        filtered.proposals.removeAll { !keepsProposals || !isWanted($0.locale, $0.string) }
        return filtered
    }

    func json(in project: Project) -> JSONValue {
        .object { members in
            members.add("fromRevision", fromRevision)
            members.add("toRevision", toRevision)
            members.add("locales", .array(locales.map(\.json)))
            members.add(
                "proposals",
                .array(
                    proposals.map { change in
                        let row = ProposalRow(
                            change.proposal, locale: change.locale, string: change.string,
                            current: change.current)
                        return .object { members in
                            members.add("change", change.kind.rawValue)
                            row.add(to: &members, asking: nil)
                        }
                    }))
        }
    }
}

extension LocaleDifference {
    fileprivate var json: JSONValue {
        func texts(_ texts: [Text]) -> JSONValue {
            .array(
                texts.map { text in
                    .object { members in
                        members.add(text.string)
                        members.add("value", text.value.json)
                    }
                })
        }
        return .object { members in
            members.add("locale", locale.rawValue)
            members.add("added", texts(added))
            members.add(
                "changed",
                .array(
                    changed.map { change in
                        .object { members in
                            members.add(change.string)
                            members.add("before", change.before.json)
                            members.add("after", change.after.json)
                        }
                    }))
            members.add("removed", texts(removed))
        }
    }
}

/// A difference as people read it.
struct DifferenceText {
    private let difference: Difference
    private let project: Project
    private let style: Style

    init(_ difference: Difference, project: Project, style: Style) {
        self.difference = difference
        self.project = project
        self.style = style
    }

    var text: String {
        let title = "\(difference.fromRevision)..\(difference.toRevision)"
        var lines = [style.dim(Visible.escaping(title))]
        if difference.isEmpty { lines.append("No difference.") }
        for locale in difference.locales { lines += self.lines(locale) }
        if !difference.proposals.isEmpty {
            lines += ["", style.bold("Proposals")] + difference.proposals.flatMap(self.lines)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func lines(_ locale: LocaleDifference) -> [String] {
        let counts = [
            locale.added.isEmpty ? nil : style.green("+\(locale.added.count)"),
            locale.changed.isEmpty ? nil : style.yellow("~\(locale.changed.count)"),
            locale.removed.isEmpty ? nil : style.red("-\(locale.removed.count)"),
        ].compactMap(\.self).joined(separator: " ")
        let name = LanguageName.english(locale.locale.rawValue)
        var lines = ["", "\(style.bold(locale.locale.rawValue)) \(style.dim(name)) \(counts)"]
        for item in locale.added {
            lines.append("  \(style.green("+")) \(title(item.string))")
            lines.append("    \(style.added(shown(item.value)))")
        }
        for item in locale.changed {
            lines.append("  \(style.yellow("~")) \(title(item.string))")
            lines.append(
                "    \(ValueText.difference(from: item.before, to: item.after, style: style))")
        }
        for item in locale.removed {
            lines.append("  \(style.red("-")) \(title(item.string))")
            lines.append("    \(style.removed(shown(item.value)))")
        }
        return lines
    }

    private func lines(_ change: ProposalChange) -> [String] {
        let kind = change.kind.rawValue
        let painted =
            switch change.kind {
            case .accepted: style.green(kind)
            case .rejected, .deleted: style.red(kind)
            case .made, .reopened: style.yellow(kind)
            case .superseded: style.dim(kind)
            }
        let proposed = change.proposal.proposed.value
        // What is decided is over; only what waits is compared with the text that it would replace.
        let isOpen = change.proposal.state == .open
        let body =
            isOpen
            ? change.current.map {
                ValueText.difference(from: $0, to: proposed, style: style)
            } ?? style.added(shown(proposed)) : shown(proposed)
        return [
            "  \(painted) \(change.locale) \(title(change.string)) \(style.dim(change.proposal.id.description))",
            "    \(body)",
        ]
    }

    private func title(_ string: StringID) -> String {
        Visible.escaping(string.spelled(in: project))
    }

    private func shown(_ value: Value) -> String { Visible.escaping(ValueText.inline(value)) }
}
