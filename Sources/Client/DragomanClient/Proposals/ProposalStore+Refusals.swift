extension ProposalStore {
    /// Removes a refusal from ``ProposalState/refusals``, because the tester has seen it.
    public func dismiss(_ refusal: ProposalRefusal) {
        update { $0.refusals.removeAll { $0 == refusal } }
    }
}
