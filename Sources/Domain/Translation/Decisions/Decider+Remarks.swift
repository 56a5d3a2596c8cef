import JSON
import Texts

extension Decider {
    // MARK: Comments and endorsements

    mutating func comment(_ target: CommentTarget, _ text: String) throws {
        guard !text.utf8.isEmpty else {
            throw Refusal(
                .invalidValue, "A comment cannot be empty.", hint: "Say something, or nothing.")
        }
        guard context.actor != nil || context.guid != nil else {
            throw Refusal(
                .noIdentity, "The comment has no author: neither a person nor a guid is named.",
                hint: Self.giveIdentity)
        }
        // A person's name says enough; a tester has none.
        let guid = context.actor == nil ? context.guid : nil
        switch target {
        case .proposal(let id):
            let (unit, proposal) = try requireProposalAlone(id)
            add(
                .commentAdded(proposal: proposal.id, text: text, guid: guid), locale: unit.locale,
                string: unit.string)
        case .unit(let name):
            try requireLocale(name.locale)
            _ = try requireString(name.string)
            add(
                .commentAdded(proposal: nil, text: text, guid: guid), locale: name.locale,
                string: name.string)
        }
    }

    /// Agrees with proposals, in the name of the guid that acts, else of the person; once is enough.
    mutating func endorse(_ ids: [EventID], reason: String?) throws {
        guard context.guid != nil || context.actor != nil else {
            throw Refusal(
                .noIdentity, "Nobody is named who could agree.",
                hint: Self.giveIdentity)
        }
        for id in Self.unique(ids) {
            let (unit, proposal) = try requireProposalAlone(id)
            _ = try requireUndecided(proposal, isForced: false)
            guard proposal.proposed.guid != context.guid || context.guid == nil else {
                throw Refusal(
                    .contradiction, "Proposal \(proposal.id) is this guid's own.",
                    hint: "Others can endorse it.")
            }
            let verdict = Verdict(proposal: proposal.id, reason: reason, guid: context.guid)
            guard !unit.isEndorsed(proposal.id, as: .proposalEndorsed(verdict), by: context.actor)
            else { continue }
            add(.proposalEndorsed(verdict), locale: unit.locale, string: unit.string)
        }
    }

    // MARK: Review of texts

    /// Stands for texts; what is reviewed already is no event.
    mutating func vouch(for names: [UnitID], reason: String?) throws {
        for name in Self.unique(names) {
            let text = try requireText(name)
            try requireReviewer(name.locale)
            try refuseOwnText(text, name)
            guard !text.isReviewed else { continue }
            add(
                .translationReviewed(text: text.id, reason: reason), locale: name.locale,
                string: name.string)
        }
    }

    /// Says that texts need work; what is flagged already is no event, unless a reason is new.
    mutating func flag(_ names: [UnitID], reason: String?) throws {
        for name in Self.unique(names) {
            let text = try requireText(name)
            guard !text.isFlagged || reason != nil else { continue }
            add(
                .translationFlagged(text: text.id, reason: reason), locale: name.locale,
                string: name.string)
        }
    }

    /// Says that a check is wrong about strings; what is silenced already is no event, unless a reason is new.
    ///
    /// It stays when the text changes, and a string without a text can have it: `missing` is a check, too.
    mutating func silence(_ names: [UnitID], check: String, reason: String?) throws {
        let info = try CheckInfo.named(check)
        for name in Self.unique(names) {
            try requireLocale(name.locale)
            _ = try requireString(name.string)
            guard name.locale != source else {
                throw Refusal(
                    .sourceLanguage,
                    "\(name.locale) is the source language: its texts are not checked.",
                    hint: "Name the language of a translation.")
            }
            let unit = try state.unit(name.locale, name.string, by: .nobody)
            let isSilenced = unit.silencedChecks.contains(Value.Text(info.name))
            guard !isSilenced || reason != nil else { continue }
            add(
                .checkSilenced(check: info.name, reason: reason), locale: name.locale,
                string: name.string)
        }
    }

    /// The own text of a language, refused where there is none that could be reviewed.
    private func requireText(_ name: UnitID) throws -> TextState {
        try requireLocale(name.locale)
        _ = try requireString(name.string)
        guard name.locale != source else {
            throw Refusal(
                .sourceLanguage,
                "\(name.locale) is the source language: its texts are always reviewed.",
                hint: Refusal.Hint(
                    typed: "`dragoman string edit` changes a source text.",
                    http: "`PATCH /string` changes it.", page: "Change the string instead."))
        }
        if let text = try state.unit(name.locale, name.string, by: .nobody).text { return text }
        let inherited = try state.inheritedText(name.locale, name.string)
        throw Refusal(
            .noText,
            "There is no text for “\(name.string.spelled(in: state.project))” in \(name.locale).",
            hint: inherited.map { "It is inherited from \($0.locale): review it there." }
                ?? .setText)
    }

    private func refuseOwnText(_ text: TextState, _ name: UnitID) throws {
        guard try setting(.selfReview)?.boolValue == false, let author = text.author,
            author.address == context.actor?.address
        else { return }
        throw Refusal(
            .selfReview,
            "The text for “\(name.string.spelled(in: state.project))” in \(name.locale) is your own, and the project wants a second person.",
            hint: "Ask another reviewer, or change the setting “self-review”.")
    }
}

extension Unit {
    /// Whether the guid or person of an endorsement has endorsed the proposal already.
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

extension Decider {
    /// Asks whoever acts for a name.
    private static var giveIdentity: Refusal.Hint {
        Refusal.Hint(
            typed: "Give a guid with --guid, or set Git's user.name and user.email.",
            http: "Send a guid as Dragoman-Guid, or a person's token.", page: "Sign in first.")
    }
}
