import JSON
import Texts

/// The rules for deciding a proposal.
extension Decider {
    /// Returns a proposal, and its unit with all other proposals.
    func requireProposal(_ id: EventID) throws -> (Unit, Proposal) {
        try requireProposal(id) { _ in .everybody }
    }

    /// Returns a proposal and its unit.
    ///
    /// Other guids' proposals may be missing from the unit.
    func requireProposalAlone(_ id: EventID) throws -> (Unit, Proposal) {
        try requireProposal(id) { .only([$0]) }
    }

    private func requireProposal(
        _ id: EventID, by proposers: (HashedGuid) -> Proposers
    ) throws -> (Unit, Proposal) {
        // The id may be an alias, but the event that is returned has the proposal's own id.
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

    /// Refuses a proposal that was already decided.
    ///
    /// If `isForced` is true, a rejected proposal is allowed. Returns the rejections and deletions
    /// that the caller must then undo.
    func requireUndecided(_ proposal: Proposal, isForced: Bool) throws -> [EventID] {
        let hint: Refusal.Hint
        switch proposal.state {
        case .open: return []
        case .rejected:
            if isForced { return proposal.refusals }
            hint = Refusal.Hint(
                typed: "Propose the text again, or accept it with `dragoman accept --force`.",
                http: "Propose the text again, or accept it with `\"force\": true`.",
                page: "Reopen it first, or propose the text again.")
        case .accepted:
            hint = Refusal.Hint(
                typed: "`dragoman show \(proposal.id)` shows its history.",
                http: "`GET /proposals/\(proposal.id)` shows its history.",
                page: "The page of the string lists its proposals.")
        case .deleted: hint = "Its author can propose the text again."
        case .superseded:
            hint =
                proposal.decision.map { decision in
                    let sentence = "Its guid replaced it with \(decision.id)."
                    return Refusal.Hint(
                        typed: sentence, http: sentence, page: "Its author has replaced it.")
                }
                ?? "It was replaced."
        }
        throw Refusal(
            .alreadyDecided, "Proposal \(proposal.id) is \(proposal.state.rawValue) already.",
            hint: hint)
    }

    /// Returns true if the actor made the proposal, and false if either person is unknown.
    func isOwn(_ proposal: Proposal) -> Bool { isOwn(proposal.proposer) }

    func isOwn(_ author: Actor?) -> Bool {
        guard let author, let actor = context.actor else { return false }
        return author.address == actor.address
    }

    /// Refuses an actor who may not accept and reject proposals in the language; see ``Roles``.
    func requireReviewer(_ locale: LanguageTag) throws {
        let roles = Roles(try settings([.maintainers, .reviewers, .translators]))
        guard !roles.isReviewer(context.actor?.email, of: locale) else { return }
        throw Refusal(
            .notReviewer,
            "\(context.actor?.email ?? "An unknown person") is not a reviewer of \(locale).",
            hint: roles.listedReviewers(of: locale) == nil
                ? "The language has translators and no reviewers, so only maintainers may review."
                : "The setting “reviewers” lists the reviewers.")
    }

    func refuseSelfReview(_ proposal: Proposal) throws {
        guard try setting(.selfReview)?.boolValue == false else { return }
        guard proposal.proposed.guid == context.guid || isOwn(proposal) else { return }
        throw Refusal(
            .selfReview,
            "Proposal \(proposal.id) is your own, but this project requires review by a second person.",
            hint: "Ask another reviewer, or change the setting “self-review”.")
    }

    mutating func refuseOutdated(
        _ proposal: Proposal, unit: Unit, isForced: Bool
    ) throws {
        if unit.definitions.current == nil, !proposal.proposed.isNew {
            throw Refusal(
                .unknownKey,
                "The string “\(unit.string.spelled(in: state.project))” no longer exists.",
                hint: Refusal.Hint(
                    typed: "Define it again with `dragoman string add`.",
                    http: "`POST /strings` defines it again.",
                    page: "Add it again on the project's page."))
        }
        guard proposal.isOutdated else { return }
        let message =
            "Proposal \(proposal.id) is outdated: the text or its source has changed since."
        if isForced { return decision.notices.append(message) }
        throw Refusal(
            .outdated, message,
            hint: Refusal.Hint(
                typed:
                    "`dragoman show \(proposal.id)` shows both; `--force` accepts it anyway.",
                http:
                    "`GET /proposals/\(proposal.id)` shows both texts. `\"force\": true` accepts it anyway.",
                page: "Compare both texts, then accept it anyway or edit it."))
    }

    mutating func refuseErrors(
        _ value: Value, unit: Unit, proposal: Proposal, isForced: Bool
    ) throws {
        let errors = try blockingFindings(value, unit: unit)
        guard !errors.isEmpty else { return }
        if isForced { return decision.notices.append(contentsOf: errors) }
        throw Refusal(
            .failedChecks,
            "Proposal \(proposal.id) would break the app: \(errors.joined(separator: " "))",
            hint: Self.forceFailing)
    }

    /// Refuses to replace an up-to-date text that has the source text's shape with a text that has
    /// a different shape.
    ///
    /// The check for plurals is not enough: settings can turn it off, and it is lenient with
    /// languages that have only one plural form.
    func refuseOtherShape(_ value: Value, unit: Unit, proposal: Proposal) throws {
        guard unit.locale != source, let text = unit.text, !text.isStale,
            let definition = unit.definitions.currentDefinition,
            text.value.hasShape(of: definition.value), !value.hasShape(of: definition.value)
        else { return }
        throw Refusal(
            .failedChecks,
            "Proposal \(proposal.id) does not have the structure of the source text, but the current text does.",
            hint: Self.forceFailing)
    }

    /// Returns the messages of findings that block a text for the string.
    ///
    /// A finding from a blocking check blocks only if it is at least as severe as the check's
    /// default. All other findings, except for informational findings, become notices. If the
    /// decision is strict, they block too.
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

    /// The names of the checks whose findings block an acceptance.
    func blockingChecks() throws -> Set<Value.Text> {
        let names = try setting(.blockingChecks)?.arrayValue?.compactMap(\.stringValue) ?? []
        return Set(names.map { Value.Text($0) })
    }
}

extension Decider {
    private static var forceFailing: Refusal.Hint {
        Refusal.Hint(
            typed: "Correct the text with --value, or accept it anyway with --force.",
            http: "Correct the text with `value`, or accept it anyway with `\"force\": true`.",
            page: "Edit it first, or accept it anyway.")
    }
}
