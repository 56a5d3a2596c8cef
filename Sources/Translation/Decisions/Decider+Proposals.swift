import JSON
import Texts

extension Decider {
    // MARK: Propose

    mutating func propose(
        _ locale: LanguageTag, _ string: StringID, _ wish: Proposing, as owner: HashedGuid? = nil
    ) throws {
        try requireLocale(locale)
        guard let guid = owner ?? context.guid else {
            throw Refusal(
                .noGuid, "A proposal belongs to a guid, and none is given.",
                hint: .giveGuid)
        }
        try requireShallow(wish.value)
        let definition = try definition(of: string)
        if wish.isNew {
            try requireKey(string)
        } else if definition == nil {
            throw unknownKey(string, .proposeNewString)
        }
        let unit = try state.unit(locale, string, by: .only([guid]))
        let own = unit.openProposal(of: guid)
        if let own, own.proposed.value.isEquivalent(to: wish.value) {
            throw Refusal(
                .duplicate, "This guid has proposed the same text already: proposal \(own.id).",
                hint: .replaceProposal(own.id))
        }
        try refuseUnchanged(wish.value, unit: unit)
        if own == nil { try requireRoom(locale, string) }
        add(
            .proposalMade(
                ProposedText(
                    value: wish.value, guid: guid, replaces: own?.id, note: wish.note,
                    origin: wish.origin, isNew: wish.isNew)),
            locale: locale, string: string, seen: (unit.register.current, []),
            source: locale == source ? nil : wish.definition ?? definition?.id)
    }

    /// Refuses one more proposal for a text that has as many as the project wants to look through.
    private func requireRoom(_ locale: LanguageTag, _ string: StringID) throws {
        guard let limit = try setting(.openProposals)?.integerValue,
            try state.hasOpenProposals(locale, string, atLeast: Int(limit))
        else { return }
        throw Refusal(
            .tooManyProposals,
            "“\(string.spelled(in: state.project))” in \(locale) has \(limit) open proposals, and takes no more.",
            hint: "Wait until a reviewer has decided on some.")
    }

    private func refuseUnchanged(_ value: Value, unit: Unit) throws {
        if let text = unit.text {
            guard text.value.isEquivalent(to: value) else { return }
            throw Refusal(
                .unchanged, "The text in \(unit.locale) says this already.",
                hint: "There is nothing to propose.")
        }
        guard let inherited = try state.inheritedText(unit.locale, unit.string),
            inherited.value.isEquivalent(to: value)
        else { return }
        throw Refusal(
            .unchanged,
            "\(unit.locale) says this already: it inherits the text of \(inherited.locale).",
            hint: "A regional language holds only what differs.")
    }

    // MARK: Decide on proposals

    mutating func accept(_ ids: [EventID], _ wish: Accepting) throws {
        try wish.value.map(requireShallow)
        var closed: Set<EventID> = []
        for id in Self.unique(ids) {
            let (unit, proposal) = try requireProposal(id)
            // An equal one that was accepted with another.
            guard !closed.contains(proposal.id) else { continue }
            let undone = try requireUndecided(
                proposal, isForced: wish.isForced && wish.isReview)
            try settle(proposal)
            try requireLocale(unit.locale)
            try requireReviewer(unit.locale)
            if wish.isReview { try refuseSelfReview(proposal) }
            try refuseOutdated(proposal, unit: unit, isForced: wish.isForced)
            let value = wish.value ?? proposal.proposed.value
            try refuseErrors(value, unit: unit, proposal: proposal, isForced: wish.isForced)
            if !wish.isForced { try refuseOtherShape(value, unit: unit, proposal: proposal) }
            try settle(unit)
            closed.formUnion(
                wish.isReview
                    ? try take(value, from: proposal, in: unit, undoing: undone)
                    : try setUnreviewed(value, from: proposal, in: unit))
            if wish.rejectsOthers { rejectOthers(in: unit) }
        }
    }

    /// Sets the text of a proposal that no person made, without a review; returns the equal proposals that it closes.
    ///
    /// These proposals are deleted, since an acceptance would count as a review.
    private mutating func setUnreviewed(
        _ value: Value, from proposal: Proposal, in unit: Unit
    ) throws -> [EventID] {
        guard unit.locale != source else {
            throw Refusal(
                .sourceLanguage, "Texts of the source language \(source) always count as reviewed.",
                hint: "Accept the proposal.")
        }
        guard proposal.proposed.origin != .human else {
            throw Refusal(
                .notOwner, "Proposal \(proposal.id) is by a person, who would lose the credit.",
                hint: "Accept it, which keeps the name of its author.")
        }
        guard context.actor != nil else {
            throw Refusal(
                .noIdentity, "Only a person can set the texts of proposals, and none is named.",
                hint: "Set Git's user.name and user.email.")
        }
        guard let definition = unit.definitions.current else { throw unknownKey(unit.string) }
        set(unit.locale, unit.string, value, over: unit, definition: definition)
        let equal = unit.proposals.filter {
            $0.state == .open && !sofar.isSettled(proposal: $0.id)
                && $0.proposed.origin != .human && $0.proposed.value.isEquivalent(to: value)
        }.map(\.id)
        for id in equal { _ = sofar.settle(proposal: id) }
        for id in [proposal.id] + equal {
            add(.proposalDeleted(Verdict(proposal: id)), locale: unit.locale, string: unit.string)
        }
        return equal
    }

