import ArgumentParser
import Languages
import ReadModel
import Translation
import Walks
import Workspace

/// `dragoman review`.
struct Review: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Go through open proposals one by one and decide, with single keys.",
        discussion: """
            Oldest first, those for one string together; ? shows the keys. Keys that were pressed before a proposal is \
            shown are dropped. Everything that was decided is one commit at the end; if the last decision is less \
            than a second old, review asks before it commits. Ctrl-C, Ctrl-D and a closed terminal end the walk as q does: what was confirmed is \
            committed. Each decision is on disk before the next question, so that not even a crash loses one: the \
            next review takes them up again. A decision that somebody else made impossible meanwhile is named and \
            left out, and the exit status is then 1.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var walking: WalkOptions

    @OptionGroup var filters: ProposalFilterOptions
    @OptionGroup var remembering: RememberingOptions

    @Option(help: ArgumentHelp("Only the proposals of this guid.", valueName: "guid"))
    var guid: String?

    @Argument(help: ArgumentHelp("The language (default: all).", valueName: "locale"))
    var tag: String?

    func validate() throws {
        guard tag == nil || filters.locale == nil else {
            throw ValidationError("Name the language once.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        // The guid also identifies users who may not accept their own proposals.
        let own = try workspace.guid(nil, creating: false)
        let (walker, status) = try walking.begin(
            "review", guid: own, in: session, workspace, output)
        if let status { return status }
        let proposals = try queue(in: workspace)
        if proposals.isEmpty, walker.walk.plan.steps.isEmpty {
            walker.say("No open proposals.")
        }
        let ending = try ReviewWalk(
            walker, proposals: proposals,
            remembered: try remembering.remembered(in: workspace, session, global)
        ).run()
        return try walker.end(ending, output) {
            // A proposal with the same text as an accepted one is closed together with it.
            let open = try Set(queue(in: workspace))
            return proposals.count(where: open.contains)
        }
    }

    private func queue(in workspace: Workspace) throws -> [EventID] {
        try workspace.read(at: .tip) { snapshot in
            var filters = filters
            filters.locale = tag ?? filters.locale
            let selection = try filters.selection(
                owner: guid.map { HashedGuid(guid: $0, project: snapshot.project) },
                states: [.open],
                in: snapshot)
            return ReviewItem.order(try snapshot.proposals(selection))
        }
    }
}
