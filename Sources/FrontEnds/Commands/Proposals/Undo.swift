import ArgumentParser
import Translation
import Workspace

/// `dragoman undo`.
struct Undo: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back what your last command did.",
        discussion: """
            The last command is the commit with your newest event, by the name and mail that Git knows; of a commit with events of \
            several people, only yours are taken back. What would be done is shown first and asked about. It is a \
            revert: nothing is erased, and a second undo takes back the first.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var later: LaterEditOptions
    @OptionGroup var asking: AskingOptions

    @Option(help: ArgumentHelp("Why; the makers of proposals read it.", valueName: "text"))
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
