import JSON
import Testing

@testable import Agents

@Suite struct AgentMessageTests {
    /// A message that is refused: its code, and the id that the error repeats.
    private struct Refused {
        let text: String
        let code: ProtocolError.Code
        var id: JSONValue = .null
    }

    private static let refused: [Refused] = [
        Refused(text: "", code: .parse), Refused(text: "{", code: .parse),
        Refused(text: #"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, code: .parse),
        Refused(text: String(repeating: "[", count: 5_000), code: .parse),
        Refused(text: "[]", code: .invalidRequest), Refused(text: "1", code: .invalidRequest),
        Refused(text: #"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, code: .invalidRequest),
        Refused(text: #"{"id":1,"method":"ping"}"#, code: .invalidRequest, id: 1),
        Refused(text: #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, code: .invalidRequest, id: 1),
        Refused(text: #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, code: .invalidRequest),
        Refused(text: #"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, code: .invalidRequest),
        Refused(text: #"{"jsonrpc":"2.0","id":"a","method":7}"#, code: .invalidRequest, id: "a"),
        Refused(text: #"{"jsonrpc":"2.0","id":"a"}"#, code: .invalidRequest, id: "a"),
        Refused(
            text: #"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, code: .invalidRequest,
            id: 1),
    ]

    @Test func malformedMessagesAreRefused() {
        for message in Self.refused {
            do throws(ProtocolError) {
                _ = try AgentMessage(Array(message.text.utf8))
                Issue.record("\(message.text) was accepted.")
            } catch {
                #expect(error.code == message.code, "\(message.text)")
                #expect(error.id == message.id, "\(message.text)")
            }
        }
    }

    @Test func messagesAboveTheLimitAreNotParsed() {
        let bytes = [UInt8](repeating: UInt8(ascii: " "), count: AgentMessage.maximumSize + 1)
        do throws(ProtocolError) {
            _ = try AgentMessage(bytes)
            Issue.record("The message was accepted.")
        } catch {
            #expect(error.code == .invalidRequest)
            #expect(error.data?["code"] == "too-large")
        }
    }

    @Test func requestsAndOtherMessagesAreToldApart() throws {
        let request = try AgentMessage(
            Array(#"{"jsonrpc":"2.0","id":"x","method":"ping"}"#.utf8))
        guard case .request(let parsed) = request else {
            Issue.record("A request was not recognized.")
            return
        }
        #expect(parsed.id == "x" && parsed.method == "ping" && parsed.version == nil)
        for text in [
            #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        ] {
            guard case .other = try AgentMessage(Array(text.utf8)) else {
                Issue.record("\(text) is not a request.")
                return
            }
        }
    }

    @Test func namesHaveOneForm() {
        #expect(Agent.name(from: "Claude Code") == "Claude-Code")
        #expect(Agent.name(from: "acme/model: 7") == "acme-model-7")
        #expect(Agent.name(from: "Übersetzer") == "Übersetzer")
        #expect(Agent.name(from: " /\u{202E} ") == nil)
        #expect(Agent.name(from: String(repeating: "a", count: 100))?.count == 60)
        let marks = "a" + String(repeating: "\u{301}", count: 1_000)
        #expect(Agent.name(from: marks)?.unicodeScalars.count == 1)
    }
}
