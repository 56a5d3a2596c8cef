import Hosting
import JSON
import ReadModel
import Translation
import Workspace

/// A decision on proposals, as specified in a request body.
struct RequestedDecision: Sendable {
    let decision: ProposalDecision
    let isStrict: Bool
    /// The guid on whose behalf the decision is made.
    let guid: Proposer?

    init(_ decision: ProposalDecision, isStrict: Bool = false, guid: Proposer? = nil) {
        self.decision = decision
        self.isStrict = isStrict
        self.guid = guid
    }
}

/// The verbs of decisions on proposals.
enum DecisionVerb: String, Sendable, CaseIterable {
    case accept, reject, delete, endorse
}

extension ProjectCall {
    /// Reads the options of a decision from a body.
    func decision(_ verb: DecisionVerb, _ body: inout JSONBody) throws -> RequestedDecision {
        switch verb {
        case .accept: try accepting(&body)
        case .reject: try rejecting(&body)
        case .delete: try deleting(&body)
        case .endorse: try endorsing(&body)
        }
    }

    /// Returns the write that applies a decision to all of the listed proposals or to none.
    func deciding(_ requested: RequestedDecision, on ids: [String]) async throws -> RequestedWrite {
        try requested.decision.refuseSeveral(ids.count)
        let named = try await read { snapshot in
            try ids.map { text in
                let id = try snapshot.proposal(text)
                guard let place = try snapshot.model.proposalLocation(id) else {
                    throw Refusal(
                        .unknownProposal, "There is no proposal \(id).", hint: .listProposals)
                }
                return (id, place.locale)
            }
        }
        for (_, locale) in named { try requireLanguage(locale) }
        return RequestedWrite(
            requested.decision.action(on: named.map(\.0)), guid: requested.guid?.hashed,
            isStrict: requested.isStrict)
    }

    private func accepting(_ body: inout JSONBody) throws -> RequestedDecision {
        let value = try body.translation("value", upTo: project.settings.limits.value)
        let options = AcceptOptions(
            value: value, rejectsOthers: try body.flag("rejectOthers"),
            isForced: try body.flag("force"))
        let isStrict = try body.flag("strict")
        guard !(options.isForced && isStrict) else {
            throw Problem(
                ProblemCode(.contradiction), "“force” and “strict” are mutually exclusive.",
                hint: "Send only one of them.")
        }
        return RequestedDecision(.accept(options), isStrict: isStrict)
    }

    private func rejecting(_ body: inout JSONBody) throws -> RequestedDecision {
        let code = try body.text("code", upTo: 100)
        let reason = try body.text("reason", upTo: project.settings.limits.remark)
        if let code, !ReasonCode.known.contains(code) {
            throw Problem(
                ProblemCode(.invalidValue), "“\(String(code.prefix(40)))” is not a valid code.",
                hint: "Valid codes: \(ReasonCode.known.joined(separator: ", ")).")
        }
        guard code != nil || reason?.contains(where: { !$0.isWhitespace }) == true else {
            throw Problem(
                .usage, "A rejection needs a reason.",
                hint: "Send “code” or “reason”. The proposal's author can read it.")
        }
        return RequestedDecision(.reject(code: code.map { ReasonCode($0) }, reason: reason))
    }

    private func deleting(_ body: inout JSONBody) throws -> RequestedDecision {
        let decision = ProposalDecision.delete(byPerson: try body.flag("force"))
        guard decision.isForOwner else {
            try context.require(Scope(decision.right))
            return RequestedDecision(decision)
        }
        return RequestedDecision(decision, guid: try proposer(guid: context.guid))
    }

    private func endorsing(_ body: inout JSONBody) throws -> RequestedDecision {
        let reason = try body.text("reason", upTo: project.settings.limits.remark)
        let decision = ProposalDecision.endorse(reason: reason)
        if context.principal.kind.isPerson, context.guid == nil {
            try context.require(Scope(decision.right))
            return RequestedDecision(decision)
        }
        return RequestedDecision(decision, guid: try proposer(guid: context.guid))
    }
}
