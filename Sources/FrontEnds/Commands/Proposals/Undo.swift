import ArgumentParser
import Translation
import Workspace

/// `dragoman undo`.
struct Undo: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Revert your last command.",
        discussion: """
            The last command is the commit with your newest event, identified by your name and \
            address in Git. If the commit contains events by several people, only yours are reverted. \
            The changes are shown first, and made after confirmation. An undo is a revert: \
            nothing is erased, and a second undo reverts the first.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var later: LaterEditOptions
    @OptionGroup var asking: AskingOptions

    @Option(
        help: ArgumentHelp(
            "The reason; authors of affected proposals can read it.", valueName: "text"))
    var reason: String?

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let actor = try workspace.actor()
        let events = try workspace.read(at: .tip) { try $0.eventsOfLastCommand(by: actor) }
        return try RevertingEvents(
            verb: .undo, later: later, reason: reason, asking: asking, isAsked: true
        ).carryOut(events, in: session, workspace, output)
    }
}
