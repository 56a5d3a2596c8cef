import ArgumentParser
import JSON
import Languages
import ReadModel
import Representations
import Texts
import Translation
import Workspace

/// `dragoman conflicts`.
struct Conflicts: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract:
            "List concurrent edits that contradict each other; exit 1 if there are any.",
        discussion: """
            The winner is in effect until the conflict is settled by `set`, `accept` or \
            `conflicts --keep ID`.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var locale: LocaleOption

    @Option(
        help: ArgumentHelp(
            "Settle a conflict in favour of this event. Can be repeated.",
            valueName: "id"))
    var keep: [String] = []

    func validate() throws {
        guard keep.isEmpty || (moment.rev == nil && moment.at == nil && locale.locale == nil) else {
            throw ValidationError(
                "--keep settles only current conflicts. Omit --rev, --at and --locale.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        guard keep.isEmpty else { return try settle(in: session, workspace) }
        let locale = try locale.locale.map(workspace.language)
        let (rows, proponents) = try workspace.read(
            at: moment.moment(), locales: locale.map { [$0] }
        ) { snapshot in
            let rows = try snapshot.model.conflicts(locale: locale)
            return (
                rows, try snapshot.proponents(acceptedBy: rows.flatMap { [$0.winner, $0.loser] })
            )
        }
        switch output.format {
        case .json: session.write(.array(rows.map { $0.json(showsAddresses: true) }))
        case .text:
            let people = try workspace.people()
            let releases = try workspace.read(at: .tip) { try $0.channelReleaseNames() }
            let shown = { (event: Event) in
                EventLine(
                    event, workspace.project, session.style, people, releases,
                    proponent: proponents[event.id]
                ).text
            }
            for row in rows {
                let string = row.string.map {
                    Visible.escaping($0.spelled(in: workspace.project))
                }
                let title = [row.locale.rawValue, string].compactMap(\.self).joined(
                    separator: " ")
                session.terminal.write(session.style.bold(title) + "\n")
                session.terminal.write("  \(session.style.green("wins"))\n")
                session.terminal.write(
                    event(shown(row.winner), row.winner, unlike: row.loser, session.style))
                session.terminal.write("  \(session.style.red("loses"))\n")
                session.terminal.write(
                    event(shown(row.loser), row.loser, unlike: row.winner, session.style))
            }
            if rows.isEmpty { session.say("No conflicts.") }
            try session.sayWhatIsLate(workspace)
        }
        return rows.isEmpty ? .done : .found
    }

    private func settle(in session: Session, _ workspace: Workspace) throws -> ExitStatus {
        let events = try workspace.readForWriting { try keep.map($0.event) }
        let outcome = try workspace.perform(Action(.keep(events)))
        session.report(outcome, output, saying: "Settled \(counted(keep.count, "conflict")).")
        return .done
    }

    private func event(
        _ text: String, _ event: Event, unlike other: Event, _ style: Style
    ) -> String {
        (text.split(separator: "\n").map(String.init)
            + attributes(of: event, unlike: other).map { "    " + style.dim($0) })
            .map { "    \($0)\n" }.joined()
    }

    /// Returns the attributes in which two definitions or languages differ, unless the event's line
    /// already shows them.
    private func attributes(of event: Event, unlike other: Event) -> [String] {
        let left = [
            "name", "planned", "maxLength", "placeholders", "translate", "order", "refs", "labels",
            "screenshot",
        ]
        guard event.payload.typeName == other.payload.typeName,
            let own = event.json.objectValue, let others = other.json.objectValue
        else { return [] }
        return left.filter { own[$0] != others[$0] }.map { name in
            let value = own[name].map { String(decoding: CanonicalJSON.encode($0), as: UTF8.self) }
            return Visible.escaping("\(name): \(value ?? "none")")
        } + keptLines(of: event, unlike: other)
    }

    /// Returns up to five of the file's lines that are missing from the conflicting file.
    private func keptLines(of event: Event, unlike other: Event) -> [String] {
        guard case .resourceDefined(let file) = event.payload,
            case .resourceDefined(let rival) = other.payload, file.kept != rival.kept
        else { return [] }
        func lines(_ file: FileResource) -> [Substring] {
            (file.skeleton ?? "").split(whereSeparator: \.isNewline)
        }
        let known = Set(lines(rival))
        return lines(file).filter { !known.contains($0) }.prefix(5)
            .map { Visible.escaping(String($0.prefix(120))) }
    }
}