    /// Adds the acceptance; returns the equal proposals that it closes.
    private mutating func take(
        _ value: Value, from proposal: Proposal, in unit: Unit, undoing undone: [EventID]
    ) throws -> [EventID] {
        var definition = unit.definitions.current
        var seen = unit.register.seen
        if definition == nil {
            definition = try defineNewKey(of: unit, value)
            if unit.locale == source { seen = (definition, []) }
        }
        let equal = unit.proposals.filter {
            $0.state == .open && !sofar.isSettled(proposal: $0.id)
                && $0.proposed.value.isEquivalent(to: value)
        }.map(\.id)
        for id in equal { _ = sofar.settle(proposal: id) }
        add(
            .proposalAccepted(
                Acceptance(
                    proposal: proposal.id, value: value, author: proposal.proposer,
                    also: equal)),
            locale: unit.locale, string: unit.string, seen: seen,
            source: unit.locale == source ? nil : definition, undoes: undone)
        return equal
    }

    /// Rejects the open proposals of a unit that this decision has not settled.
    private mutating func rejectOthers(in unit: Unit) {
        for other in unit.proposals
        where other.state == .open && sofar.settle(proposal: other.id) {
            add(
                .proposalRejected(
                    Verdict(
                        proposal: other.id, code: ReasonCode("other"),
                        reason: "Another proposal was accepted.")),
                locale: unit.locale, string: unit.string)
        }
    }

    /// An accepted proposal for a new key defines the string, once; in another language than the source the
    /// key is the source text.
    private mutating func defineNewKey(of unit: Unit, _ value: Value) throws -> EventID {
        if let defined = sofar[unit.string] { return defined.id }
        // The proposal may come from elsewhere, and nobody has looked at its key.
        try requireKey(unit.string)
        let text = unit.locale == source ? value : Value(unit.string.key)
        let id = define(
            unit.string, Definition(value: text), seen: unit.definitions.register.seen)
        sofar.define(unit.string, id, text)
        return id
    }

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

    mutating func delete(_ ids: [EventID], byPerson: Bool) throws {
        guard !byPerson || context.actor != nil else {
            throw Refusal(
                .noIdentity, "Only a person can delete the proposals of others, and none is named.",
                hint: "Set Git's user.name and user.email.")
        }
        for id in Self.unique(ids) {
            let (unit, proposal) = try requireProposalAlone(id)
            if byPerson {
                if !isOwn(proposal) { try requireReviewer(unit.locale) }
            } else if proposal.proposed.guid != context.guid {
                throw Refusal(
                    .notOwner, "Proposal \(id) belongs to another guid.",
                    hint: .rejectProposal)
            }
            _ = try requireUndecided(proposal, isForced: false)
            try settle(proposal)
            add(
                .proposalDeleted(
                    Verdict(proposal: proposal.id, guid: byPerson ? nil : context.guid)),
                locale: unit.locale, string: unit.string)
        }
    }

    // MARK: Conditions

