public import Texts
public import Translation

/// All that was decided and said on a walk so far, in the order in which it was.
///
/// A value, made from the entries of a journal: the same entries give the same plan.
public struct WalkPlan: Sendable {
    /// The steps that count.
    public private(set) var steps: [WalkStep] = []
    /// What was typed for subjects on which nothing was decided since, in the order in which it was begun.
    public private(set) var drafts: [(subject: WalkSubject, draft: WalkDraft)] = []
    /// Subjects whose decision another one took the place of, in the order in which that happened.
    public private(set) var replaced: [WalkSubject] = []

    /// Whether nothing was decided, said or typed.
    public var isEmpty: Bool { steps.isEmpty && drafts.isEmpty }

    /// Begins without steps.
    public init() {}

    /// Takes over what was written down.
    public init(_ entries: some Sequence<WalkEntry>) {
        for entry in entries { apply(entry) }
    }

    /// Takes over one entry.
    public mutating func apply(_ entry: WalkEntry) {
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

    /// The entries that lead to a plan with nothing but the drafts of this one.
    var draftEntries: [WalkEntry] { drafts.map { .draft($0.subject, $0.draft) } }

    /// What was typed for a subject without a decision.
    public func draft(on subject: WalkSubject) -> WalkDraft? {
        drafts.first { $0.subject == subject }?.draft
    }

    /// Leaves a step out.
    mutating func remove(_ step: WalkStep) {
        steps.removeAll { other in
            other.subject == step.subject
                && (step.isDecision ? other.isDecision : other.saysTheSame(as: step))
        }
    }

    /// The decision on a subject.
    public func decision(on subject: WalkSubject) -> WalkStep? {
        steps.last { $0.isDecision && $0.subject == subject }
    }

    /// What was said about a subject on this walk.
    public func comments(on subject: WalkSubject) -> [String] {
        steps.compactMap { step in
            if case .comment(let text) = step.action, step.subject == subject { text } else { nil }
        }
    }

    // MARK: Rules between the proposals for one string

    /// The entries that accept a proposal among the open ones of its unit.
    ///
    /// A string has one text: what was accepted before for the same string is not any more. Equal proposals are
    /// closed with the accepted one, so that decisions on them are taken back. With `rejectsOthers`, those of different text are turned
    /// down with it, so that all decisions on others are.
    public func entries(
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

    /// The proposal for the same string that was accepted on this walk, and the text that was taken.
    public func accepted(
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

    /// The other proposal that was accepted on this walk and turns all others down, this one too.
    public func rejecting(_ proposal: Proposal, among proposals: [Proposal]) -> Proposal? {
        guard decision(on: .proposal(proposal.id)) == nil,
            let accepted = accepted(among: proposals)?.proposal, accepted.id != proposal.id,
            case .accept(_, _, true)? = decision(on: .proposal(accepted.id))?.action
        else { return nil }
        return accepted
    }

    /// The other proposal whose acceptance closes this one, because it says the same.
    public func closing(_ proposal: Proposal, among proposals: [Proposal]) -> Proposal? {
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
