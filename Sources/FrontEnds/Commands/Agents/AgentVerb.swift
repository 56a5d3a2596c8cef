import Agents
import ArgumentParser
import JSON
import Languages
import Machine
import Memory
import Texts
import Translation
import Workspace

/// `dragoman mcp`.
struct AgentVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Serve an AI agent on standard input and output (Model Context Protocol).",
        discussion: """
            The agent can read the project and propose texts, which people review like any other \
            proposals. Its proposals have the origin machine:NAME and a guid of their own, which \
            is derived from this machine's guid and the name. Texts with errors are refused, with \
            the reason. The tools \
            \(AgentTool.further.map(\.rawValue).joined(separator: ", ")) are not offered unless --allow \
            names them.

            An agent starts this command itself. For example: claude mcp add dragoman -- dragoman \
            -C DIR mcp --name claude.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var memories: MemoryOptions

    @Option(
        help: ArgumentHelp(
            "The agent's name: letters, digits, and any of . _ - (default: the name that the client states).",
            valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Also offer this tool, and record its decisions under your name. Can be repeated.",
            valueName: "tool"))
    var allow: [AgentTool] = []

    func validate() throws {
        guard let name else { return }
        guard Agent.name(from: name) == name else {
            throw ValidationError(
                "An agent's name has 1 to 60 letters, digits, dots, hyphens and underscores.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let owner = try workspace.guid(nil, creating: true) ?? ""
        let tools = AgentTool.offered(further: Set(allow))
        var known = name
        var lines = LineReader(
            limit: AgentMessage.maximumSize, read: session.terminal.readPart)
        while let line = lines.next() {
            let answer: JSONValue?
            do throws(ProtocolError) {
                guard let line else { throw .tooLarge }
                guard case .request(let request) = try AgentMessage(line) else { continue }
                known = known ?? request.clientName.flatMap(Agent.name)
                let agent = Agent(
                    name: known ?? "agent", guid: "\(owner):\(known ?? "agent")",
                    project: workspace.project, tools: tools, version: ProgramVersion.number)
                answer = try self.answer(request, of: agent, in: workspace, session)
            } catch {
                answer = error.answer
            }
            if let answer { session.terminal.write(bytes: CanonicalJSON.encode(answer) + [0x0A]) }
        }
        return .done
    }

    /// Carries out a request, and returns its answer.
    private func answer(
        _ request: AgentRequest, of agent: Agent, in workspace: Workspace, _ session: Session
    ) throws(ProtocolError) -> JSONValue {
        let exchange = try AgentExchange(request, of: agent)
        do {
            return exchange.answer(try result(of: exchange.first, agent, workspace, session))
        } catch {
            return exchange.answer(
                AgentFailure(of: error, nearest: Refusal(error).map(session.nearest) ?? []))
        }
    }

    private func result(
        of first: AgentStep, _ agent: Agent, _ workspace: Workspace, _ session: Session
    ) throws -> JSONValue {
        var step = first
        while true {
            switch step {
            case .done(let result): return result
            case .read(let body), .readSlowly(let body): step = try workspace.read(body)
            case .remember(let questions, let next):
                let memory = try memories.open(workspace, in: session, global)
                step = try next(
                    questions.map { question in
                        try memory.matches(
                            for: question.text, source: workspace.project.source,
                            target: question.locale, section: question.string?.section,
                            key: question.string?.key, minimum: question.minimum,
                            limit: question.limit)
                    })
            case .write(let write, let next):
                step = try next(
                    workspace.perform(
                        write.verb.rawValue, guid: write.isByOwner ? agent.guid : nil,
                        isDryRun: write.isDryRun, write.command))
            }
        }
    }
}

/// The option `--allow` takes only the tools that are not offered otherwise.
extension AgentTool: ExpressibleByArgument {
    static var allValueStrings: [String] { further.map(\.rawValue) }

    init?(argument: String) {
        guard Self.allValueStrings.contains(argument) else { return nil }
        self.init(rawValue: argument)
    }
}
