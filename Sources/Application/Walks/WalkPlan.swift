package import Texts
package import Translation

/// The decisions and comments of a walk so far, in order.
///
/// The plan is computed from the entries of a journal: the same entries produce the same plan.
package struct WalkPlan: Sendable {
    /// The steps in effect.
    package private(set) var steps: [WalkStep] = []
    /// The drafts on subjects without a later decision, in the order in which they were started.
    package private(set) var drafts: [(subject: WalkSubject, draft: WalkDraft)] = []
    /// The subjects whose decision was undone because of a decision on another subject, in the
    /// order in which they were undone.
    package private(set) var replaced: [WalkSubject] = []

    /// Whether the plan has neither steps nor drafts.
    package var isEmpty: Bool { steps.isEmpty && drafts.isEmpty }

    package init() {}

    /// Creates the plan that results from entries.
    package init(_ entries: some Sequence<WalkEntry>) {
        for entry in entries { apply(entry) }
    }

    package mutating func apply(_ entry: WalkEntry) {
        switch entry {
        case .take(let step):
            if step.isDecision {
                steps.removeAll { $0.isDecision && $0.subject == step.subject }
                forgetDraft(of: step.subject)
                replaced.removeAll { $0 == step.subject }
            } else if steps.contains(where: { $0.saysTheSame(as: step) }) {
                return
            }
            steps.append(step)
        case .undo(let subject):
            if decision(on: subject) != nil { replaced.append(subject) }
            steps.removeAll { $0.isDecision && $0.subject == subject }
        case .draft(let subject, let draft):
            let place = drafts.firstIndex { $0.subject == subject } ?? drafts.endIndex
            forgetDraft(of: subject)
            if let draft { drafts.insert((subject, draft), at: place) }
        case .forget(let subject):
            steps.removeAll { $0.subject == subject }
            forgetDraft(of: subject)
            replaced.removeAll { $0 == subject }
        }
    }

    private mutating func forgetDraft(of subject: WalkSubject) {
        drafts.removeAll { $0.subject == subject }
    }

    /// The entries for a new plan with only the drafts of this plan.
    var draftEntries: [WalkEntry] { drafts.map { .draft($0.subject, $0.draft) } }

    /// Returns the draft on a subject, if any.
    package func draft(on subject: WalkSubject) -> WalkDraft? {
        drafts.first { $0.subject == subject }?.draft
    }

    mutating func remove(_ step: WalkStep) {
        steps.removeAll { other in
            other.subject == step.subject
                && (step.isDecision ? other.isDecision : other.saysTheSame(as: step))
        }
    }

    /// Returns the decision on a subject, if any.
    package func decision(on subject: WalkSubject) -> WalkStep? {
        steps.last { $0.isDecision && $0.subject == subject }
    }

    /// Returns the comments that this walk adds to a subject.
    package func comments(on subject: WalkSubject) -> [String] {
        steps.compactMap { step in
            if case .comment(let text) = step.action, step.subject == subject { text } else { nil }
        }
    }

    // MARK: Rules for several proposals for one string

    /// Returns the entries that accept one of a unit's open proposals.
    ///
    /// A string has one text, so an earlier acceptance for the same string is undone. Proposals
    /// with the same text are closed together with the accepted one, so decisions on them are
    /// undone. With `rejectsOthers`, proposals with other texts are rejected as well, so all other
    /// decisions are undone.
    package func entries(
        accepting proposal: Proposal, value: Value?, isForced: Bool, rejectsOthers: Bool = false,
        among proposals: [Proposal]
    ) -> [WalkEntry] {
        let text = value ?? proposal.proposed.value
        let others = proposals.filter { other in
            guard other.id != proposal.id, let step = decision(on: .proposal(other.id)) else {
                return false
            }
            if case .accept = step.action { return true }
            return rejectsOthers
                || other.proposed.value.isEquivalent(to: text)
        }
        return others.map { .undo(.proposal($0.id)) }
            + [
                .take(
                    WalkStep(
                        .proposal(proposal.id),
                        .accept(value: value, isForced: isForced, rejectsOthers: rejectsOthers)))
            ]
    }

    /// Returns the proposal that this walk accepts, with the accepted text.
    ///
    /// `proposals` are the proposals for one string.
    package func accepted(
        among proposals: [Proposal]
    ) -> (proposal: Proposal, value: Value)? {
        for proposal in proposals {
            guard case .accept(let value, _, _)? = decision(on: .proposal(proposal.id))?.action
            else {
                continue
            }
            return (proposal, value ?? proposal.proposed.value)
        }
        return nil
    }

    /// Returns the proposal whose acceptance in this walk also rejects `proposal`, along with all
    /// others.
    package func rejecting(_ proposal: Proposal, among proposals: [Proposal]) -> Proposal? {
        guard decision(on: .proposal(proposal.id)) == nil,
            let accepted = accepted(among: proposals)?.proposal, accepted.id != proposal.id,
            case .accept(_, _, true)? = decision(on: .proposal(accepted.id))?.action
        else { return nil }
        return accepted
    }

    /// Returns the proposal whose acceptance in this walk closes `proposal`, because both have the
    /// same text.
    package func closing(_ proposal: Proposal, among proposals: [Proposal]) -> Proposal? {
        guard decision(on: .proposal(proposal.id)) == nil,
            let accepted = accepted(among: proposals), accepted.proposal.id != proposal.id,
            accepted.value.isEquivalent(to: proposal.proposed.value)
        else { return nil }
        return accepted.proposal
    }
}

extension WalkStep {
    fileprivate func saysTheSame(as other: WalkStep) -> Bool {
        guard case .comment(let a) = action, case .comment(let b) = other.action else {
            return false
        }
        return subject == other.subject && a.utf8.elementsEqual(b.utf8)
    }
}
