import JSON

/// Rejects proposals.
struct Reject: CommandKind {
    let proposals: [EventID]
    let code: ReasonCode?
    let reason: String?

    static var verb: String { "reject" }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add(proposals, reason)
        fingerprint.add("code", code?.rawValue)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.reject(proposals, code: code, reason: reason)
    }
}

extension Decider {
    mutating func reject(_ ids: [EventID], code: ReasonCode?, reason: String?) throws {
        for id in Self.unique(ids) {
            let (unit, proposal) = try requireProposalAlone(id)
            _ = try requireUndecided(proposal, isForced: false)
            try requireReviewer(unit.locale)
            try settle(proposal)
            add(
                .proposalRejected(
                    Verdict(proposal: proposal.id, code: code, reason: reason)),
                locale: unit.locale, string: unit.string)
        }
    }
}
