import ArgumentParser
import JSON
import Languages
import Representations
import Translation
import Workspace

/// The options for edits that were made after the reverted events.
struct LaterEditOptions: ParsableArguments {
    @Flag(help: "Keep later edits, and everything that they depend on.")
    var keepLater = false

    @Flag(help: "Revert later edits too.")
    var force = false

    func validate() throws {
        guard !keepLater || !force else {
            throw ValidationError("Use --keep-later or --force, not both.")
        }
    }

    var choice: RevertOptions.LaterEdits { keepLater ? .keep : force ? .revert : .refuse }
}

/// Reverts events, for both `revert` and `undo`.
struct RevertingEvents {
    let verb: Action.Verb
    let later: LaterEditOptions
    let reason: String?
    let asking: AskingOptions
    /// Whether the changes are shown first and confirmed.
    let isAsked: Bool

    func carryOut(
        _ events: [EventID], in session: Session, _ workspace: Workspace, _ output: OutputOptions
    ) throws -> ExitStatus {
        var options = RevertOptions(events: events, laterEdits: later.choice, reason: reason)
        let obstacle = try asking.dryRun ? obstacle(of: options, workspace) : nil
        // The plan shows the part that requires no decision on later edits.
        if obstacle != nil { options.laterEdits = .keep }
        var isAgreed = true
        if isAsked || asking.dryRun {
            let plan = try workspace.perform(action(options), isDryRun: true)
            let listing = try workspace.read { snapshot in
                try RevertListing(plan.events, snapshot.model, session.style)
            }
            isAgreed = try asking.agree(
                "Revert \(counted(events.count, "event")) with \(counted(plan.events.count, "new one"))?",
                showing: listing.text, isNothing: plan.events.isEmpty, in: session)
        }
        let outcome = try workspace.perform(action(options), isDryRun: !isAgreed)
        for item in outcome.leftOut where output.format == .text {
            session.say("left out: \(Visible.escaping(item.refusal.message))")
        }
        session.report(
            outcome, output,
            saying: isAgreed
                ? "Reverted \(counted(events.count - outcome.leftOut.count, "event"))."
                : "Nothing was changed."
        ) { members in
            members.add(leftOut: outcome.leftOut.map { .string(events[$0.index].description) })
        }
        if let obstacle {
            session.say("blocked: \(Visible.escaping(obstacle.message))")
            session.say("hint: \(obstacle.hint.typed)")
        }
        return outcome.leftOut.isEmpty && obstacle == nil ? .done : .found
    }

    private func action(_ options: RevertOptions) -> Action { Action(.revert(options), as: verb) }

    /// Returns the refusal that later edits would cause, or nil if there would be none.
    private func obstacle(of options: RevertOptions, _ workspace: Workspace) throws -> Refusal? {
        guard options.laterEdits == .refuse else { return nil }
        do {
            _ = try workspace.perform(action(options), isDryRun: true)
        } catch let refusal as Refusal where refusal.code == .laterEdits {
            return refusal
        }
        return nil
    }
}
