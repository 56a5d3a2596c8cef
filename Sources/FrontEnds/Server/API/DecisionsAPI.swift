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
    /// Decisions on proposals: by ids, all or none; or by query, skipping the ones that are
    /// refused.
    var decisionRoutes: [Route] { [accept, reject, delete, endorse] }

    private var accept: Route {
        decision(
            "accept", "Accept proposals: their texts become the strings' texts.",
            access: .scope(.review),
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
                    ProblemCode(.contradiction), "“force” and “strict” exclude each other.",
                    hint: "Leave one of them out.")
            }
            var decision = RequestedDecision { .accept($0, options) }
            decision.isStrict = isStrict
            decision.takesOneOfEach = true
            decision.isForOne = value != nil
            return decision
        }
    }

    private var reject: Route {
        decision(
            "reject", "Reject proposals, with a reason that their makers can read.",
            access: .scope(.review), members: ["code": .string, "reason": .string]
        ) { call, body in
            let code = try body.text("code", upTo: 100)
            let reason = try body.text("reason", upTo: call.project.settings.limits.remark)
            if let code, !ReasonCode.known.contains(code) {
                throw Problem(
                    ProblemCode(.invalidValue), "There is no reason “\(String(code.prefix(40)))”.",
                    hint: "Codes are \(ReasonCode.known.joined(separator: ", ")).")
            }
            guard code != nil || reason?.contains(where: { !$0.isWhitespace }) == true else {
                throw Problem(
                    .usage, "A rejection needs a reason.",
                    hint: "Send “code” or “reason”: who made the proposal can read it.")
            }
            return RequestedDecision {
                .reject($0, code: code.map { ReasonCode($0) }, reason: reason)
            }
        }
    }

    private var delete: Route {
        decision(
            "delete",
            "Take own proposals back; with `force`, remove those of others as a reviewer.",
            access: .everybody, members: ["force": .boolean]
        ) { call, body in
            let isForced = try body.flag("force")
            var decision = RequestedDecision { .deleteProposals($0, byPerson: isForced) }
            if isForced {
                try call.context.require(.review)
            } else {
                decision.guid = try call.proposer(guid: call.context.guid)
            }
            return decision
        }
    }

    private var endorse: Route {
        decision(
            "endorse", "Agree with proposals of others; once for each guid or person.",
            access: .everybody, members: ["reason": .string], takesQuery: false
        ) { call, body in
            let reason = try body.text("reason", upTo: call.project.settings.limits.remark)
            var decision = RequestedDecision { .endorse($0, reason: reason) }
            if call.context.principal.kind.isPerson, call.context.guid == nil {
                try call.context.require(.propose)
            } else {
                decision.guid = try call.proposer(guid: call.context.guid)
            }
            return decision
        }
    }

    /// A decision as requested by a body.
    struct RequestedDecision: Sendable {
        let command: @Sendable ([EventID]) -> Command
        var isStrict = false
        /// Whether at most one of several open proposals for a string may be chosen.
        var takesOneOfEach = false
        /// Whether the decision applies to exactly one proposal.
        var isForOne = false
        /// The guid on whose behalf the decision is made.
        var guid: Proposer?

        init(_ command: @escaping @Sendable ([EventID]) -> Command) { self.command = command }
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
                return try await call.decide(verb, requested, ids: ids, isDryRun: isDryRun)
            case (nil, let query?):
                return try await call.decide(
                    verb, requested, try ProposalQuery(query, call), isDryRun: isDryRun)
            default:
                throw Problem(
                    ProblemCode(.contradiction),
                    takesQuery
                        ? "A decision is about “ids” or about a “query”."
                        : "The member “ids” is missing or empty.",
                    hint: takesQuery ? "Send one of the two." : "List the ids of proposals.")
            }
        }
    }
}

