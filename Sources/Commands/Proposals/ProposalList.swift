import ArgumentParser
import JSON
import Languages
import ReadModel
import Translation
import Workspace

/// `dragoman proposals`.
struct ProposalList: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "proposals",
        abstract: "List proposals, newest last; open ones where no state is named.",
        discussion: """
            With --guid or --mine, those of one guid in every state: what became of them, why one was turned down, \
            and whether it can still be taken back.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var locale: LocaleOption

    @Option(name: .shortAndLong, help: ArgumentHelp("Only this section.", valueName: "name"))
    var section: String?

    @Option(help: ArgumentHelp("Only this string.", valueName: "key"))
    var key: String?

    @Option(help: ArgumentHelp("Only those of this guid.", valueName: "guid"))
    var guid: String?

    @Flag(help: "Only those of this machine's guid.")
    var mine = false

    @Option(
        help: ArgumentHelp(
            "Only in these states: open, accepted, rejected, deleted, superseded; all.",
            valueName: "state,…"))
    var state: String?

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        guard guid == nil || !mine else {
            throw ValidationError("Give --guid or --mine, not both.")
        }
        let locale = try locale.locale.map(workspace.language)
        let model = try workspace.model(at: moment.moment(), locales: locale.map { [$0] })
        if let locale { try workspace.requireLocale(locale, in: model) }
        let raw = mine ? try workspace.guid(nil, creating: false) : guid
        if mine, raw == nil {
            throw Refusal(
                .noGuid, "This machine has no guid yet.",
                hint: "It gets one with its first proposal, or by DRAGOMAN_GUID.")
        }
        let asking = raw.map { HashedGuid(guid: $0, project: workspace.project) }
        let string = try key.map { key in
            let string = try workspace.string(KeyArgument(key, section: section), in: model)
            // A proposal for a new key has none to be found.
            return string
        }
        let rows = try model.proposals(
            ProposalFilter(
                locale: locale, section: section.map(workspace.section), string: string,
                owner: asking, states: try states(isPersonal: asking != nil)))
        switch output.format {
        case .json:
            session.write(
                .array(
                    rows.map { row in
                        .object { members in row.add(to: &members, asking: asking, guid: raw) }
                    }))
        case .text: write(rows, asking, workspace.project, to: session)
        }
        return .done
    }

    private func states(isPersonal: Bool) throws -> [Proposal.State] {
        guard let state else { return isPersonal ? Proposal.State.allCases : [.open] }
        if state == "all" { return Proposal.State.allCases }
        return try state.split(separator: ",").map { word in
            guard let state = Proposal.State(rawValue: String(word)) else {
                throw ValidationError(
                    "There is no state “\(word)”: open, accepted, rejected, deleted, superseded.")
            }
            return state
        }
    }

    private func write(
        _ rows: [ProposalRow], _ asking: HashedGuid?, _ project: Project, to session: Session
    ) {
        guard !rows.isEmpty else { return session.say("No proposals.") }
        let style = session.style
        let suffixes = ShortIDs(rows.map(\.id))
        var table = Table(style: style)
        for row in rows {
            let replaced = row.state == .open ? row.current.map(ValueText.inline) : nil
            let text = [replaced, ValueText.inline(row.value)].compactMap(\.self)
                .joined(separator: " → ")
            let marks = [
                row.state == .open ? nil : row.state.rawValue,
                row.isOutdated && row.state == .open ? "outdated" : nil,
                row.canDelete(asking) ? "can delete" : nil,
                row.decision?.reasonText,
            ].compactMap(\.self).joined(separator: ", ")
            table.add([
                .init(suffixes[row.id], paint: style.yellow), .init(row.locale.rawValue),
                .init(row.string.spelled(in: project), paint: style.bold),
                .init(text), .init(marks, paint: style.dim),
            ])
        }
        session.terminal.page(table.lines(columns: nil))
    }
}