    static func unique<Name: Hashable>(_ names: [Name]) -> [Name] {
        var seen: Set<Name> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// Refuses what the same command decides twice: of its events one would not know of the other.
    mutating func settle(_ proposal: Proposal) throws {
        guard !sofar.settle(proposal: proposal.id) else { return }
        throw Refusal(
            .contradiction, "Proposal \(proposal.id) would be decided twice.",
            hint: "Decide it once.")
    }

    /// Refuses a text that the same command sets twice.
    mutating func settle(_ unit: Unit) throws {
        guard !sofar.settle(text: UnitID(unit.locale, unit.string)) else { return }
        throw Refusal(
            .contradiction,
            "The text for “\(unit.string.spelled(in: state.project))” in \(unit.locale) would be set twice.",
            hint: "Decide for one of them.")
    }

    /// Returns a proposal and its text with all of its proposals.
    func requireProposal(_ id: EventID) throws -> (Unit, Proposal) {
        try requireProposal(id) { _ in .everybody }
    }

    /// Returns a proposal and its text; proposals of other guids may be missing there.
    func requireProposalAlone(_ id: EventID) throws -> (Unit, Proposal) {
        try requireProposal(id) { .only([$0]) }
    }

    private func requireProposal(
        _ id: EventID, by proposers: (HashedGuid) -> Proposers
    ) throws -> (Unit, Proposal) {
        // The id may be an alias of the proposal that counts.
        guard let place = try state.proposalLocation(id), let event = try state.event(id),
            case .proposalMade(let proposed) = event.payload,
            case let unit = try state.unit(place.locale, place.string, by: proposers(proposed.guid)),
            let proposal = unit.proposal(event.id)
        else {
            throw Refusal(
                .unknownProposal, "There is no proposal \(id).",
                hint: .listProposals)
        }
        return (unit, proposal)
    }

    /// Refuses what is decided; by force a rejected one may be taken, which takes back all that refused it.
    func requireUndecided(_ proposal: Proposal, isForced: Bool) throws -> [EventID] {
        let hint: Refusal.Hint
        switch proposal.state {
        case .open: return []
        case .rejected:
            if isForced { return proposal.refusals }
            hint = .forceRejectedProposal
        case .accepted: hint = .showProposal(proposal.id)
        case .deleted: hint = "Whoever made it can propose the text again."
        case .superseded:
            hint =
                proposal.decision.map { "Its guid replaced it with \($0.id)." }
                ?? "It was replaced."
        }
        throw Refusal(
            .alreadyDecided, "Proposal \(proposal.id) is \(proposal.state.rawValue) already.",
            hint: hint)
    }

    /// Whether whoever decides made the proposal, as far as people are named.
    func isOwn(_ proposal: Proposal) -> Bool { isOwn(proposal.proposer) }

    func isOwn(_ author: Actor?) -> Bool {
        guard let author, let actor = context.actor else { return false }
        return author.address == actor.address
    }

    func requireReviewer(_ locale: LanguageTag) throws {
        let roles = Roles(
            [Setting.reviewers.name: try setting(.reviewers)].compactMapValues(\.self))
        guard !roles.isReviewer(context.actor?.email, of: locale) else { return }
        throw Refusal(
            .notReviewer,
            "\(context.actor?.email ?? "Nobody in particular") is no reviewer of \(locale).",
            hint: "The setting “reviewers” says who is.")
    }

    func refuseSelfReview(_ proposal: Proposal) throws {
        guard try setting(.selfReview)?.boolValue == false else { return }
        guard proposal.proposed.guid == context.guid || isOwn(proposal) else { return }
        throw Refusal(
            .selfReview,
            "Proposal \(proposal.id) is your own, and the project wants a second person.",
            hint: "Ask another reviewer, or change the setting “self-review”.")
    }

    private mutating func refuseOutdated(
        _ proposal: Proposal, unit: Unit, isForced: Bool
    ) throws {
        if unit.definitions.current == nil, !proposal.proposed.isNew {
            throw Refusal(
                .unknownKey, "The string “\(unit.string.spelled(in: state.project))” is gone.",
                hint: .addString)
        }
        guard proposal.isOutdated else { return }
        let message = "Proposal \(proposal.id) is outdated: its text or source has changed since."
        if isForced { return decision.notices.append(message) }
        throw Refusal(
            .outdated, message,
            hint: .forceOutdatedProposal(proposal.id))
    }

    private mutating func refuseErrors(
        _ value: Value, unit: Unit, proposal: Proposal, isForced: Bool
    ) throws {
        let errors = try blockingFindings(value, unit: unit)
        guard !errors.isEmpty else { return }
        if isForced { return decision.notices.append(contentsOf: errors) }
        throw Refusal(
            .failedChecks,
            "Proposal \(proposal.id) would break the app: \(errors.joined(separator: " "))",
            hint: .forceFailingProposal)
    }

    /// Refuses a text of another shape than the source text, if the text here has that shape and was made for it.
    ///
    /// Settings can turn the check for plurals off, and it is not strict with languages that have one form.
    private func refuseOtherShape(_ value: Value, unit: Unit, proposal: Proposal) throws {
        guard unit.locale != source, let text = unit.text, !text.isStale,
            let definition = unit.definitions.currentDefinition,
            text.value.hasShape(of: definition.value), !value.hasShape(of: definition.value)
        else { return }
        throw Refusal(
            .failedChecks,
            "Proposal \(proposal.id) lacks the shape of the source text, and the text here has it.",
            hint: .forceFailingProposal)
    }

    /// What the checks that block find in a text for the string; the rest goes to the notices.
    ///
    /// A check blocks with findings of its own severity: those that it holds for less are worth a word only.
    private mutating func blockingFindings(_ value: Value, unit: Unit) throws -> [String] {
        guard unit.locale != source, let definition = unit.definitions.currentDefinition else {
            return []
        }
        let blocking = try blockingChecks()
        let findings = try checkContext().findings(
            of: value, for: definition, locale: unit.locale, silenced: unit.silencedChecks)
        let isStrict = context.isStrict
        let blocks = { (finding: Finding) in
            isStrict && finding.severity > .info
                || finding.severity >= CheckInfo.severity(of: finding.check)
                    && blocking.contains(Value.Text(finding.check))
        }
        decision.notices += findings.filter { $0.severity > .info && !blocks($0) }.map(\.message)
        return findings.filter(blocks).map(\.message)
    }

    /// The checks that stop an acceptance.
    func blockingChecks() throws -> Set<Value.Text> {
        let names = try setting(.blockingChecks)?.arrayValue?.compactMap(\.stringValue) ?? []
        return Set(names.map { Value.Text($0) })
    }
}
