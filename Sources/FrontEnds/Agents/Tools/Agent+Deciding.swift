import JSON
import ReadModel
import Representations
import Texts
import Translation
import Workspace

extension Agent {
    func listProposals(_ arguments: inout ToolArguments) throws -> AgentStep {
        let locale = try arguments.language()
        let section = try arguments.text("section", upTo: limits.key)
        let state: Proposal.State? = try arguments.choice("state")
        let page = try AgentPage(&arguments)
        let after = try page.id()
        return .read { snapshot in
            if let locale { try snapshot.requireLocale(locale) }
            var filter = ProposalFilter(
                locale: locale, section: section.map(snapshot.section), owner: owner,
                states: state.map { [$0] } ?? [], after: after, limit: page.limit + 1)
            filter.takesOldest = true
            let rows = try snapshot.model.proposals(filter)
            return .done(
                .object { members in
                    page.add(
                        "proposals", rows, to: &members,
                        json: { $0.json(asking: owner, showsAddresses: false) },
                        cursor: { last, _ in last.id.description })
                })
        }
    }

    /// Deletes the agent's own proposals or, by a person's right, any proposals.
    func deleteProposals(
        _ arguments: inout ToolArguments, byPerson: Bool
    ) throws -> AgentStep {
        try decide(.delete(byPerson: byPerson), &arguments)
    }

    func acceptProposals(_ arguments: inout ToolArguments) throws -> AgentStep {
        try decide(.accept(AcceptOptions()), &arguments)
    }

    func rejectProposals(_ arguments: inout ToolArguments) throws -> AgentStep {
        let code = try arguments.text("code", upTo: 100)
        let reason = try arguments.text("reason", upTo: limits.remark)
        if let code, !ReasonCode.known.contains(code) {
            throw AgentFailure(
                code: ToolArguments.code, message: "“\(code)” is not a valid code.",
                hint: "Valid codes: \(ReasonCode.known.joined(separator: ", ")).")
        }
        guard code != nil || reason?.contains(where: { !$0.isWhitespace }) == true else {
            throw AgentFailure(
                code: ToolArguments.code, message: "A rejection needs a reason.",
                hint: "Send “code” or “reason”. The proposal's author can read it.")
        }
        return try decide(
            .reject(code: code.map { ReasonCode($0) }, reason: reason), &arguments)
    }

    /// Applies a decision to each of the listed proposals, in one commit.
    private func decide(
        _ decision: ProposalDecision, _ arguments: inout ToolArguments
    ) throws -> AgentStep {
        let texts = try arguments.items("ids").map { item throws(AgentFailure) in
            guard let text = item.stringValue else {
                throw ToolArguments.wrong("ids", "a list of strings")
            }
            return text
        }
        let isDryRun = try arguments.flag("dryRun")
        return .read { snapshot in
            var report = DecisionReport(texts, isDryRun: isDryRun)
            let found = try report.find(in: snapshot)
            guard !found.isEmpty else { return .done(report.json) }
            let action = decision.action(on: found.map(\.id))
            let write = AgentWrite(
                action.verb, right: decision.right, locales: Set(found.map(\.locale)),
                isByOwner: decision.isForOwner, isDryRun: isDryRun
            ) { _ in
                .batch(found.map { decision.action(on: [$0.id]).command })
            }
            return .write(write) { [report] outcome in
                var report = report
                for item in outcome.leftOut {
                    report.failures[found[item.index].index] = AgentFailure(item.refusal)
                }
                return .done(report.json)
            }
        }
    }
}

/// The results of a decision on several proposals.
private struct DecisionReport: Sendable {
    let ids: [String]
    let isDryRun: Bool
    var failures: [Int: AgentFailure] = [:]

    init(_ ids: [String], isDryRun: Bool) {
        self.ids = ids
        self.isDryRun = isDryRun
    }

    /// Finds the proposals, and notes the failures of ids that match none.
    mutating func find(
        in snapshot: Snapshot
    ) throws -> [(index: Int, id: EventID, locale: LanguageTag)] {
        var found: [(index: Int, id: EventID, locale: LanguageTag)] = []
        for (index, text) in ids.enumerated() {
            do {
                let id = try snapshot.proposal(text)
                guard let place = try snapshot.model.proposalLocation(id) else {
                    throw Refusal(
                        .unknownProposal, "There is no proposal \(id).", hint: .listProposals)
                }
                found.append((index, id, place.locale))
            } catch let refusal as Refusal {
                failures[index] = AgentFailure(refusal)
            }
        }
        return found
    }

    /// The result of the call: `{"dryRun"?, "done", "refused", "results"}`, and `error` if the
    /// decision was refused for all proposals.
    var json: JSONValue {
        .object { members in
            if isDryRun { members.add("dryRun", true) }
            members.add("done", ids.count - failures.count)
            members.add("refused", failures.count)
            members.add(
                "results",
                .array(
                    ids.indices.map { index in
                        .object { members in
                            members.add("id", ids[index])
                            members.add("error", failures[index]?.json)
                        }
                    }))
            guard failures.count == ids.count else { return }
            let failure =
                failures.count == 1
                ? failures.values.first
                : AgentFailure(
                    code: "all-refused", message: "The call was refused for all proposals.",
                    hint: "Each result has the reason.")
            members.add("error", failure?.json)
        }
    }
}
