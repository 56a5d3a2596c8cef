import ArgumentParser
import ReadModel
import Translation
import Workspace

/// `dragoman vouch`.
struct VouchForText: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "vouch",
        abstract: "Stand for texts that were set without a proposal: they count as reviewed.",
        discussion: """
            Texts are named by their keys, or by what they are; then those that are not reviewed are shown first \
            and asked about.
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
        abstract: "Say that texts need work: they no longer count as reviewed.",
        discussion: """
            The flag stays until somebody vouches for the text, or it gets another one. Texts are named by their \
            keys, or by what they are; then they are shown first and asked about.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var query: TextQuery

    @Option(help: ArgumentHelp("What is wrong with them.", valueName: "text"))
    var reason: String?

    func run(in session: Session) throws -> ExitStatus {
        try query.carryOut(
            asking: "Flag", saying: "Flagged", where: { !$0.isFlagged },
            in: session, global, output
        ) { .flag($0, reason: reason) }
    }
}
