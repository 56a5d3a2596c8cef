import EventStore
import HTTPTypes
import Hosting
import Hummingbird
import Interchange
import JSON
import Languages
import Machine
import ReadModel
import Texts
import Translation
import Workspace

extension NStackRoutes {
    // MARK: Create

    var createProposal: Route {
        route(
            "proposals.create", .post, "/proposals", "Proposes a text for a string.",
            access: .everybody,
            parameters: [
                .init(
                    "N-Meta", in: .header,
                    "`ios;{environment};…`: apps in the `production` environment may not propose."),
                .init(
                    "Idempotency-Key", in: .header,
                    "Repeating a request with the same key has no further effect.",
                    schema: .string(pattern: "^[!-~]{1,128}$")),
            ],
            body: NStackSchemas.proposing,
            answers: [
                .json(NStackSchemas.oneProposal, status: 201, "The proposal."),
                .json(NStackSchemas.oneProposal, "The existing proposal."),
            ]
        ) { [directory] context in
            try Self.refuseProduction(context)
            let call = try await directory.call(context)
            let form = try await context.nstackForm(ProposalFields.names, of: call.project)
            let guid = form["guid"] ?? context.guid
            // If the sender may not propose, that error takes precedence over errors in the fields.
            let proposer = try Self.proposer(call, guid)
            let fields = try ProposalFields(form, proposer, call.project)
            return try await Self.propose(fields, by: try proposer.get(), call)
        }
    }

