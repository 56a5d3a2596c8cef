/// A server that accepts, lists and deletes proposals, with the calls defined by NStack.
public protocol ProposalServer: Sendable {
    /// Proposes a text.
    ///
    /// Returns the proposal as stored on the server. If the server supports idempotency keys,
    /// repeating a call with the same `idempotencyKey` has no further effect.
    func propose(
        _ text: ProposedText, guid: String, idempotencyKey: String
    ) async throws(ProposalError) -> Proposal

    /// Returns everyone's proposals, oldest first.
    ///
    /// `canDelete` is true for the proposals that the guid may delete.
    func proposals(_ state: ProposalListState, guid: String) async throws(ProposalError)
        -> [Proposal]

    /// Deletes a proposal that the guid made.
    func delete(_ id: Int64, guid: String) async throws(ProposalError)
}

/// The proposals to include in a list.
public enum ProposalListState: String, Sendable, CaseIterable {
    /// Proposals without a decision.
    case unaccepted
    /// Accepted proposals.
    case accepted
    /// Proposals without a decision, and accepted proposals.
    case all
}
