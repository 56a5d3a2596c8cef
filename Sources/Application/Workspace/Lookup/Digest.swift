public import ReadModel
public import Texts
public import Translation

/// A summary for each person: the open proposals that they may decide, and the recent decisions on
/// their own proposals.
public struct Digest: Sendable {
    /// The people with something to read, ordered by address.
    public let people: [Person]
    /// The open proposals that wait for nobody, because no reviewer and no maintainer is left for
    /// them.
    public let unassigned: [Waiting]

    /// One person's part of a digest.
    public struct Person: Sendable {
        /// The person's mail address.
        public let address: MailAddress
        /// The name of the person in their newest event in the digest, if any.
        public fileprivate(set) var name: String?
        /// The proposals that wait for the person, by language.
        public fileprivate(set) var waiting: [Waiting] = []
        /// The decisions of other people on the person's proposals, oldest first.
        public fileprivate(set) var decided: [Decided] = []
    }

    /// The open proposals in one language that wait for a person.
    public struct Waiting: Sendable {
        /// The language of the proposed texts.
        public let locale: LanguageTag
        /// The number of proposals.
        public let count: Int
        /// The number of proposals that were made since the beginning of the digest.
        public let newCount: Int
        /// The newest proposals, newest first.
        public let newest: [ProposalRow]
    }

    /// A proposal with the event that decided it.
    public struct Decided: Sendable {
        /// The proposal, with its current state.
        public let proposal: ProposalRow
        /// The event that accepted, rejected or deleted the proposal.
        public let decision: Event
    }
}

extension Snapshot {
    /// Returns the digest of the events after an id.
    ///
    /// A proposal waits for the reviewers of its language, without its author if the project does
    /// not allow self-review. If none is left, it waits for the maintainers, who can appoint a
    /// reviewer. Proposals in frozen languages wait for nobody. Of each person's proposals in a
    /// language, at most `limit` are listed; the counts include all of them.
    ///
    /// Cost: reads all open proposals, one language at a time, and all decisions after the id.
    public func digest(after: EventID, limit: Int) throws -> Digest {
        let roles = try roles()
        var people: [MailAddress: Digest.Person] = [:]
        var unassigned: [Digest.Waiting] = []
        var names = DigestNames()
        for locale in try locales() where !roles.isFrozen(locale) {
            let open = try model.proposals(ProposalFilter(locale: locale, states: [.open]))
            guard !open.isEmpty else { continue }
            for row in open { names.note(row.proposer, at: row.id) }
            func waiting(_ rows: [ProposalRow]) -> Digest.Waiting {
                Digest.Waiting(
                    locale: locale, count: rows.count, newCount: rows.count { $0.id > after },
                    newest: rows.suffix(limit).reversed())
            }
            var rows: [MailAddress: [ProposalRow]] = [:]
            var rest: [ProposalRow] = []
            for row in open {
                let readers = roles.readers(of: row)
                if readers.isEmpty { rest.append(row) }
                for reader in readers { rows[reader, default: []].append(row) }
            }
            for (reader, rows) in rows {
                people[reader, default: .init(address: reader)].waiting.append(waiting(rows))
            }
            if !rest.isEmpty { unassigned.append(waiting(rest)) }
        }
        for decided in try decisions(after: after) {
            names.note(decided.decision.actor, at: decided.decision.id)
            guard let proposer = decided.proposal.proposer,
                decided.decision.actor?.address != proposer.address
            else { continue }
            names.note(proposer, at: decided.proposal.id)
            let address = proposer.address
            people[address, default: .init(address: address)].decided.append(decided)
        }
        return Digest(
            people: people.values.map { person in
                var person = person
                person.name = names.name(of: person.address)
                return person
            }.sorted { $0.address.text.precedesInBytes($1.address.text) },
            unassigned: unassigned)
    }

    /// Returns the decisions after an id that count, oldest first, without people's withdrawals of
    /// their own proposals.
    private func decisions(after: EventID) throws -> [Digest.Decided] {
        var found: [Digest.Decided] = []
        let types = ["proposal.accepted", "proposal.rejected", "proposal.deleted"]
        try model.forEachEvent(EventFilter(types: types, after: after)) { stored in
            let decision = stored.event
            for id in decision.payload.decidedProposals {
                guard
                    let row = try model.proposals(ProposalFilter(through: id, limit: 1)).first,
                    row.id == id, row.decision?.id == decision.id
                else { continue }
                found.append(Digest.Decided(proposal: row, decision: decision))
            }
            return true
        }
        return found.reversed()
    }
}

extension Roles {
    /// Returns the reviewers for whom an open proposal waits or, if there are none, the
    /// maintainers.
    fileprivate func readers(of row: ProposalRow) -> Set<MailAddress> {
        for people in [reviewers(of: row.locale), maintainers] {
            let readers = (people ?? []).filter {
                allowsSelfReview || $0 != row.proposer?.address
            }
            if !readers.isEmpty { return readers }
        }
        return []
    }
}

/// The newest name of each person in a digest.
private struct DigestNames {
    private var names: [MailAddress: (name: String, id: EventID)] = [:]

    mutating func note(_ actor: Actor?, at id: EventID) {
        guard let actor, names[actor.address].map({ $0.id < id }) ?? true else { return }
        names[actor.address] = (actor.name, id)
    }

    func name(of address: MailAddress) -> String? { names[address]?.name }
}

extension Payload {
    /// The proposals that the event accepts, rejects or deletes.
    fileprivate var decidedProposals: [EventID] {
        if case .proposalAccepted(let acceptance) = self {
            return [acceptance.proposal] + acceptance.also
        }
        if case .proposalRejected(let verdict) = self { return [verdict.proposal] }
        if case .proposalDeleted(let verdict) = self, verdict.guid == nil {
            return [verdict.proposal]
        }
        return []
    }
}
