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
            .accept, "Accept proposals: their texts become the strings' texts.",
            access: .right(.accept),
            members: [
                "value": .named("Value"), "rejectOthers": .boolean, "force": .boolean,
                "strict": .boolean,
            ]
        )
    }

    private var reject: Route {
        decision(
            .reject, "Reject proposals, with a reason that their authors can read.",
            access: .right(.reject), members: ["code": .string, "reason": .string]
        )
    }

    private var delete: Route {
        decision(
            .delete,
            "Withdraw your own proposals; with `force`, reviewers can delete any.",
            access: .everybody, members: ["force": .boolean]
        )
    }

    private var endorse: Route {
        decision(
            .endorse, "Endorse other people's proposals, once per guid or person.",
            access: .everybody, members: ["reason": .string], takesQuery: false
        )
    }

    private func decision(
        _ verb: DecisionVerb, _ summary: String, access: Route.Access,
        members: KeyValuePairs<String, JSONSchema>, takesQuery: Bool = true
    ) -> Route {
        var optional: [(key: String, value: JSONSchema)] = [("ids", .array(of: .string))]
        if takesQuery {
            optional.append(("query", .named("ProposalQuery")))
        }
        optional += Array(members) + [("dryRun", .boolean)]
        return route(
            "proposals.\(verb.rawValue)", .post, "/proposals/\(verb.rawValue)", summary,
            access: access,
            parameters: [APIParameters.guid] + APIParameters.conditional,
            body: .json(.object(optionalMembers: optional)), answers: APIAnswers.written
        ) { call in
            var body = try JSONBody(try await call.context.json())
            let ids = try body.texts("ids", upTo: call.project.settings.limits.ids)
            let query = takesQuery ? body.value("query") : nil
            let isDryRun = try body.flag("dryRun")
            let requested = try call.decision(verb, &body)
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

/// The problem reported when a request with a condition affects several proposals.
private let conditionOfSeveral = Problem(
    ProblemCode(.contradiction), "If-Match and If-None-Match require a single proposal.",
    hint: "Send exactly one id.")

extension ProjectCall {
    /// Applies a decision to all of the listed proposals or to none.
    fileprivate func decide(
        _ requested: RequestedDecision, ids: [String], isDryRun: Bool
    ) async throws -> Response {
        let condition = try precondition()
        guard condition == nil || ids.count == 1 else { throw conditionOfSeveral }
        var write = try await deciding(requested, on: ids)
        write.condition = condition
        return try await carryOut(write, isDryRun: isDryRun)
    }

    /// Applies a decision to the proposals that match a query.
    ///
    /// Skips proposals for which the decision is refused, and lists them in the response.
    fileprivate func decide(
        _ requested: RequestedDecision, _ query: ProposalQuery, isDryRun: Bool
    ) async throws -> Response {
        try requested.decision.refuseSeveral(nil)
        guard try precondition() == nil else { throw conditionOfSeveral }
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
        return try await carryOut(
            RequestedWrite(
                choice.action, guid: requested.guid?.hashed, isStrict: requested.isStrict),
            isDryRun: isDryRun
        ) { outcome in
            choice.leftOut(of: outcome).map { $0.row.leftOutJSON(because: $0.message) }
        }
    }
}