extension APIRoutes {
    /// The refusal of a condition on several proposals.
    fileprivate static let conditionOfSeveral = Problem(
        ProblemCode(.contradiction), "If-Match and If-None-Match are for one proposal.",
        hint: "Name one id.")
}

extension ProjectCall {
    /// Decides on the listed proposals, all or none.
    fileprivate func decide(
        _ verb: String, _ requested: APIRoutes.RequestedDecision, ids: [String], isDryRun: Bool
    ) async throws -> Response {
        guard !requested.isForOne || ids.count == 1 else {
            throw Problem(
                ProblemCode(.contradiction), "Another text is for one proposal.",
                hint: "Name one id.")
        }
        guard try precondition() == nil || ids.count == 1 else {
            throw APIRoutes.conditionOfSeveral
        }
        let named = try await read { snapshot in
            try ids.map { text in
                let id = try snapshot.proposal(text)
                guard let place = try snapshot.model.proposalLocation(id) else {
                    throw Refusal(
                        .unknownProposal, "There is no proposal \(id).", hint: .listProposals)
                }
                return (id, UnitID(place.locale, place.string))
            }
        }
        for (_, unit) in named { try requireLanguage(unit.locale) }
        let proposals = named.map(\.0)
        let expected = try named.first.flatMap { try self.expected($0.1, proposal: $0.0) }
        return try await carryOut(
            verb, requested, expected: expected, isDryRun: isDryRun, requested.command(proposals))
    }

    /// Decides on the proposals that match a query.
    ///
    /// Skips refused proposals, and lists them in the answer.
    fileprivate func decide(
        _ verb: String, _ requested: APIRoutes.RequestedDecision, _ query: ProposalQuery,
        isDryRun: Bool
    ) async throws -> Response {
        guard !requested.isForOne else {
            throw Problem(
                ProblemCode(.contradiction), "Another text is for one proposal.",
                hint: "Name one id.")
        }
        guard try precondition() == nil else { throw APIRoutes.conditionOfSeveral }
        guard context.header(.idempotencyKey) == nil else {
            throw Problem(
                ProblemCode(.contradiction),
                "An idempotency key is for proposals that are named by ids.",
                hint: "Name ids, or leave the key out.")
        }
        var query = query
        if let guid = requested.guid { query.owner = guid.guid }
        let (chosen, rivals) = try await read { [query] snapshot in
            let found = try snapshot.proposals(try query.selection(in: snapshot))
            return requested.takesOneOfEach ? Workspace.withoutRivals(found) : (found, [])
        }
        for row in chosen { try requireLanguage(row.locale) }
        let commands = chosen.map { requested.command([$0.id]) }
        return try await carryOut(
            verb, requested, expected: nil, isDryRun: isDryRun, .batch(commands)
        ) { outcome in
            outcome.leftOut.map { chosen[$0.index].leftOutJSON(because: $0.refusal.message) }
                + rivals.map {
                    $0.leftOutJSON(because: "Others propose another text for the same string.")
                }
        }
    }

    private func carryOut(
        _ verb: String, _ requested: APIRoutes.RequestedDecision,
        expected: WriteRequest.ExpectedUnit?,
        isDryRun: Bool, _ command: Command,
        leftOut: @escaping @Sendable (Outcome) -> [JSONValue] = { _ in [] }
    ) async throws -> Response {
        guard isDryRun else {
            let receipt = try await write(
                verb, guid: requested.guid?.hashed, isStrict: requested.isStrict, expected: expected
            ) { _ in command }
            return answer(receipt) { $0.add(leftOut: leftOut(receipt.outcome)) }
        }
        let request = WriteRequest(
            verb, actor: actor, guid: requested.guid?.hashed,
            isStrict: requested.isStrict || project.settings.isStrict, expected: expected
        ) { _ in command }
        let outcome = try await read { try $0.rehearse(request) }
        return answer(rehearsal: outcome) { $0.add(leftOut: leftOut(outcome)) }
    }
}
