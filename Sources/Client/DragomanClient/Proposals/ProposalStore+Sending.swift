extension ProposalStore {
    /// The minimum length at which a list from the server may be incomplete.
    private static let completeList = 5_000
    private static let maximumRefusals = 100

    // MARK: Send

    /// Sends each waiting proposal once.
    ///
    /// Returns when all proposals were tried, or when an error makes further attempts useless.
    /// Before sending a proposal again, checks the server's list to see whether it has already
    /// arrived. Does nothing if proposals are off, or if the server has asked the client to wait.
    public func sendKept() async {
        guard settings.obstacle == nil else { return }
        load()
        if let sending { return await sending.value }
        let round = Task { await self.sendRound() }
        sending = round
        await round.value
    }

    private func sendRound() async {
        // There is no suspension point between the last check for waiting proposals and this
        // statement.
        defer { sending = nil }
        if let earliest, earliest > .now { return }
        earliest = nil
        var tried: Set<String> = []
        if kept.waiting.contains(where: \.wasSent) {
            guard await settleArrived() else { return }
        }
        while let next = kept.waiting.first(where: { !tried.contains($0.key) }) {
            tried.insert(next.key)
            guard await send(next) else { return }
        }
    }

    /// Sends a proposal.
    ///
    /// Returns false if the other proposals have to wait.
    private func send(_ proposal: KeptProposal) async -> Bool {
        mark(proposal.key, wasSent: true)
        do {
            let answer = try await server.propose(
                proposal.text, guid: guid, idempotencyKey: proposal.key)
            settle(proposal, with: answer)
            update { $0.problem = nil }
            return true
        } catch {
            return await failed(proposal, error)
        }
    }

    private func failed(_ proposal: KeptProposal, _ error: ProposalError) async -> Bool {
        if let delay = error.retryAfter { earliest = .now + delay }
        let consequence = error.consequence
        guard consequence != .final else {
            if error == .duplicate { try? await refresh() }
            end(proposal, .failure(error))
            update { $0.problem = nil }
            return true
        }
        if consequence == .stopUnsent {
            mark(proposal.key, wasSent: proposal.wasSent)
        } else {
            // In the next round, the other proposals come first, in case this proposal caused the
            // error.
            change { kept in
                guard let place = kept.waiting.firstIndex(where: { $0.key == proposal.key }) else {
                    return
                }
                kept.waiting.append(kept.waiting.remove(at: place))
            }
        }
        update { $0.problem = error }
        return consequence == .next
    }

    /// Looks for proposals that were sent but not acknowledged.
    ///
    /// Returns false if the server cannot be reached. The list includes accepted proposals. If the
    /// guid cannot delete a matching proposal, someone else may have made it. The stored proposal
    /// is then sent again with its key, and a server that already has it repeats its response.
    private func settleArrived() async -> Bool {
        do {
            let listed = try await server.proposals(.all, guid: guid)
            for proposal in kept.waiting where proposal.wasSent {
                let arrived = listed.first {
                    $0.canDelete && $0.text.repeats(proposal.text) && !deleted.contains($0.id)
                }
                if let arrived { settle(proposal, with: arrived) }
            }
            update { $0.problem = nil }
            return true
        } catch {
            if let delay = error.retryAfter { earliest = .now + delay }
            update { $0.problem = error }
            return false
        }
    }

    private func mark(_ key: String, wasSent: Bool) {
        change { kept in
            guard let place = kept.waiting.firstIndex(where: { $0.key == key }) else { return }
            kept.waiting[place].wasSent = wasSent
        }
    }

    /// Records that the server has a proposal.
    ///
    /// The value comes from the server. The locale is kept as proposed, because the server may
    /// spell it differently.
    private func settle(_ proposal: KeptProposal, with answer: Proposal) {
        let text = ProposedText(
            identifier: proposal.text.identifier, locale: proposal.text.locale,
            value: answer.value)
        let own = Proposal(id: answer.id, text: text, canDelete: true)
        // If a value is proposed again, a server may assign the same number as before.
        deleted.remove(own.id)
        change { $0.note(own) }
        end(proposal, .success(own))
    }

    private func end(_ proposal: KeptProposal, _ result: Result<Proposal, ProposalError>) {
        change { $0.waiting.removeAll { $0.key == proposal.key } }
        if results.keys.contains(proposal.key) {
            results[proposal.key] = .some(result)
        } else if case .failure(let reason) = result, reason != .duplicate {
            // If it is a duplicate, the server already has the requested proposal.
            update { state in
                state.refusals.append(ProposalRefusal(text: proposal.text, reason: reason))
                state.refusals.removeFirst(max(0, state.refusals.count - Self.maximumRefusals))
            }
        }
    }

    // MARK: Refresh

    /// Asks the server for the open proposals, and forgets this installation's proposals that were
    /// decided.
    func refresh() async throws(ProposalError) {
        try allow()
        load()
        let before = revision
        do {
            listed = try await server.proposals(.unaccepted, guid: guid)
            update { $0.problem = nil }
        } catch {
            update { $0.problem = error }
            throw error
        }
        // Changes made during the request are newer than the list.
        guard revision == before else { return }
        let numbers = Set(listed.map(\.id))
        let isComplete = listed.count < Self.completeList
        let known = Dictionary(kept.sent.map { ($0.id, $0.text.locale) }, uniquingKeysWith: { $1 })
        var next = kept
        for id in known.keys where isComplete && !numbers.contains(id) { next.forget(id) }
        for proposal in listed where proposal.canDelete && !deleted.contains(proposal.id) {
            let text = ProposedText(
                identifier: proposal.identifier, locale: known[proposal.id] ?? proposal.locale,
                value: proposal.value)
            next.note(Proposal(id: proposal.id, text: text, canDelete: true))
        }
        if next != kept { change { $0 = next } }
    }
}
