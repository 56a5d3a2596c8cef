extension Decider {
    /// Settles conflicts in favour of the events that are named.
    mutating func keep(_ ids: [EventID]) throws {
        for id in Self.unique(ids) {
            guard let event = try state.event(id), let subject = event.subject(in: state.project)
            else {
                throw Refusal(
                    .unknownID, "There is no event \(id).",
                    hint: "`dragoman conflicts` lists what waits for a decision.")
            }
            try keep(event, subject)
        }
    }

    private mutating func keep(_ event: Event, _ subject: Subject) throws {
        let events = try state.events(of: subject)
        let register = subject.register(of: events, in: state.project)
        if case .unit(let locale, _) = subject { try requireThawed(locale) }
        if register.heads.contains(event.id), !register.losers.isEmpty {
            if case .unit(let locale, let string) = subject {
                try settle(state.unit(locale, string))
            }
            return restore(subject, to: event, among: events)
        }
        guard case .unit(let locale, let string) = subject,
            try keep(event, amongDecisionsIn: state.unit(locale, string))
        else {
            throw Refusal(
                .noConflict, "Event \(event.id) is no side of a conflict.",
                hint: "`dragoman conflicts` lists what waits for a decision.")
        }
    }

    /// Keeps an acceptance, or a decision that contradicts one; false where there is no such conflict.
    private mutating func keep(_ event: Event, amongDecisionsIn unit: Unit) throws -> Bool {
        for proposal in unit.proposals where !proposal.contradictions.isEmpty {
            try requireReviewer(unit.locale)
            if proposal.decision?.id == event.id {
                add(
                    .proposalReopened(Verdict(proposal: proposal.id)), locale: unit.locale,
                    string: unit.string, undoes: proposal.contradictions)
                return true
            }
            if proposal.contradictions.contains(event.id), let acceptance = proposal.decision {
                try revert(Reverting(events: [acceptance.id]))
                return true
            }
        }
        return false
    }
}
