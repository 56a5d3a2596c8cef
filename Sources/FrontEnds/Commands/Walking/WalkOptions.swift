import ArgumentParser
import Translation
import Walks
import Workspace

/// The options for the decisions of an interrupted walk.
struct WalkOptions: ParsableArguments {
    @Flag(help: "Ask nothing: commit what an interrupted walk left.")
    var finish = false

    @Flag(help: "Ask nothing: forget what an interrupted walk left.")
    var discard = false

    func validate() throws {
        guard !finish || !discard else {
            throw ValidationError("Give --finish or --discard, not both.")
        }
    }

    /// Begins a walk, and also ends it if the options need no keys; then returns an exit status.
    ///
    /// Refuses without a terminal, unless no questions will be asked.
    func begin(
        _ verb: String, guid: String?, in session: Session, _ workspace: Workspace,
        _ output: OutputOptions
    ) throws -> (walker: Walker, status: ExitStatus?) {
        guard finish || discard || session.terminal.canAsk else {
            throw Refusal(
                .noTerminal, "`\(verb)` asks for keys, and this is no terminal.",
                hint: "Run it in a terminal; `dragoman \(verb) --finish` commits what one left.")
        }
        let walk = try Walk(verb, guid: guid, in: workspace)
        let walker = Walker(
            session: session, workspace: workspace, walk: walk, people: try workspace.people())
        if discard { return (walker, walker.forget(output)) }
        walker.announceResumed()
        return (walker, finish ? try walker.end(.commit, output) : nil)
    }
}
