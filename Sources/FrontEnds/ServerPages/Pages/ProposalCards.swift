import ReadModel
import Server
import Texts
import Translation
import Words
import Workspace

/// The proposals of a string, as cards with their forms.
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
    private var path: String { view.call.path(view.locale) }

    /// The text that a proposal was made to replace, if that is another than the current one.
    func base(of proposal: Proposal) -> Value? {
        guard let base = proposal.event.base, !unit.register.heads.contains(base) else {
            return nil
        }
        return unit.definitions[base]?.value ?? unit[base]?.payload.text
    }

    /// What the source said when a proposal was made, if that is something else.
    func formerSource(of proposal: Proposal) -> Value? {
        guard unit.definitions.isStale(madeFor: proposal.event.source) else { return nil }
        return proposal.event.source.flatMap { unit.definitions[$0]?.value }
    }

    /// The difference of a proposal from the current text, or from the one it was made for.
    func difference(_ proposal: Proposal) -> PageValues {
        let before = againstBase ? base(of: proposal) ?? unit.text?.value : unit.text?.value
        guard let before else { return view.text(proposal.proposed.value) }
        return view.view.difference(
            from: before, to: proposal.proposed.value, source: view.definition?.value)
    }

    /// Whether so much changed that the text is shown plain, too.
    func isMostlyChanged(_ proposal: Proposal) -> Bool {
        guard let before = unit.text?.value.plainText,
            let after = proposal.proposed.value.plainText
        else { return false }
        let changes = MarkedWords.changes(from: before, to: after)
        let kept = changes.filter { $0.kind == .kept }.map(\.text.utf8.count).reduce(0, +)
        return changes.contains { $0.kind == .removed } && kept * 2 < after.utf8.count
    }

    /// An open proposal.
    func card(_ proposal: Proposal, number: Int) throws -> PageValues {
        let call = view.call
        let findings = try view.snapshot.findings(of: proposal.proposed.value, in: unit)
        let hasErrors = findings.contains { $0.severity == .error }
        let why = rights.mayReview ? rights.whyNotAccept(proposal) : nil
        let needsForce = hasErrors || proposal.isOutdated
        let isDraft = draft?.proposal == proposal.id
        var values: PageValues = [
            "proposal": proposal.id.description, "number": String(number),
            "isFirst": number == 1, "short": Marks.short(proposal.id),
            "maker": Marks.name(proposal.proposer, guid: proposal.proposed.guid, by: view.people),
            "person": Marks.person(
                proposal.proposer, guid: proposal.proposed.guid, by: view.people),
            "when": Marks.when(proposal.event.at, now: call.now), "pills": view.pills(proposal),
            "difference": difference(proposal),
            "findings": findings.map(Marks.finding), "hasFindings": !findings.isEmpty,
            "proposalTag": try view.tag(proposal.id), "seen": view.seen,
            "section": unit.string.section, "key": unit.string.key,
            "hidden": call.hidden(), "decide": rights.mayReview, "accept": true,
            "isForced": needsForce, "acceptKey": needsForce ? "f" : "y",
            "acceptIcon": needsForce ? "warning" : "check",
            "acceptWord": needsForce ? "Accept anyway" : "Accept", "blocked": why != nil,
            "acceptAction": path + "/accept", "rejectAction": path + "/reject",
            "commentAction": path + "/comment", "endorseAction": path + "/endorse",
            "deleteAction": path + "/delete", "own": rights.isOwn(proposal),
            "mayComment": rights.mayPropose, "mayEndorse": !rights.isOwn(proposal),
            "reasons": UnitValues.reasons, "id": proposal.id.description,
            "fields": view.fields(
                proposal.proposed.value, typed: isDraft ? draft?.texts : nil,
                prefix: "edit-\(proposal.id)", label: "Text", draft: false),
            "placeholders": view.placeholders, "hasPlaceholders": !view.placeholders.isEmpty,
            "remarks": unit.remarks.compactMap { event -> PageValues? in
                guard case .commentAdded(proposal.id?, _, _) = event.payload else { return nil }
                return view.remark(event)
            },
        ]
        values.set(
            "plain",
            isMostlyChanged(proposal) ? view.text(proposal.proposed.value) : nil)
        values.set("note", proposal.proposed.note)
        values.set("why", why)
        values.set("outdated", proposal.isOutdated ? outdated(proposal) : nil)
        values.set(
            "endorsed",
            proposal.endorsements == 0
                ? nil
                : [
                    "count": String(proposal.endorsements),
                    "words": "\(counted(proposal.endorsements, "endorsement"))",
                ] as PageValues)
        return values
    }

    /// What changed since a proposal was made.
    func outdated(_ proposal: Proposal) -> String {
        let changed = [
            formerSource(of: proposal) == nil ? nil : "source",
            base(of: proposal) == nil ? nil : "text",
        ].compactMap(\.self)
        let what = changed.isEmpty ? "string" : changed.joined(separator: " and the ")
        let verb = changed.count > 1 ? "have" : "has"
        return
            "The \(what) \(verb) changed since this was proposed. Compare, then accept it anyway or edit it."
    }

    /// A proposal that was decided.
    func decided(_ proposal: Proposal) -> PageValues {
        let (icon, word, kind): (String, String, Marks.PillKind) =
            switch proposal.state {
            case .accepted: ("accepted", "Accepted", .ok)
            case .rejected: ("rejected", "Rejected", .bad)
            case .deleted: ("deleted", "Deleted", .plain)
            case .superseded: ("superseded", "Superseded", .plain)
            case .open: ("proposal", "Open", .accent)
            }
        let maker = Marks.name(proposal.proposer, guid: proposal.proposed.guid, by: view.people)
        let decider = proposal.decision.map {
            Marks.name($0.actor, guid: $0.payload.guid, by: view.people)
        }
        var values: PageValues = [
            "pill": Marks.pill(icon, word, kind),
            "words": decider.map { "by \($0), proposed by \(maker)" } ?? "proposed by \(maker)",
            "when": Marks.when((proposal.decision ?? proposal.event).at, now: view.call.now),
            "text": view.text(proposal.proposed.value), "reason": false, "reopen": false,
        ]
        if let decision = proposal.decision, proposal.state == .rejected {
            values.set("reason", EventWords(decision).reason)
            if rights.mayReview {
                values["reopen"] =
                    [
                        "action": path + "/reopen", "proposal": proposal.id.description,
                        "hidden": view.call.hidden(),
                    ] as PageValues
            }
        }
        return values
    }
}
