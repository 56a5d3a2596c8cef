import Agents
import JSON
import Translation

extension FuzzTarget {
    static let agentMessage = FuzzTarget(
        "agent-message", "A message of an agent: answered under its id, or refused.",
        maximumSize: 1 << 12,
        seeds: [
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"a"}}}"#,
            #"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"propose","arguments":{"locale":"fr","texts":[{"key":"a","value":{"by":"plural","cases":{"other":"b"}}}]},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"dragoman:///languages/fr/strings/a/b%2Fc"}}"#,
            #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        ]
            + AgentTool.allCases.map {
                #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#($0.rawValue)","arguments":{"locale":"de","key":"a","value":"b","ids":["0"],"cursor":"a/b","limit":7}}}"#
            },
        words: [
            "\"jsonrpc\":\"2.0\"", "\"id\":", "\"method\":", "\"params\":", "tools/list",
            "tools/call",
            "resources/read", "resources/list", "server/discover", "\"_meta\":", "\"cursor\":",
            "%2F",
        ]
    ) { input in
        let project = try FuzzProject.make()
        do throws(ProtocolError) {
            guard case .request(let request) = try AgentMessage(input) else { return .accepted }
            let agent = Agent(
                name: "a", guid: "guid-of-an-agent", project: project, tools: AgentTool.allCases,
                version: "1.2.3")
            let exchange = try AgentExchange(request, of: agent)
            for answer in [exchange.answer(.object { _ in }), exchange.answer(AgentFailure.defect)]
            {
                guard let object = answer.objectValue, object["id"] == request.id,
                    (object["result"] == nil) != (object["error"] == nil)
                else { throw ProtocolError(.defect, "An answer has no id or no result.") }
            }
            return .accepted
        } catch {
            try law(
                "Answers have the id of the request, and a result or an error.",
                error.code != .defect)
            try law("An error is a message.", error.answer.objectValue?["id"] != nil)
            return .refused
        }
    }
}
