import ReadModel
import Server
import Texts
import Translation
import Walks
import Words
import Workspace

/// The cards of a string's proposals, with their forms.
struct ProposalCards {
    private let view: UnitValues
    private let rights: UnitRights
    private let draft: Draft?
    private let againstBase: Bool

    init(_ view: UnitValues, _ rights: UnitRights, draft: Draft?, againstBase: Bool) {
        self.view = view
        self.rights = rights
        self.draft = draft
        self.againstBase = againstBase
    }

    private var unit: Unit { view.unit }
    private var wording: Wording { view.call.wording }
    private var path: String { view.call.path(view.locale) }

    /// Returns the text that a proposal was made to replace, if it is not the current text.
    func base(of proposal: Proposal) -> Value? {
        guard let base = proposal.event.base, !unit.register.heads.contains(base) else {
            return nil
        }
        return unit.definitions[base]?.value ?? unit[base]?.payload.text
    }

    /// Returns the source text that a proposal was made for, if the source has changed since.
    func formerSource(of proposal: Proposal) -> Value? {
        guard unit.definitions.isStale(madeFor: proposal.event.source) else { return nil }
        return proposal.event.source.flatMap { unit.definitions[$0]?.value }
    }

    /// Returns the difference between a proposal and the current text, or the text that it was made
    /// to replace.
    func difference(_ proposal: Proposal) -> ShownText {
        let before = againstBase ? base(of: proposal) ?? unit.text?.value : unit.text?.value
        guard let before else { return view.text(proposal.proposed.value) }
        return view.view.difference(
            from: before, to: proposal.proposed.value, source: view.definition?.value)
    }

    /// Returns true if most of the text changed, so that it is also shown without marks.
    func isMostlyChanged(_ proposal: Proposal) -> Bool {
        guard let before = unit.text?.value.plainText,
            let after = proposal.proposed.value.plainText
        else { return false }
        let changes = MarkedWords.changes(from: before, to: after)
        let kept = changes.filter { $0.kind == .kept }.map(\.text.utf8.count).reduce(0, +)
        return changes.contains { $0.kind == .removed } && kept * 2 < after.utf8.count
    }

    /// Returns the card for an open proposal.
    func card(_ proposal: Proposal, number: Int) throws -> ProposalCard {
        let findings = try view.snapshot.findings(of: proposal.proposed.value, in: unit)
        let why = rights.mayReview ? rights.whyNotAccept(proposal) : nil
        let isOwn = rights.isOwn(proposal)
        return ProposalCard(
            proposal: proposal.id.description, number: String(number), isFirst: number == 1,
            short: Marks.short(proposal.id), maker: view.maker(proposal),
            person: view.person(proposal),
            when: TimeMark(proposal.event.at, now: view.call.now, wording),
            pills: view.pills(proposal),
            endorsed: proposal.endorsements == 0
                ? nil
                : .init(
                    count: String(proposal.endorsements),
                    words: wording("cards.endorsements", count: proposal.endorsements)),
            plain: isMostlyChanged(proposal) ? view.text(proposal.proposed.value) : nil,
            difference: difference(proposal),
            outdated: proposal.isOutdated ? outdated(proposal) : nil,
            findings: findings.map { FindingItem($0, wording) }, note: proposal.proposed.shownNote,
            picture: view.call.picture(
                of: proposal, by: view.maker(proposal), in: view.snapshot),
            remarks: unit.remarks.compactMap { event in
                guard case .commentAdded(proposal.id?, _, _) = event.payload else { return nil }
                return view.remark(event)
            },
            hidden: view.call.hidden(), fields: try view.fields(of: proposal, draft),
            decision: rights.mayReview
                ? decision(proposal, findings: findings, isBlocked: why != nil) : nil,
            deleteAction: isOwn && !rights.mayReview ? path + "/delete" : nil,
            comments: rights.mayPropose
                ? CommentField(view, proposal, draft, action: path + "/comment") : nil,
            endorseAction: rights.mayPropose && !isOwn ? path + "/endorse" : nil, why: why)
    }

