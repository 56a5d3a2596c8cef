package import ReadModel
import Texts
package import Translation

/// A decision on proposals that are selected later, by their ids or by a query.
package enum ProposalDecision: Sendable {
    case accept(AcceptOptions)
    case reject(code: ReasonCode?, reason: String?)
    /// Withdraws proposals; with `byPerson`, the actor may delete other people's proposals.
    case delete(byPerson: Bool)
    case endorse(reason: String?)

    /// Returns the action that decides on all the proposals, or on none if one is refused.
    package func action(on ids: [EventID]) -> Action {
        switch self {
        case .accept(let options): Action(.accept(ids, options))
        case .reject(let code, let reason): Action(.reject(ids, code: code, reason: reason))
        case .delete(let byPerson): Action(.deleteProposals(ids, byPerson: byPerson))
        case .endorse(let reason): Action(.endorse(ids, reason: reason))
        }
    }

    /// The right that the decision needs.
    package var right: Right { action(on: []).right }

    /// Whether a guid can decide only on its own proposals.
    package var isForOwner: Bool { if case .delete(byPerson: false) = self { true } else { false } }

    /// Throws if the decision applies to a single proposal and `count` is not 1.
    ///
    /// A `count` of nil means that a query selects the proposals.
    package func refuseSeveral(_ count: Int?) throws(Refusal) {
        guard case .accept(let options) = self, options.value != nil, count != 1 else { return }
        throw Refusal(
            .contradiction, "A different text requires a single proposal.",
            hint: "Specify one id.")
    }
}

/// The proposals that a query selects for a decision.
///
/// They are decided separately, in one commit. If a decision is refused, its proposal is left out.
package struct ProposalChoice: Sendable {
    /// The proposals to decide on.
    package let chosen: [ProposalRow]
    /// The proposals that are left out because a person must choose from them.
    private let rivals: [ProposalRow]
    private let decision: ProposalDecision

    /// Creates a choice from the proposals that a query found.
    package init(_ decision: ProposalDecision, _ found: [ProposalRow]) {
        self.decision = decision
        guard case .accept = decision else {
            (chosen, rivals) = (found, [])
            return
        }
        let groups = Dictionary(grouping: found) { UnitID($0.locale, $0.string) }
        var chosen: [ProposalRow] = []
        var rivals: [ProposalRow] = []
        for row in found {
            guard let group = groups[UnitID(row.locale, row.string)],
                let representative = group.first(where: { !$0.isOutdated }) ?? group.first
            else { continue }
            let agree = group.allSatisfy {
                $0.proposed.value.isEquivalent(to: representative.proposed.value)
            }
            if !agree {
                rivals.append(row)
            } else if row.id == representative.id {
                chosen.append(row)
            }
        }
        (self.chosen, self.rivals) = (chosen, rivals)
    }

    /// The action that decides on the chosen proposals.
    package var action: Action {
        Action(.batch(chosen.map { decision.action(on: [$0.id]).command }))
    }

    /// The action that accepts the chosen proposals by sample.
    package func acceptance(by sample: ReviewSample) -> Action {
        Action(
            .batch(
                chosen.map { row in
                    .accept([row.id], AcceptOptions(sample: sample.part(of: row.id)))
                }))
    }

    /// Returns the proposals that were left out of an outcome, with the reasons.
    package func leftOut(of outcome: Outcome) -> [(row: ProposalRow, message: String)] {
        outcome.leftOut.map { (chosen[$0.index], $0.refusal.message) }
            + rivals.map { ($0, "Another proposal for the string has a different text.") }
    }
}
