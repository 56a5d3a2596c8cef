import ArgumentParser
import Machine
import ReadModel
import Translation
import Walks
import Words
import Workspace

/// `dragoman accept --sample`: looks at some proposals of a batch, and accepts all or none.
extension ProposalSelectionOptions {
    /// Shows the drawn proposals one by one; if all are right, accepts the batch in one commit.
    ///
    /// Proposals with findings, outdated ones, and those that cannot be accepted stay open. The
    /// first text that is not right ends the review, and the exit status is ``ExitStatus/found``.
    func acceptBySample(
        guid named: String?, in session: Session, _ global: GlobalOptions, _ output: OutputOptions
    ) throws -> ExitStatus {
        guard try isQuery(hasGuid: named != nil) else {
            throw ValidationError("--sample requires a query, such as --locale or --origin.")
        }
        guard !asking.yes else {
            throw ValidationError("--sample asks about each drawn text; omit --yes.")
        }
        let workspace = try session.open(global)
        // Others cannot foresee what is drawn, because they do not know this clone's guid.
        let own = try workspace.guid(nil, creating: true) ?? ""
        let (all, leftOut) = try batch(guid: named, own: own, in: workspace)
        let sample = try workspace.read(at: .tip) {
            try ReviewSample(of: all, secret: own, in: $0)
        }
        let drawn = all.filter { sample.drawn.contains($0.id) }
        let batch = ProposalChoice(.accept(AcceptOptions()), all)
        var isAgreed = false
        if asking.dryRun {
            session.terminal.page(
                ProposalListing(drawn, project: workspace.project, style: session.style).text)
        } else if !all.isEmpty {
            guard session.terminal.canAsk else {
                throw Refusal(
                    .noTerminal, "A review by sample asks about texts, but there is no terminal.",
                    hint: "Use `--dry-run` to only show which proposals would be drawn.")
            }
            guard try areRight(drawn, of: all.count, own, workspace, session, global) else {
                session.say("Nothing was accepted.")
                return .found
            }
            let rest = all.count - drawn.count
            isAgreed =
                rest == 0
                || session.confirm(
                    "Accept \(counted(all.count, "proposal")), \(rest) of them without a look?")
        }
        let outcome = try workspace.perform(
            batch.acceptance(by: sample), guid: own, isDryRun: !isAgreed)
        let left = leftOut + batch.leftOut(of: outcome)
        report(
            outcome, left, isDone: isAgreed,
            "Accepted \(counted(all.count - outcome.leftOut.count, "proposal")), "
                + "\(drawn.count) of them seen.",
            project: workspace.project, to: session, output)
        return left.isEmpty ? .done : .found
    }

    /// Returns the proposals that can be accepted together, and the others with the reasons.
    private func batch(
        guid named: String?, own: String, in workspace: Workspace
    ) throws -> (all: [ProposalRow], leftOut: [(row: ProposalRow, message: String)]) {
        let choice = try workspace.read(at: .tip) { snapshot in
            var selection = try filters.selection(
                owner: named.map { HashedGuid(guid: $0, project: snapshot.project) },
                states: [.open], in: snapshot)
            selection.isPassing = true
            return ProposalChoice(
                .accept(AcceptOptions()), try snapshot.proposals(selection))
        }
        // Refusals are found before anybody has looked at texts in vain.
        let rehearsed = try workspace.perform(choice.action, guid: own, isDryRun: true)
        let unfit = Set(rehearsed.leftOut.map { choice.chosen[$0.index].id })
        return (choice.chosen.filter { !unfit.contains($0.id) }, choice.leftOut(of: rehearsed))
    }

    /// Asks about each drawn proposal; returns whether all are right.
    private func areRight(
        _ drawn: [ProposalRow], of count: Int, _ own: String, _ workspace: Workspace,
        _ session: Session, _ global: GlobalOptions
    ) throws -> Bool {
        session.say(
            "Drew \(drawn.count) of \(counted(count, "proposal")). "
                + "If all are right, all \(count) are accepted; if one is not, none is.")
        for (index, row) in drawn.enumerated() {
            guard let item = try workspace.read(at: .tip, { try ReviewItem(row.id, in: $0) }),
                item.proposal.state == .open
            else {
                session.say("Proposal \(row.id) has been decided meanwhile.")
                return false
            }
            let screen = ReviewScreen(
                item: item, remembered: [], plan: WalkPlan(), project: workspace.project,
                now: session.host.now(), style: session.talkStyle, people: try workspace.people())
            session.terminal.writeError(
                "\n" + screen.text(columns: session.terminal.columns))
            if session.confirm("\(index + 1) of \(drawn.count): Is this text right?") { continue }
            try reject(row, own, workspace, session)
            return false
        }
        return true
    }

    /// Asks for a reason, and rejects a proposal if there is one.
    private func reject(
        _ row: ProposalRow, _ own: String, _ workspace: Workspace, _ session: Session
    ) throws {
        session.say(
            "To reject it, enter a text, word:text, or one of "
                + "\(ReasonCode.known.joined(separator: ", ")).")
        guard case .line(let line) = session.terminal.readLine("Reason> "),
            let reason = RejectionReason(line)
        else { return session.say("Not rejected.") }
        _ = try workspace.perform(
            Action(.reject([row.id], code: reason.code, reason: reason.text)), guid: own)
        session.say("Rejected 1 proposal.")
    }
}
