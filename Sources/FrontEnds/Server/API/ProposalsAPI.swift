import HTTPTypes
import Hosting
import Hummingbird
import JSON
import Machine
import ReadModel
import Representations
import Texts
import Translation
package import Workspace

extension APIRoutes {
    /// The routes for proposals: listing, showing a proposal's history, proposing, and commenting.
    var proposalRoutes: [Route] { [list, show, propose, comment] }

    private var list: Route {
        route(
            "proposals.list", .get, "/proposals", "Proposals, newest last.",
            access: .scope(.read),
            parameters: ProposalQuery.parameters + Page.parameters.dropLast()
                + [APIParameters.guid] + APIParameters.moment,
            answers: [.json(.array(of: .named("Proposal")), "A page of proposals.")]
        ) { call in
            let question = try ProposalQuery(call)
            let page = try Page(call.context.query)
            let after = try page.id()
            let guid = call.askingGuid
            let locales = question.locale.map { [$0] }
            return try await call.respondAtMoment(locales: locales) { snapshot in
                var selection = try question.selection(in: snapshot)
                if let after {
                    selection.filter.after = max(after, selection.filter.after ?? after)
                }
                selection.filter.takesOldest = true
                // The database cannot filter by findings, so the limit is applied later.
                selection.filter.limit = selection.isPassing ? nil : page.limit + 1
                let rows = try snapshot.proposals(selection)
                let asking = guid.map { HashedGuid(guid: $0, project: snapshot.project) }
                let aliases = try snapshot.model.aliasesByCounting()
                let shown = rows.prefix(page.limit)
                var answer = JSONAnswer(
                    .array(
                        shown.map { row in
                            row.json(
                                asking: asking, guid: guid, aliases: aliases[row.id] ?? [],
                                showsAddresses: call.context.showsAddresses)
                        }))
                if rows.count > page.limit, let last = shown.last {
                    answer.headers[.link] = call.context.linkToNext(last.id.description)
                }
                return answer
            }
        }
    }

    private var show: Route {
        route(
            "proposals.show", .get, "/proposals/{id}", "A proposal and its history.",
            access: .scope(.read), parameters: [APIParameters.guid, APIParameters.position],
            answers: [.json(.named("Proposal"), "The proposal.")]
        ) { call in
            try await call.respond { snapshot in
                let id = try snapshot.proposal(call.context["id"])
                guard let story = try snapshot.story(of: id), let row = story.proposal else {
                    throw Refusal(
                        .unknownProposal, "There is no proposal \(id).", hint: .listProposals)
                }
                let unit = try snapshot.model.unit(row.locale, row.string)
                return JSONAnswer(
                    story.json(showsAddresses: call.context.showsAddresses),
                    tag: try UnitTag(of: unit, proposal: row.id))
            }
        }
    }

    private var propose: Route {
        route(
            "proposals.add", .post, "/proposals",
            "Propose a text; this replaces the guid's earlier proposal for the string.",
            access: .everybody,
            parameters: [
                APIParameters.guid,
                .init(
                    "Dragoman-Environment", in: .header,
                    "The environment of the app: `production` may not propose."),
            ] + APIParameters.writing,
            body: .json(
                .object(
                    required: ["locale": .string, "key": .string, "value": .named("Value")],
                    optional: [
                        "section": .string, "note": .string, "picture": .string,
                        "new": .boolean, "origin": .string, "strict": .boolean,
                    ])),
            answers: APIAnswers.created
        ) { call in
            var body = try JSONBody(try await call.context.json())
            let write = try await call.proposing(&body)
            let receipt = try await call.write(write)
            let id = receipt.outcome.events.first?.id
            return call.answer(receipt, location: id.map { "/proposals/\($0)" } ?? "") {
                $0.add(proposal: id)
            }
        }
    }

    private var comment: Route {
        route(
            "comments.add", .post, "/comments",
            "Comment on a proposal, or on a string in a language.", access: .right(.comment),
            parameters: [APIParameters.guid] + APIParameters.writing,
            body: .json(
                .object(
                    required: ["text": .string],
                    optional: [
                        "proposal": .string, "locale": .string, "section": .string, "key": .string,
                    ])),
            answers: APIAnswers.written
        ) { call in
            var body = try JSONBody(try await call.context.json())
            return try await call.carryOut(try await call.commenting(&body))
        }
    }
}

extension ProjectCall {
    /// The guid on whose behalf proposals are shown: the request's guid, or otherwise the token's
    /// guid.
    package var askingGuid: String? { context.guid ?? context.principal.guid }

    /// Returns the guid on whose behalf things are shown, for the parameter `mine`.
    func requiredGuid() throws(Problem) -> String {
        if let guid = askingGuid { return guid }
        throw Problem(
            ProblemCode(.noGuid), "“mine” requires a guid.", hint: "Send Dragoman-Guid.")
    }

    /// Counts new proposals if they are from a tester.
    package func count(_ outcome: Outcome, of proposer: Proposer) {
        guard proposer.isTester, outcome.commit != nil else { return }
        for event in outcome.events {
            guard case .proposalMade = event.payload else { continue }
            project.testers.noteProposal(of: proposer.hashed, at: context.host.now())
        }
    }
}
