import ArgumentParser
import JSON
import Languages
import ReadModel
import Representations
import Translation
import Words
import Workspace

/// The options that select the proposals of a decision, by id or by query.
struct ProposalSelectionOptions: ParsableArguments {
    @OptionGroup var filters: ProposalFilterOptions
    @OptionGroup var asking: AskingOptions

    @Flag(help: "All open proposals.")
    var all = false

    @Argument(
        help: "The proposals: ids, or unique beginnings or ends of ids with at least 4 characters.")
    var ids: [String] = []

    /// Returns true if proposals are selected by query, not by id.
    ///
    /// If `hasGuid` is true, a guid is part of the query. Throws if both an id and a query are
    /// given, or neither.
    func isQuery(hasGuid: Bool) throws -> Bool {
        let isQuery = all || !filters.isEmpty || (hasGuid && ids.isEmpty)
        guard isQuery != !ids.isEmpty else {
            throw ValidationError(
                isQuery
                    ? "Select proposals by id or by query, not both."
                    : "Specify a proposal or a query: --locale, --section, --guid, … or --all.")
        }
        return isQuery
    }
}

/// A decision on proposals, with the sentences that the verb shows for it.
struct DecisionDialog {
    let decision: ProposalDecision
    /// Returns the question for confirmation, given a count such as `3 proposals`.
    var question: (String) -> String
    /// Returns the final message, given a count.
    var done: (String) -> String
    /// Returns a note to show before the question, or nil for none.
    var note: ([ProposalRow]) -> String? = { _ in nil }
    /// Whether texts with findings are rejected.
    var isStrict = false
}

extension ProposalSelectionOptions {
    /// Decides on the proposals in one commit, and reports the result.
    ///
    /// `named` is the guid to act as, or the guid whose proposals are selected. If proposals are
    /// given by id, either all of them are decided, or none. If they are selected by query, they
    /// are shown first, and the user is asked for confirmation. Proposals that cannot be decided
    /// are then left out and listed, and the exit status is ``ExitStatus/found``.
    func decide(
        _ dialog: DecisionDialog, guid named: String?, _ idempotency: IdempotencyOption,
        in session: Session, _ global: GlobalOptions, _ output: OutputOptions
    ) throws -> ExitStatus {
        let workspace = try session.open(global)
        let isQuery = try isQuery(hasGuid: named != nil)
        let isForOwner = dialog.decision.isForOwner
        guard isQuery || named == nil || isForOwner else {
            throw ValidationError("--guid selects proposals; omit it if you specify ids.")
        }
        let guid = try workspace.guid(isForOwner ? named : nil, creating: false)
        let owner = isForOwner ? guid : named
        guard isQuery else {
            let proposals = try workspace.readForWriting { try ids.map($0.proposal) }
            let action = dialog.decision.action(on: proposals)
            let outcome = try workspace.perform(
                action, guid: guid, idempotencyKey: idempotency.key, isDryRun: asking.dryRun,
                isStrict: dialog.isStrict)
            session.report(
                outcome, output,
                saying: asking.dryRun
                    ? "Nothing was changed."
                    : outcome.decided(in: workspace.project, by: action.verb))
            return .done
        }
        guard idempotency.key == nil else {
            throw ValidationError("An idempotency key requires proposals to be selected by id.")
        }
        let choice = try workspace.read(at: .tip) { snapshot in
            let selection = try filters.selection(
                owner: owner.map { HashedGuid(guid: $0, project: snapshot.project) },
                states: [.open], in: snapshot)
            return ProposalChoice(dialog.decision, try snapshot.proposals(selection))
        }
        let chosen = choice.chosen
        let listing = ProposalListing(chosen, project: workspace.project, style: session.style)
        if let note = dialog.note(chosen) { session.say(note) }
        let isAgreed = try asking.agree(
            dialog.question(counted(chosen.count, "proposal")), showing: listing.text,
            isNothing: chosen.isEmpty, in: session)
        let outcome = try workspace.perform(
            choice.action, guid: guid, isDryRun: asking.dryRun || !isAgreed,
            isStrict: dialog.isStrict)
        let leftOut = choice.leftOut(of: outcome)
        report(
            outcome, leftOut, isDone: isAgreed && !asking.dryRun,
            dialog.done(counted(chosen.count - outcome.leftOut.count, "proposal")),
            project: workspace.project, to: session, output)
        return leftOut.isEmpty ? .done : .found
    }

    func report(
        _ outcome: Outcome, _ leftOut: [(row: ProposalRow, message: String)], isDone: Bool,
        _ sentence: String, project: Project, to session: Session, _ output: OutputOptions
    ) {
        for (row, message) in leftOut where output.format == .text {
            let unit = UnitID(row.locale, row.string).spelled(in: project)
            session.say("left out: \(row.id) \(Visible.escaping(unit)): \(message)")
        }
        session.report(outcome, output, saying: isDone ? sentence : "Nothing was changed.") {
            members in
            members.add(leftOut: leftOut.map { $0.row.leftOutJSON(because: $0.message) })
        }
    }
}

extension Outcome {
    /// Returns a line for each decided proposal: the decision, the place and the full id.
    fileprivate func decided(in project: Project, by verb: Action.Verb) -> String {
        events.compactMap { event -> String? in
            guard let proposal = event.payload.proposal, let string = event.string(in: project)
            else { return nil }
            let word = EventWords(event).story
            var done = word.prefix(1).uppercased() + word.dropFirst()
            // An acceptance that does not count as a review sets the text and deletes the proposal.
            if verb == .accept, case .proposalDeleted = event.payload { done = "Set the text of" }
            let unit = Visible.escaping(UnitID(event.locale, string).spelled(in: project))
            return "\(done) the proposal for \(unit): \(proposal)"
        }.joined(separator: "\n")
    }
}
