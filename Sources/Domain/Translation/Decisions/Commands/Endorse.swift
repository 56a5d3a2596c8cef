import JSON

/// Endorses other people's proposals.
struct Endorse: CommandKind {
    let proposals: [EventID]
    let reason: String?

    static var verb: String { "endorse" }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add(proposals, reason)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.endorse(proposals, reason: reason)
    }
}

extension Decider {
    /// Endorses proposals as the acting guid, or as the person if there is no guid.
    ///
    /// Skips proposals that the guid or person has already endorsed.
    mutating func endorse(_ ids: [EventID], reason: String?) throws {
        guard context.guid != nil || context.actor != nil else {
            throw Refusal(
                .noIdentity, "The endorsement has no author: neither a person nor a guid is given.",
                hint: Self.giveIdentity)
        }
        for id in Self.unique(ids) {
            let (unit, proposal) = try requireProposalAlone(id)
            _ = try requireUndecided(proposal, isForced: false)
            let isOwn =
                context.guid.map { proposal.proposed.guid == $0 } ?? self.isOwn(proposal)
            guard !isOwn else {
                throw Refusal(
                    .contradiction,
                    "Proposal \(proposal.id) was made by the same \(context.guid == nil ? "person" : "guid").",
                    hint: "Endorse only other people's proposals.")
            }
            let verdict = Verdict(proposal: proposal.id, reason: reason, guid: context.guid)
            guard !unit.isEndorsed(proposal.id, as: .proposalEndorsed(verdict), by: context.actor)
            else { continue }
            add(.proposalEndorsed(verdict), locale: unit.locale, string: unit.string)
        }
    }
}

extension Unit {
    /// Returns true if the guid or person has already endorsed the proposal.
    fileprivate func isEndorsed(
        _ proposal: EventID, as payload: Payload, by actor: Actor?
    ) -> Bool {
        let undoing = Undoing(events)
        return events.contains { event in
            guard case .proposalEndorsed(let verdict) = event.payload else { return false }
            return verdict.proposal == proposal && !undoing.isUndone(event.id)
                && (payload.guid == nil
                    ? event.payload.guid == nil && event.actor == actor
                    : event.payload.guid == payload.guid)
        }
    }
}
