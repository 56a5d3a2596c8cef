import ArgumentParser
import ReadModel
import Translation
import Workspace

/// `dragoman vouch`.
struct VouchForText: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "vouch",
        abstract: "Mark texts that were set without a proposal as reviewed.",
        discussion: """
            Select texts by key or by query. The results of a query that are not reviewed are \
            shown first, and marked after confirmation.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var query: TextQuery

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    func run(in session: Session) throws -> ExitStatus {
        try query.carryOut(
            asking: "Vouch for", saying: "Vouched for", where: { !$0.isReviewed },
            in: session, global, output
        ) { .vouch($0, reason: reason) }
    }
}

/// `dragoman flag`.
struct FlagText: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "flag",
        abstract: "Mark texts as needing work; they no longer count as reviewed.",
        discussion: """
            The flag stays until someone vouches for the text or replaces it. Select texts by key \
            or by query. The results of a query are shown first, and marked after confirmation.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var query: TextQuery

    @Option(help: ArgumentHelp("The problem with the texts.", valueName: "text"))
    var reason: String?

    func run(in session: Session) throws -> ExitStatus {
        try query.carryOut(
            asking: "Flag", saying: "Flagged", where: { !$0.isFlagged },
            in: session, global, output
        ) { .flag($0, reason: reason) }
    }
}
