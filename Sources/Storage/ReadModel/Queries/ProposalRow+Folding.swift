public import Texts
public import Translation

extension ProposalRow {
    /// Creates the row of a proposal that was folded without the database, for example in a past
    /// state.
    public init(_ proposal: Proposal, locale: LanguageTag, string: StringID, current: Value?) {
        self.init(
            id: proposal.id, locale: locale, string: string, event: proposal.event,
            proposed: proposal.proposed, proposer: proposal.proposer, state: proposal.state,
            decision: proposal.decision,
            current: current, isOutdated: proposal.isOutdated,
            endorsements: proposal.endorsements, comments: proposal.comments)
    }
}
