import HTTPTypes
import Hosting
import Hummingbird
import JSON
import ReadModel
import Representations
import Texts
import Translation
import Workspace

extension APIRoutes {
    /// The routes for decisions on proposals.
    ///
    /// A decision by ids applies to all listed proposals or to none. A decision by query skips
    /// proposals for which it is refused.
    var decisionRoutes: [Route] { [accept, reject, delete, endorse] }

    private var accept: Route {
        decision(
            "accept", "Accept proposals: their texts become the strings' texts.",
            access: .right(.accept),
            members: [
                "value": .named("Value"), "rejectOthers": .boolean, "force": .boolean,
                "strict": .boolean,
            ]
        ) { call, body in
            let value = try body.translation("value", upTo: call.project.settings.limits.value)
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
    }

    private var reject: Route {
        decision(
            "reject", "Reject proposals, with a reason that their authors can read.",
            access: .right(.reject), members: ["code": .string, "reason": .string]
        ) { call, body in
            let code = try body.text("code", upTo: 100)
            let reason = try body.text("reason", upTo: call.project.settings.limits.remark)
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
            return RequestedDecision(
                .reject(code: code.map { ReasonCode($0) }, reason: reason))
        }
    }

    private var delete: Route {
        decision(
            "delete",
            "Withdraw your own proposals; with `force`, reviewers can delete any.",
            access: .everybody, members: ["force": .boolean]
        ) { call, body in
            let decision = ProposalDecision.delete(byPerson: try body.flag("force"))
            guard decision.isForOwner else {
                try call.context.require(Scope(decision.right))
                return RequestedDecision(decision)
            }
            return RequestedDecision(
                decision, guid: try call.proposer(guid: call.context.guid))
        }
    }

    private var endorse: Route {
        decision(
            "endorse", "Endorse other people's proposals, once per guid or person.",
            access: .everybody, members: ["reason": .string], takesQuery: false
        ) { call, body in
            let reason = try body.text("reason", upTo: call.project.settings.limits.remark)
            let decision = ProposalDecision.endorse(reason: reason)
            if call.context.principal.kind.isPerson, call.context.guid == nil {
                try call.context.require(Scope(decision.right))
                return RequestedDecision(decision)
            }
            return RequestedDecision(
                decision, guid: try call.proposer(guid: call.context.guid))
        }
    }

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

    private func decision(
        _ verb: String, _ summary: String, access: Route.Access,
        members: KeyValuePairs<String, JSONSchema>, takesQuery: Bool = true,
        read: @escaping @Sendable (ProjectCall, inout JSONBody) throws -> RequestedDecision
    ) -> Route {
        var optional: [(key: String, value: JSONSchema)] = [("ids", .array(of: .string))]
        if takesQuery {
            optional.append(("query", .named("ProposalQuery")))
        }
        optional += Array(members) + [("dryRun", .boolean)]
        return route(
            "proposals.\(verb)", .post, "/proposals/\(verb)", summary, access: access,
            parameters: [APIParameters.guid] + APIParameters.conditional,
            body: .json(.object(optionalMembers: optional)), answers: APIAnswers.written
        ) { call in
            var body = try JSONBody(try await call.context.json())
            let ids = try body.texts("ids", upTo: call.project.settings.limits.ids)
            let query = takesQuery ? body.value("query") : nil
            let isDryRun = try body.flag("dryRun")
            let requested = try read(call, &body)
            try body.finish()
            switch (ids, query) {
            case (let ids?, nil) where !ids.isEmpty:
                return try await call.decide(requested, ids: ids, isDryRun: isDryRun)
            case (nil, let query?):
                return try await call.decide(
                    requested, try ProposalQuery(query, call), isDryRun: isDryRun)
            default:
                throw Problem(
                    ProblemCode(.contradiction),
                    takesQuery
                        ? "A decision takes either “ids” or “query”."
                        : "“ids” is missing or empty.",
                    hint: takesQuery ? "Send only one of them." : "Send a list of proposal ids.")
            }
        }
    }
}

extension APIRoutes {
    /// The problem reported when a request with a condition affects several proposals.
    fileprivate static let conditionOfSeveral = Problem(
        ProblemCode(.contradiction), "If-Match and If-None-Match require a single proposal.",
        hint: "Send exactly one id.")
}

extension ProjectCall {
    /// Applies a decision to all of the listed proposals or to none.
    fileprivate func decide(
        _ requested: APIRoutes.RequestedDecision, ids: [String], isDryRun: Bool
    ) async throws -> Response {
        try requested.decision.refuseSeveral(ids.count)
        let condition = try precondition()
        guard condition == nil || ids.count == 1 else { throw APIRoutes.conditionOfSeveral }
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
        return try await carryOut(
            requested.decision.action(on: named.map(\.0)), requested, if: condition,
            isDryRun: isDryRun)
    }

    /// Applies a decision to the proposals that match a query.
    ///
    /// Skips proposals for which the decision is refused, and lists them in the response.
    fileprivate func decide(
        _ requested: APIRoutes.RequestedDecision, _ query: ProposalQuery, isDryRun: Bool
    ) async throws -> Response {
        try requested.decision.refuseSeveral(nil)
        guard try precondition() == nil else { throw APIRoutes.conditionOfSeveral }
        guard context.header(.idempotencyKey) == nil else {
            throw Problem(
                ProblemCode(.contradiction),
                "An idempotency key requires “ids”.",
                hint: "Send “ids”, or omit the key.")
        }
        var query = query
        if let guid = requested.guid { query.owner = guid.guid }
        let choice = try await read { [query] snapshot in
            ProposalChoice(
                requested.decision, try snapshot.proposals(try query.selection(in: snapshot)))
        }
        for row in choice.chosen { try requireLanguage(row.locale) }
        return try await carryOut(choice.action, requested, isDryRun: isDryRun) { outcome in
            choice.leftOut(of: outcome).map { $0.row.leftOutJSON(because: $0.message) }
        }
    }

    private func carryOut(
        _ action: Action, _ requested: APIRoutes.RequestedDecision,
        if condition: WriteRequest.Precondition? = nil, isDryRun: Bool,
        leftOut: (Outcome) -> [JSONValue] = { _ in [] }
    ) async throws -> Response {
        let guid = requested.guid?.hashed
        guard isDryRun else {
            let receipt = try await write(
                action, guid: guid, isStrict: requested.isStrict, if: condition)
            return answer(receipt) { $0.add(leftOut: leftOut(receipt.outcome)) }
        }
        let outcome = try await rehearse(
            action, guid: guid, isStrict: requested.isStrict, if: condition)
        return answer(rehearsal: outcome) { $0.add(leftOut: leftOut(outcome)) }
    }
}
