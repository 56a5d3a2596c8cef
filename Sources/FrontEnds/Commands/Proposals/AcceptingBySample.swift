import ArgumentParser
import Hosting
import Languages
import Machine
import ReadModel
import Translation
import Walks
import Words
import Workspace

extension ProposalSelectionOptions {
    /// Shows drawn proposals one by one; if all are right, accepts the whole batch in one commit.
    ///
    /// Proposals with findings, and those that cannot be accepted, stay open and are listed. If a
    /// text is not right, or a drawn proposal changes meanwhile, nothing is accepted, and the exit
    /// status is ``ExitStatus/found``.
    func acceptBySample(
        guid named: String?, in session: Session, _ global: GlobalOptions, _ output: OutputOptions
    ) throws -> ExitStatus {
        guard try isQuery(hasGuid: named != nil) else {
            throw ValidationError("--sample requires a query, such as --locale or --origin.")
        }
        guard !asking.yes else {
            throw ValidationError("--sample asks about each drawn text. Omit --yes.")
        }
        let workspace = try session.open(global)
        let (batch, leftOut) = try batch(guid: named, in: workspace)
        let key = try StateKey(named: "samples", in: workspace.stateDirectory, on: session.host)
        func draw() throws -> ReviewSample {
            try workspace.read(at: .tip) { snapshot in
                ReviewSample(
                    of: Set(batch.map(\.id)),
                    among: try snapshot.proposals(try query([], guid: named, in: snapshot)),
                    secret: key.code(for: "sample", of: snapshot.project.id))
            }
        }
        let sample = try draw()
        let drawn = batch.filter { sample.drawn.contains($0.id) }
        if !batch.isEmpty {
            session.say("\(drawn.count) of \(counted(batch.count, "proposal")) are drawn.")
        }
        var isAgreed = false
        if !asking.dryRun, !batch.isEmpty {
            guard session.terminal.canAsk else {
                throw Refusal(
                    .noTerminal, "--sample asks about texts, but there is no terminal.",
                    hint: "Use `--dry-run` to only show how many proposals would be drawn.")
            }
            guard try areRight(drawn, workspace, session),
                try agree(batch.count, unseen: batch.count - drawn.count, in: session)
            else {
                session.say("Nothing was accepted.")
                return .found
            }
            // Others may have decided on drawn proposals while the person was reading.
            guard try draw().drawn == sample.drawn, try areOpen(drawn, in: workspace) else {
                session.say("The proposals have changed meanwhile. Nothing was accepted.")
                return .found
            }
            isAgreed = true
        }
        let choice = ProposalChoice(.accept(AcceptOptions()), batch)
        let outcome = try workspace.perform(
            choice.acceptance(by: sample), guid: try workspace.guid(nil, creating: false),
            isDryRun: !isAgreed)
        let left = leftOut + choice.leftOut(of: outcome)
        let refused = Set(outcome.leftOut.map { batch[$0.index].id })
        report(
            outcome, left, isDone: isAgreed,
            "Accepted \(counted(batch.count - refused.count, "proposal")). "
                + "You have seen \(drawn.count { !refused.contains($0.id) }) of them.",
            project: workspace.project, to: session, output)
        return left.isEmpty ? .done : .found
    }

    private func query(
        _ states: [Proposal.State], guid: String?, in snapshot: Snapshot
    ) throws -> ProposalSelection {
        try filters.selection(
            owner: guid.map { HashedGuid(guid: $0, project: snapshot.project) }, states: states,
            in: snapshot)
    }

    /// Returns the proposals that can be accepted together, and the others with the reasons.
    private func batch(
        guid: String?, in workspace: Workspace
    ) throws -> (all: [ProposalRow], leftOut: [(row: ProposalRow, message: String)]) {
        let choice = try workspace.read(at: .tip) { snapshot in
            ProposalChoice(
                .accept(AcceptOptions()),
                try snapshot.proposals(try query([.open], guid: guid, in: snapshot)))
        }
        // Refusals are found before the person reads texts.
        let rehearsed = try workspace.perform(
            choice.action, guid: try workspace.guid(nil, creating: false), isDryRun: true)
        let refused = Set(rehearsed.leftOut.map { choice.chosen[$0.index].id })
        let fit = choice.chosen.filter { !refused.contains($0.id) }
        let passing = try workspace.read(at: .tip) { try $0.passing(fit) }
        let clean = Set(passing.map(\.id))
        return (
            passing,
            choice.leftOut(of: rehearsed)
                + fit.filter { !clean.contains($0.id) }.map { ($0, "A check has findings.") }
        )
    }

    /// Returns whether all of the proposals are open.
    private func areOpen(_ rows: [ProposalRow], in workspace: Workspace) throws -> Bool {
        try workspace.read(at: .tip) { snapshot in
            try rows.allSatisfy { try ReviewItem($0.id, in: snapshot)?.proposal.state == .open }
        }
    }

    /// Asks about each drawn proposal; returns whether all are right.
    ///
    /// A proposal that is not right can be rejected at once.
    private func areRight(
        _ drawn: [ProposalRow], _ workspace: Workspace, _ session: Session
    ) throws -> Bool {
        let people = try workspace.people()
        for (index, row) in drawn.enumerated() {
            guard let item = try workspace.read(at: .tip, { try ReviewItem(row.id, in: $0) })
            else { return false }
            let screen = ReviewScreen(
                item: item, remembered: [], plan: WalkPlan(), project: workspace.project,
                now: session.host.now(), style: session.talkStyle, people: people)
            session.terminal.writeError("\n" + screen.text(columns: session.terminal.columns))
            session.dropPendingKeys()
            let question = "\(index + 1) of \(drawn.count): Is this text right"
            switch session.ask(question, ["y", "n", "q"]) {
            case "y": continue
            case "n": try reject(row, workspace, session)
            default: break
            }
            session.terminal.settle()
            return false
        }
        session.terminal.settle()
        return true
    }

    private func agree(_ count: Int, unseen: Int, in session: Session) throws -> Bool {
        guard unseen > 0 else { return true }
        session.dropPendingKeys()
        return session.confirm(
            "Accept all \(counted(count, "proposal")), \(unseen) of them unseen?")
    }

    /// Asks for a reason, and rejects a proposal if there is one.
    private func reject(_ row: ProposalRow, _ workspace: Workspace, _ session: Session) throws {
        guard let reason = session.askForReason() else { return session.say("Not rejected.") }
        _ = try workspace.perform(
            Action(.reject([row.id], code: reason.code, reason: reason.text)),
            guid: try workspace.guid(nil, creating: false))
        session.say("Rejected 1 proposal.")
    }
}
