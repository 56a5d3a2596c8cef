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
        abstract: "Review open proposals one by one, using single keys.",
        discussion: """
            Shows the oldest proposals first, and those for one string together; ? lists the \
            keys. Keys that were pressed before a proposal appeared are discarded. All decisions \
            go into one commit at the end. If the last decision is less than a second old, review \
            asks for confirmation first. Ctrl-C, Ctrl-D and a closed terminal end the walk like \
            q, with a commit. Each decision is saved before the next question, so none is lost in \
            a crash: the next review resumes with them. If another user made a decision \
            impossible meanwhile, it is skipped and listed, with exit 1.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var walking: WalkOptions

    @OptionGroup var filters: ProposalFilterOptions
    @OptionGroup var remembering: RememberingOptions

    @Option(help: ArgumentHelp("Only proposals from this guid.", valueName: "guid"))
    var guid: String?

    @Argument(help: ArgumentHelp("The language (default: all).", valueName: "locale"))
    var tag: String?

    func validate() throws {
        guard tag == nil || filters.locale == nil else {
            throw ValidationError("Specify the language only once.")
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
