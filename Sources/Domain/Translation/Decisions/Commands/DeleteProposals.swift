import JSON

/// Withdraws proposals.
///
/// With `byPerson`, the actor can also delete other people's proposals.
struct DeleteProposals: CommandKind {
    let proposals: [EventID]
    let byPerson: Bool

    static var verb: String { "delete" }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add(proposals)
        fingerprint.add("byPerson", byPerson)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.delete(proposals, byPerson: byPerson)
    }
}

extension Decider {
    mutating func delete(_ ids: [EventID], byPerson: Bool) throws {
        guard !byPerson || context.actor != nil else {
            throw Refusal(
                .noIdentity, "Only a named person can delete other people's proposals.",
                hint: "Set Git's user.name and user.email.")
        }
        for id in Self.unique(ids) {
            let (unit, proposal) = try requireProposalAlone(id)
            if byPerson {
                if !isOwn(proposal) { try requireReviewer(unit.locale) }
            } else if proposal.proposed.guid != context.guid {
                throw Refusal(
                    .notOwner, "Proposal \(id) belongs to another guid.",
                    hint: Refusal.Hint(
                        typed:
                            "Only the guid that made it can withdraw it. A reviewer can `dragoman reject` it.",
                        http: "Only the guid that made it can delete it. A reviewer can reject it.",
                        page: "Only its author can delete it. A reviewer can reject it.",
                        pageMessage: "This proposal is not yours."))
            }
            _ = try requireUndecided(proposal, isForced: false)
            try settle(proposal)
            add(
                .proposalDeleted(
                    Verdict(proposal: proposal.id, guid: byPerson ? nil : context.guid)),
                locale: unit.locale, string: unit.string)
        }
    }
}
