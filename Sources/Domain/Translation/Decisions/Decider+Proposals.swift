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
                hint: Refusal.Hint(
                    typed: "Give one with --guid, or with DRAGOMAN_GUID.",
                    http: "Send a guid as Dragoman-Guid: a random UUID that is made once and kept.",
                    page: "Sign in first."))
        }
        try requireShallow(wish.value)
        let definition = try definition(of: string)
        if wish.isNew {
            try requireKey(string)
        } else if definition == nil {
            throw unknownKey(
                string,
                Refusal.Hint(
                    typed:
                        "`--new` proposes a new string; `dragoman list --search TEXT` finds strings.",
                    http:
                        "Send `\"new\": true` to propose a new string; `GET /strings?search=TEXT` finds strings.",
                    page: "Look for it with the search."))
        }
        let unit = try state.unit(locale, string, by: .only([guid]))
        let own = unit.openProposal(of: guid)
        if let own, own.proposed.value.isEquivalent(to: wish.value) {
            throw Refusal(
                .duplicate, "This guid has proposed the same text already: proposal \(own.id).",
                hint: Refusal.Hint(
                    typed: "Propose another text to replace it, or `dragoman delete \(own.id)`.",
                    http: "Propose another text to replace it, or delete it.",
                    page: "Propose another text to replace it, or delete it."))
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
                    hint: Refusal.Hint(
                        typed:
                            "Only its own guid can take it back; a reviewer can `dragoman reject` it.",
                        http: "Only its own guid can delete it. A reviewer can reject it.",
                        page: "Only whoever made it can delete it. A reviewer can reject it."))
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
}