    /// Throws for apps in production, which must not propose.
    private static func refuseProduction(_ context: RequestContext) throws(Problem) {
        let parts = context.header(.nMeta)?.split(
            separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        guard let parts, parts.count > 1,
            parts[1].lowercased().filter({ $0 != " " }) == "production"
        else { return }
        throw Problem(.scope, "forbidden", hint: "Propose from an unreleased build.")
    }

    /// Returns the proposer, or the error in their guid; throws if the sender may not propose at
    /// all.
    private static func proposer(
        _ call: ProjectCall, _ guid: String?
    ) throws -> Result<Proposer, Problem> {
        do {
            return .success(try call.proposer(guid: guid))
        } catch let problem as Problem
            where problem.code == ProblemCode(.noGuid) || problem.code == ProblemCode(.invalidValue)
        {
            return .failure(problem)
        }
    }

    private static func propose(
        _ fields: ProposalFields, by proposer: Proposer, _ call: ProjectCall
    ) async throws -> Response {
        let context = call.context
        try call.requireLanguage(fields.locale)
        try context.countTester(proposer)
        try await call.requireRoom(for: proposer)
        let options = ProposeOptions(value: Value(fields.value))
        let receipt = try await call.write(
            Action(.propose(fields.locale, fields.string, options)), guid: proposer.hashed,
            by: proposer)
        guard let event = receipt.outcome.events.first,
            case .proposalMade(let proposed) = event.payload, let text = proposed.value.plainText,
            let string = event.string(in: call.project.project)
        else { throw Problem.defect }
        let isRepeated = receipt.outcome.isRepeated
        let proposal = NStackProposal(
            id: event.id, string: string, locale: event.locale, value: text, canDelete: true)
        var response = Response.json(
            .members(("data", proposal.json(in: call.project.project))),
            status: isRepeated ? .ok : .created)
        if isRepeated { response.headers[.idempotencyReplayed] = "true" }
        call.mark(&response, receipt.position)
        return response
    }

    // MARK: List

    var listProposals: Route {
        let summary =
            "The guid whose proposals can be deleted; also accepted as a header or in a form body."
        return route(
            "proposals.list", .get, "/proposals",
            "Lists everyone's proposals, oldest first; only the newest 5,000.",
            parameters: [
                .init("guid", summary),
                .init(
                    "state",
                    "The state of the proposals; also accepted as a header or in a form body.",
                    schema: .string(oneOf: ProposalStates.allCases.map(\.rawValue) + [""])),
                .init("section", "Only proposals in this section."),
                .init("key", "Only proposals for this key."),
                .init("locale", "Only proposals in this language."),
            ], answers: [.json(NStackSchemas.proposals, "The proposals.")]
        ) { [directory] context in
            let call = try await directory.call(context)
            let names = ["guid", "state"]
            let form =
                context.hasBody ? try await context.nstackForm(names, of: call.project) : nil
            let guid = context.nstackValue("guid", form) ?? context.guid
            let filter = try Self.filter(call, state: context.nstackValue("state", form))
            let key = context.query["key"].flatMap { $0.isEmpty ? nil : $0 }
            let project = call.project.project
            let own = guid.map { HashedGuid(guid: $0, project: project) }
            guard let filter else { return try context.answer(.array([]), at: nil) }
            let (proposals, position) = try await call.read { snapshot in
                let proposals = try snapshot.model.proposals(filter).compactMap { row in
                    NStackProposal(row, own: own)
                }
                return (proposals, try snapshot.position)
            }
            let wanted = proposals.filter { proposal in
                key.map { proposal.string.key.utf8.elementsEqual($0.utf8) } ?? true
            }
            return try context.answer(
                .array(wanted.map { $0.json(in: project) }), at: position?.commit)
        }
    }

    /// Returns the filter for a request, or nil if no proposal can match it.
    private static func filter(_ call: ProjectCall, state: String?) throws -> ProposalFilter? {
        guard let states = ProposalStates(rawValue: state ?? "unaccepted") else {
            throw Problem(
                .usage, "The state must be unaccepted, accepted or all.",
                hint: "Omit it for proposals that are waiting for a decision.")
        }
        let query = call.context.query
        var filter = ProposalFilter(states: states.states, limit: longestList)
        if let section = query["section"], !section.isEmpty {
            filter.section = ProposalFields.section(section, in: call.project.project)
        }
        if let key = query["key"], !key.isEmpty {
            // The filter treats the key as a pattern, so it may match more proposals than wanted.
            filter.keyPattern = key
        }
        if let locale = query["locale"], !locale.isEmpty {
            guard let tag = ProposalFields.tag(locale) else { return nil }
            filter.locale = tag
        }
        return filter
    }

    /// The maximum number of proposals in a list.
    private static let longestList = 5_000

    // MARK: Delete

    var deleteProposal: Route {
        route(
            "proposals.delete", .delete, "/proposals/{id}", "Deletes a proposal.",
            access: .everybody,
            parameters: [
                .init(
                    "id", in: .path, "The number of the proposal.",
                    schema: .integer(in: 1...(1 << 53) - 1)),
                .init(
                    "guid", "The guid that made the proposal.", isRequired: true,
                    schema: NStackSchemas.guid),
            ], answers: [.json(NStackSchemas.deleted, "The proposal was deleted.")]
        ) { [directory] context in
            let call = try await directory.call(context)
            let proposer = try call.proposer(
                guid: context.nstackValue("guid", nil) ?? context.guid)
            try context.countTester(proposer)
            let id = try await Self.proposal(numbered: context["id"], of: proposer, call)
            let receipt = try await call.write(
                Action(.deleteProposals([id], byPerson: false)), guid: proposer.hashed)
            let message = JSONValue.string("Proposal deleted")
            // The iOS SDK expects `data`, which is absent from the documented response.
            var response = Response.json(
                .members(("message", message), ("data", .members(("message", message)))))
            if receipt.outcome.isRepeated { response.headers[.idempotencyReplayed] = "true" }
            call.mark(&response, receipt.position)
            return response
        }
    }

    /// Returns the proposal with the given number.
    ///
    /// If several proposals share the number, returns a proposal that the guid owns, or otherwise
    /// the first proposal.
    private static func proposal(
        numbered text: String, of proposer: Proposer, _ call: ProjectCall
    ) async throws -> EventID {
        let found = try await call.read { snapshot -> (EventID, LanguageTag?)? in
            let rows = try Int64(text).map { try snapshot.model.proposals(numbered: $0) } ?? []
            let id = (rows.first { $0.guid == proposer.hashed } ?? rows.first)?.id
            return try id.map { ($0, try snapshot.model.proposalLocation($0)?.locale) }
        }
        guard let (id, locale) = found else {
            throw Problem(
                ProblemCode(.unknownProposal), "No proposal has this id.",
                hint: "Use an id from the list of proposals.")
        }
        if let locale { try call.requireLanguage(locale) }
        return id
    }
}

/// NStack's names for the states of proposals.
///
/// It is a guess that `all` excludes rejected and deleted proposals: NStack has no names for them.
private enum ProposalStates: String, CaseIterable {
    case unaccepted, accepted, all

    var states: [Proposal.State] {
        switch self {
        case .unaccepted: [.open]
        case .accepted: [.accepted]
        case .all: [.open, .accepted]
        }
    }
}

extension RequestContext {
    /// Whether the request has or may have a body.
    fileprivate var hasBody: Bool {
        request.headers[.contentLength].map { $0 != "0" }
            ?? request.headers.contains(.transferEncoding)
    }

    /// Counts a tester's write, unless the request has already been counted.
    fileprivate func countTester(_ proposer: Proposer) throws(Problem) {
        guard proposer.isTester, proposer.guid != guid else { return }
        try countTester(proposer.guid)
    }
}
