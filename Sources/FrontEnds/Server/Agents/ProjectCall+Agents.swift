import Agents
import Hosting
import JSON
import Memory
import ReadModel
import Texts
import Translation
import Workspace

extension ProjectCall {
    /// Returns the answer to an agent's request.
    ///
    /// To clients of versions with a handshake, an error of the protocol is an answer like any
    /// other: they take the status 404 for the end of their session.
    func answerOrError(_ request: AgentRequest, version: String) async throws -> JSONValue {
        do {
            return try await answer(request, version: version)
        } catch let error as ProtocolError where request.version == nil {
            return error.answer
        }
    }

    /// Carries out an agent's request, and returns its answer.
    ///
    /// Throws a `ProtocolError` if the request is not valid, and any other error that the server
    /// caused.
    private func answer(_ request: AgentRequest, version: String) async throws -> JSONValue {
        let agent = try agent(version: version)
        let exchange = try AgentExchange(request, of: agent)
        do {
            return exchange.answer(try await result(of: exchange.first, agent))
        } catch let failure as AgentFailure {
            return exchange.answer(failure)
        } catch {
            let problem = try Problem.ofSender(error)
            context.record.note { $0.code = problem.code }
            return exchange.answer(AgentFailure(problem))
        }
    }

    /// The agent that sent the request.
    ///
    /// It is named after its token. The guid of its proposals is derived from the token's id and a
    /// key of the server, so no other token has it, and it survives a rotation of the secret.
    private func agent(version: String) throws -> Agent {
        guard let sessions = context.services.sessions, let id = context.principal.tokenID else {
            throw Problem.defect
        }
        let scope = context.scope
        var limits = AgentLimits()
        limits.value = project.settings.limits.value
        limits.remark = project.settings.limits.remark
        limits.key = project.settings.limits.key
        return Agent(
            name: context.principal.name.flatMap(Agent.name) ?? id,
            guid: try sessions.stateKey(named: "agents").guid(for: id, in: project.project),
            project: project.project,
            tools: AgentTool.offered(further: project.settings.agentTools) { right in
                scope.map { $0 >= right.map(Scope.init) ?? .read } ?? false
            },
            limits: limits, version: version)
    }

    private func result(of first: AgentStep, _ agent: Agent) async throws -> JSONValue {
        var step = first
        while true {
            switch step {
            case .done(let result): return result
            case .read(let body): step = try await read(body)
            case .readSlowly(let body): step = try await readSlowly(body)
            case .remember(let questions, let next):
                var matches: [[MemoryMatch]] = []
                for question in questions {
                    matches.append(
                        await project.memory.matches(
                            for: question.text, source: project.project.source,
                            target: question.locale, section: question.string?.section,
                            key: question.string?.key, minimum: question.minimum,
                            limit: question.limit))
                }
                step = try next(matches)
            case .write(let write, let next):
                step = try next(try await carryOut(write, for: agent))
            }
        }
    }

    /// Carries out a write of an agent, within the rights of its token.
    private func carryOut(_ write: AgentWrite, for agent: Agent) async throws -> Outcome {
        for locale in write.locales { try requireLanguage(locale) }
        var guid: HashedGuid?
        var proposer: Proposer?
        if write.isByOwner {
            let owner = try self.proposer(guid: agent.guid)
            guid = owner.hashed
            if write.proposals > 0 {
                try await requireRoom(for: owner, besides: write.proposals - 1)
                proposer = owner
            }
        } else {
            try context.require(Scope(write.right))
        }
        let request = WriteRequest(
            write.verb.rawValue, actor: actor, guid: guid, isStrict: project.settings.isStrict,
            command: write.command)
        guard !write.isDryRun else { return try await read { try $0.rehearse(request) } }
        return try await self.write(request, by: proposer).outcome
    }
}
