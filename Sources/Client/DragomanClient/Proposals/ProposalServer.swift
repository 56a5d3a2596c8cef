/// The calls that proposals need, as NStack defines them.
public protocol ProposalServer: Sendable {
    /// Proposes a text, and returns the proposal as the server has it.
    ///
    /// Repeating a call with the same `idempotencyKey` has no further effect on servers that know such keys.
    func propose(
        _ text: ProposedText, guid: String, idempotencyKey: String
    ) async throws(ProposalError) -> Proposal

    /// Returns the proposals of everybody, oldest first; `canDelete` is about the guid.
    func proposals(_ state: ProposalListState, guid: String) async throws(ProposalError)
        -> [Proposal]

    /// Deletes a proposal that the guid made.
    func delete(_ id: Int64, guid: String) async throws(ProposalError)
}

/// The states of proposals that a list contains.
public enum ProposalListState: String, Sendable, CaseIterable {
    /// Those that wait for a decision.
    case unaccepted
    /// Those that were accepted.
    case accepted
    /// Both.
    case all
}