    private func decision(
        _ proposal: Proposal, findings: [Finding], isBlocked: Bool
    ) -> ProposalCard.Decision {
        let isForced = proposal.isOutdated || findings.contains { $0.severity == .error }
        return ProposalCard.Decision(
            acceptAction: path + "/accept", rejectAction: path + "/reject",
            proposeAction: path + "/propose", isForced: isForced,
            isBlocked: isBlocked, acceptKey: isForced ? "f" : "y",
            acceptIcon: isForced ? "warning" : "check",
            acceptWord: isForced ? wording("cards.acceptAnyway") : wording("cards.accept"),
            string: SectionFields(unit.string),
            texts: view.fields(
                proposal.proposed.value,
                typed: draft?.texts(editing: proposal.id), prefix: "edit-\(proposal.id)",
                label: wording("translate.text"), draft: "/edit-\(proposal.id)"),
            isEditing: draft?.texts(editing: proposal.id) != nil, chips: view.chips,
            rejection: view.rejection(of: proposal, draft),
            isRejecting: draft?.isRejecting(proposal.id) == true)
    }

    /// Returns a sentence about the changes since a proposal was made.
    func outdated(_ proposal: Proposal) -> String {
        switch (formerSource(of: proposal) != nil, base(of: proposal) != nil) {
        case (true, true): wording("cards.bothChanged")
        case (true, false): wording("cards.sourceChanged")
        case (false, true): wording("cards.textChanged")
        case (false, false): wording("cards.stringChanged")
        }
    }

    /// Returns a sentence about the decision on a proposal; empty for an open proposal.
    static func decision(on proposal: Proposal, _ view: UnitValues) -> String {
        let wording = view.call.wording
        let values = [
            "who": proposal.decision.map {
                Marks.name($0.actor, guid: $0.payload.guid, by: view.people)
            } ?? wording("common.someone"),
            "when": proposal.decision.map { wording.time($0.at, now: view.call.now) } ?? "",
        ]
        switch proposal.state {
        case .accepted: return wording("cards.acceptedBy", values) + " "
        case .rejected:
            return wording("cards.rejectedBy", values) + " " + wording("cards.reopenHint")
        case .deleted: return wording("cards.deletedBy", values) + " "
        case .superseded: return wording("cards.replacedBy", values) + " "
        case .open: return ""
        }
    }

    /// Returns the card for a decided proposal.
    func decided(_ proposal: Proposal) -> StringContent.DecidedProposal {
        let pill =
            switch proposal.state {
            case .accepted: Pill("accepted", wording("cards.accepted"), .ok)
            case .rejected: Pill("rejected", wording("cards.rejected"), .bad)
            case .deleted: Pill("deleted", wording("cards.deleted"), .plain)
            case .superseded: Pill("superseded", wording("cards.superseded"), .plain)
            case .open: Pill("proposal", wording("cards.open"), .accent)
            }
        let maker = view.maker(proposal)
        let decider = proposal.decision.map {
            Marks.name($0.actor, guid: $0.payload.guid, by: view.people)
        }
        let rejection = proposal.state == .rejected ? proposal.decision : nil
        return StringContent.DecidedProposal(
            pill: pill,
            words: decider.map {
                wording("cards.decidedAndProposed", ["decider": $0, "author": maker])
            } ?? wording("cards.proposedBy", ["author": maker]),
            when: TimeMark((proposal.decision ?? proposal.event).at, now: view.call.now, wording),
            text: view.text(proposal.proposed.value),
            reason: rejection.flatMap { EventTexts($0, wording).reason },
            reopening: rejection != nil && rights.mayReview
                ? .init(action: path + "/reopen", proposal: proposal.id.description) : nil)
    }
}
