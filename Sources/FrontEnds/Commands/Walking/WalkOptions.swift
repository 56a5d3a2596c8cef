import ArgumentParser
import Translation
import Walks
import Workspace

/// The options for the decisions of an interrupted walk.
struct WalkOptions: ParsableArguments {
    @Flag(help: "Commit the decisions of an interrupted walk without asking.")
    var finish = false

    @Flag(help: "Discard the decisions of an interrupted walk without asking.")
    var discard = false

    func validate() throws {
        guard !finish || !discard else {
            throw ValidationError("Use --finish or --discard, not both.")
        }
    }

    /// Begins a walk; if the options make key presses unnecessary, also ends it and returns its
    /// exit status.
    ///
    /// If key presses are needed but there is no terminal, throws a refusal.
    func begin(
        _ verb: String, guid: String?, in session: Session, _ workspace: Workspace,
        _ output: OutputOptions
    ) throws -> (walker: Walker, status: ExitStatus?) {
        guard finish || discard || session.terminal.canAsk else {
            throw Refusal(
                .noTerminal, "`\(verb)` requires a terminal.",
                hint:
                    "Run it in a terminal, or use `dragoman \(verb) --finish` to commit an interrupted walk."
            )
        }
        let walk = try Walk(verb, guid: guid, in: workspace)
        let walker = Walker(
            session: session, workspace: workspace, walk: walk, people: try workspace.people())
        if discard { return (walker, walker.forget(output)) }
        walker.announceResumed()
        return (walker, finish ? try walker.end(.commit, output) : nil)
    }
}
