import EventStore
import Hosting
import HTTPTypes
import Hummingbird
import JSON
import Representations
import Translation
import Workspace

extension APIRoutes {
    var batchRoutes: [Route] { [batch] }

    private var batch: Route {
        route(
            "batch.run", .post, "/batch",
            "Up to 256 writes in one commit; each needs the right of its own verb.",
            access: .scope(.read),
            parameters: [APIParameters.guid],
            body: .json(
                .array(
                    of: .object(
                        required: ["verb": .string(oneOf: BatchVerb.allCases.map(\.rawValue))],
                        optional: [
                            "idempotencyKey": .string, "ifMatch": .string, "ifNoneMatch": .string,
                        ])), maximumBytes: directory.largest(\.batchBody)),
            answers: [
                .json(.named("Batch"), "The result of each part, in order."),
                APIAnswers.local(.named("Batch")),
            ]
        ) { call in
            guard call.context.header(.idempotencyKey) == nil,
                try call.precondition() == nil
            else {
                throw Problem(
                    ProblemCode(.contradiction),
                    "A batch takes idempotency keys and conditions only in its parts.",
                    hint: "Send “idempotencyKey”, “ifMatch” or “ifNoneMatch” in a part.")
            }
            let body = try await call.context.json(limit: call.project.settings.limits.batchBody)
            guard let parts = body.arrayValue, parts.count <= Batch.longest else {
                throw Problem(
                    .usage, "The body is not a list of at most \(Batch.longest) parts.",
                    hint: "Send a list: [{\"verb\": …}, …]. Split a longer list.")
            }
            var batch = Batch()
            for part in parts { try await batch.add(part, of: call) }
            return try await batch.carryOut(call)
        }
    }
}

/// The verbs that a batch can contain: those whose commands can share a commit.
private enum BatchVerb: String, CaseIterable {
    case propose, comment, endorse, delete
    case set, unset, flag, silence
    case vouch, accept, reject, keep
    case define, edit

    /// The right that the verb needs, or nil if it depends on the sender.
    var right: Right? {
        switch self {
        case .propose, .comment, .endorse, .delete: nil
        case .set, .unset, .flag, .silence: .translate
        case .vouch, .accept, .reject, .keep: .review
        case .define, .edit: .administer
        }
    }
}

/// The parts of a batch.
private struct Batch {
    /// The maximum number of parts.
    static let longest = 256

    private enum Part {
        /// The index of the part's write.
        case write(Int)
        case refused(Problem)
    }

    private var parts: [Part] = []
    private var writes: [RequestedWrite] = []
    private var keys: [Idempotency?] = []
    /// The number of proposals by a tester.
    private var proposals = 0

    /// Reads a part; its errors become its result.
    mutating func add(_ part: JSONValue, of call: ProjectCall) async throws {
        do {
            let (write, key) = try await read(part, call)
            if write.proposer?.isTester == true { proposals += 1 }
            parts.append(.write(writes.count))
            writes.append(write)
            keys.append(key)
        } catch {
            parts.append(.refused(try .ofSender(error)))
        }
    }

    private func read(
        _ part: JSONValue, _ call: ProjectCall
    ) async throws -> (RequestedWrite, Idempotency?) {
        var body = try JSONBody(part)
        let word = try body.requiredText("verb", upTo: 40)
        guard let verb = BatchVerb(rawValue: word) else {
            let known = BatchVerb.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(
                ProblemCode(.invalidValue), "“\(word)” is not a verb of a batch.",
                hint: "Valid verbs: \(known).")
        }
        let key = try body.text("idempotencyKey", upTo: 130)
        let condition = try WriteRequest.Precondition(
            match: [try body.text("ifMatch", upTo: 4_000)].compactMap(\.self),
            noneMatch: [try body.text("ifNoneMatch", upTo: 4_000)].compactMap(\.self))
        if let right = verb.right {
            try call.context.require(Scope(right))
        } else if !call.context.principal.kind.isPerson, let guid = call.context.guid {
            // The request counts as a single write, but each part is one.
            try call.context.countTester(guid)
        }
        var write = try await call.writing(verb, &body, besides: proposals)
        try body.finish()
        write.condition = condition
        return (write, try key.flatMap { try call.context.idempotency($0) })
    }

    /// Carries out the writes, and returns the response.
    func carryOut(_ call: ProjectCall) async throws -> Response {
        let (results, position) = try await call.write(together: writes, keys: keys)
        let commit = results.lazy.compactMap { try? $0.get().commit }.first
        let shown = parts.map { part -> JSONValue in
            switch part {
            case .refused(let problem): call.json(problem)
            case .write(let index):
                switch results[index] {
                case .failure(let problem): call.json(problem)
                case .success(let outcome):
                    Self.json(outcome, isProposal: writes[index].proposer != nil)
                }
            }
        }
        var response = Response.json(
            .object { members in
                members.add("commit", commit)
                members.add("results", .array(shown))
                call.add(acknowledgementTo: &members)
            }, status: call.writtenStatus())
        call.mark(&response, position)
        return response
    }

    private static func json(_ outcome: Outcome, isProposal: Bool) -> JSONValue {
        .object { members in
            members.add("events", list: outcome.eventIDs.map(\.description))
            if isProposal { members.add(proposal: outcome.eventIDs.first) }
            if outcome.isRepeated { members.add("repeated", true) }
            if !outcome.notices.isEmpty { members.add("notices", list: outcome.notices) }
        }
    }
}

extension ProjectCall {
    fileprivate func json(_ problem: Problem) -> JSONValue {
        .object { members in
            members.add(
                "error", problem.document(base: context.links.base, requestID: context.id))
        }
    }

    /// Reads the members of a part of a batch, and returns its write.
    ///
    /// `pending` is the number of proposals that the batch makes before this part.
    fileprivate func writing(
        _ verb: BatchVerb, _ body: inout JSONBody, besides pending: Int
    ) async throws -> RequestedWrite {
        switch verb {
        case .propose: return try await proposing(&body, besides: pending)
        case .comment:
            if context.principal.kind.isPerson { try context.require(.propose) }
            return try await commenting(&body)
        case .accept: return try await deciding(.accept, &body)
        case .reject: return try await deciding(.reject, &body)
        case .delete: return try await deciding(.delete, &body)
        case .endorse: return try await deciding(.endorse, &body)
        case .set:
            let place = try textPlace(in: &body)
            return try await settingText(at: place, &body)
        case .unset:
            let place = try textPlace(in: &body)
            try body.finish()
            return try await unsettingText(at: place)
        case .flag, .silence, .vouch:
            let place = try textPlace(in: &body)
            return try await marking(verb.rawValue, at: place, &body)
        case .keep: return try await keeping(&body)
        case .define: return try await definingString(&body).write
        case .edit:
            let key = try keyArgument(in: &body)
            return try await editingString(key, &body)
        }
    }

    private func deciding(
        _ verb: DecisionVerb, _ body: inout JSONBody
    ) async throws -> RequestedWrite {
        let ids = try body.ids(self)
        let requested = try decision(verb, &body)
        try body.finish()
        return try await deciding(requested, on: ids)
    }
}
