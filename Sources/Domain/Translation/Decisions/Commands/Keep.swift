import JSON

/// Resolves conflicts in favour of the given events.
struct Keep: CommandKind {
    let events: [EventID]

    static var verb: String { "keep" }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add(events)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.keep(events)
    }
}

extension Decider {
    /// Resolves conflicts in favour of the given events.
    mutating func keep(_ ids: [EventID]) throws {
        var settled: Set<Subject> = []
        for id in Self.unique(ids) {
            guard let event = try state.event(id), let subject = event.subject(in: state.project)
            else {
                throw Refusal(
                    .unknownID, "There is no event \(id).",
                    hint: Self.listConflicts)
            }
            let isSide = try keepHead(event, subject, &settled)
            let hasDecided = try keepDecision(event, subject)
            guard isSide || hasDecided else {
                throw Refusal(
                    .noConflict, "Event \(event.id) is not a side of a conflict.",
                    hint: Self.listConflicts)
            }
        }
    }

    /// Resolves a register's conflict in favour of a head.
    ///
    /// Returns false if the event is not a head, or if no other head differs from it.
    private mutating func keepHead(
        _ event: Event, _ subject: Subject, _ settled: inout Set<Subject>
    ) throws -> Bool {
        let events = try state.events(of: subject)
        let register = subject.register(of: events, in: state.project)
        guard register.heads.contains(event.id), !register.losers.isEmpty else { return false }
        guard settled.insert(subject).inserted else {
            throw Refusal(
                .contradiction,
                "The conflict of \(subject.spelled(in: state.project)) would be resolved twice.",
                hint: "Keep only one side of it.")
        }
        switch subject {
        case .unit(let locale, let string): try settle(state.unit(locale, string))
        case .setting:
            try requireMaintainer()
            noteApps(keeping: event, among: events.filter { register.heads.contains($0.id) })
        case .locale, .resource, .file: break
        }
        restore(subject, to: event, among: events)
        return true
    }

    /// Adds a notice if some apps of a channel will not load the release that is kept.
    ///
    /// Apps that loaded the other side's release wait for a higher sequence number.
    private mutating func noteApps(keeping event: Event, among heads: [Event]) {
        guard case .settingChanged(let name, let value?) = event.payload,
            ReleaseChannel.name(ofSetting: name) != nil,
            let kept = ReleaseChannel(stored: value)
        else { return }
        let others = heads.filter { $0.id != event.id }
        guard kept.sequence <= ReleaseChannel.greatestSequence(in: others) else { return }
        decision.notices.append(
            "Apps that loaded the other release keep it until this channel gets a sequence number above \(ReleaseChannel.greatestSequence(in: heads))."
        )
    }

    /// Resolves a conflict between an acceptance and other decisions on the same proposal.
    ///
    /// The given event is kept: either the acceptance, or a decision that contradicts it. Returns
    /// false if there is no such conflict.
    private mutating func keepDecision(_ event: Event, _ subject: Subject) throws -> Bool {
        guard case .unit(let locale, let string) = subject else { return false }
        let unit = try state.unit(locale, string)
        guard !Undoing(unit.events).isUndone(event.id) else { return false }
        var isFound = false
        for proposal in unit.proposals where !proposal.contradictions.isEmpty {
            if event.acceptedProposals.contains(proposal.id) {
                try requireReviewer(locale)
                try settle(proposal)
                add(
                    .proposalReopened(Verdict(proposal: proposal.id)), locale: locale,
                    string: string, undoes: proposal.contradictions)
                isFound = true
            } else if proposal.contradictions.contains(event.id) {
                try requireReviewer(locale)
                try settle(proposal)
                try takeBackAcceptances(of: proposal, in: unit)
                isFound = true
            }
        }
        return isFound
    }

    /// Reverts the acceptances of a proposal.
    ///
    /// If their text is still current, it is reverted too.
    private mutating func takeBackAcceptances(of proposal: Proposal, in unit: Unit) throws {
        let undoing = Undoing(unit.events)
        let acceptances = unit.events.filter {
            $0.acceptedProposals.contains(proposal.id) && !undoing.isUndone($0.id)
        }.map(\.id)
        let part = Compensation(
            .unit(unit.locale, unit.string), events: unit.events, taking: Set(acceptances),
            laterEdits: .refuse, project: state.project)
        guard part.obstacles.isEmpty else {
            add(
                .proposalReopened(Verdict(proposal: proposal.id)), locale: unit.locale,
                string: unit.string, undoes: acceptances)
            return
        }
        do {
            try revert(RevertOptions(events: acceptances))
        } catch let refusal as Refusal {
            guard refusal.code == .laterEdits else { throw refusal }
            throw Refusal(
                .laterEdits, refusal.message,
                hint: Refusal.Hint(
                    typed:
                        "`dragoman revert --force \(acceptances[0])` reverts the acceptance anyway.",
                    page: "Revert the later changes first."))
        }
    }
}

extension Decider {
    private static var listConflicts: Refusal.Hint {
        Refusal.Hint(
            typed: "`dragoman conflicts` lists unresolved conflicts.",
            page: "The list of strings shows the conflicts that are left.")
    }
}
