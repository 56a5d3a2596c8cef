import ArgumentParser
import JSON
import Languages
import ReadModel
import Representations
import Translation
import Workspace

/// `dragoman proposals`.
struct ProposalList: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "proposals",
        abstract: "List proposals, newest last; by default only open ones.",
        discussion: """
            With --guid or --mine, lists one guid's proposals in every state. The list includes \
            the reasons for rejections, and whether proposals can still be withdrawn. Proposals \
            that were repeated with the same idempotency key are listed once; in JSON, aliases \
            contains the other ids.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var filters: ProposalFilterOptions

    @OptionGroup var owner: OwnerOptions

    @Option(
        help: ArgumentHelp(
            "Only proposals in these states: open, accepted, rejected, deleted, superseded, or all.",
            valueName: "state,…"))
    var state: String?

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let locale = try filters.locale.map(workspace.language)
        return try workspace.read(at: moment.moment(), locales: locale.map { [$0] }) { snapshot in
            let raw = try owner.raw(in: snapshot)
            let asking = raw.map { HashedGuid(guid: $0, project: snapshot.project) }
            let rows = try snapshot.proposals(
                filters.selection(
                    owner: asking, states: try states(isPersonal: asking != nil), in: snapshot))
            let aliases = try snapshot.model.aliasesByCounting()
            switch output.format {
            case .json:
                session.write(
                    .array(
                        rows.map { row in
                            row.json(
                                asking: asking, guid: raw, aliases: aliases[row.id] ?? [],
                                showsAddresses: true)
                        }))
            case .text: write(rows, asking, aliases, snapshot.project, to: session)
            }
            return .done
        }
    }

    private func states(isPersonal: Bool) throws -> [Proposal.State] {
        guard let state else { return isPersonal ? Proposal.State.allCases : [.open] }
        if state == "all" { return Proposal.State.allCases }
        return try state.split(separator: ",").map { word in
            guard let state = Proposal.State(rawValue: String(word)) else {
                throw ValidationError(
                    "Unknown state “\(word)”. The states are open, accepted, rejected, deleted and superseded."
                )
            }
            return state
        }
    }

    private func write(
        _ rows: [ProposalRow], _ asking: HashedGuid?, _ aliases: [EventID: [EventID]],
        _ project: Project, to session: Session
    ) {
        guard !rows.isEmpty else { return session.say("No proposals.") }
        let listing = ProposalListing(
            rows, asking: asking, aliases: aliases, project: project, style: session.style)
        session.terminal.page(listing.text)
    }
}
