import JSON
import TestWorld
import Testing

@testable import Agents

@Suite struct AgentProtocolTests {
    private static let meta =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

    @Test func theHandshakeAgreesOnAVersion() throws {
        let talk = try AgentTalk()
        for version in ProtocolVersion.handshake + ["2019-01-01"] {
            let answer = try talk.send(
                "initialize", #"{"protocolVersion":"\#(version)","capabilities":{}}"#)
            let agreed = ProtocolVersion.handshake.contains(version) ? version : "2025-11-25"
            #expect(answer["result"]?["protocolVersion"]?.stringValue == agreed)
            #expect(answer["result"]?["capabilities"]?["tools"] != nil)
            #expect(answer["result"]?["resultType"] == nil)
        }
    }

    @Test func requestsMayStateTheirVersion() throws {
        let talk = try AgentTalk()
        let discovered = try talk.send("server/discover", "{\(Self.meta)}")["result"]
        #expect(discovered?["supportedVersions"] == ["2026-07-28"])
        for method in ["server/discover", "tools/list", "resources/list"] {
            let result = try talk.send(method, "{\(Self.meta)}")["result"]
            #expect(result?["resultType"] == "complete" && result?["ttlMs"] == 0, "\(method)")
            #expect(result?["cacheScope"] == "private", "\(method)")
        }
        let called = try talk.send("tools/call", #"{"name":"list_languages",\#(Self.meta)}"#)
        #expect(called["result"]?["resultType"] == "complete" && called["result"]?["ttlMs"] == nil)
    }

    @Test func otherVersionsAndIncompleteRequestsAreRefused() throws {
        let talk = try AgentTalk()
        let future = Self.meta.replacing("2026-07-28", with: "2031-01-01")
        let error = try talk.send("tools/list", "{\(future)}")["error"]
        #expect(error?["code"] == -32022 && error?["data"]?["supported"] == ["2026-07-28"])
        let bare = Self.meta.replacing("clientCapabilities", with: "other")
        #expect(try talk.send("tools/list", "{\(bare)}")["error"]?["code"] == -32602)
        let number = Self.meta.replacing(#""2026-07-28""#, with: "7")
        #expect(try talk.send("tools/list", "{\(number)}")["error"]?["code"] == -32602)
    }

    @Test func unknownMethodsAndToolsAreRefused() throws {
        let talk = try AgentTalk()
        #expect(try talk.send("prompts/list")["error"]?["code"] == -32601)
        #expect(try talk.send("tools/call")["error"]?["code"] == -32602)
        let misspelled = try talk.send("tools/call", #"{"name":"find_string"}"#)["error"]
        #expect(misspelled?["code"] == -32602)
        #expect(misspelled?["data"]?["nearest"]?.arrayValue?.first == "find_strings")
        #expect(try talk.send("tools/list", #"{"cursor":"1"}"#)["error"]?["code"] == -32602)
    }

    @Test func toolsThatDecideAreOfferedOnlyByName() throws {
        let talk = try AgentTalk()
        let further = AgentTool.further.map(\.rawValue)
        let tools = try talk.send("tools/list")["result"]?["tools"]?.names("name") ?? []
        #expect(tools.count == AgentTool.allCases.count - further.count)
        #expect(Set(tools).isDisjoint(with: further))
        for tool in further {
            let refused = try talk.send("tools/call", #"{"name":"\#(tool)","arguments":{}}"#)
            #expect(refused["error"]?["code"] == -32602, "\(tool)")
        }
        let trusted = talk.with(options: ["--name", "x", "--allow", "accept_proposals"])
        let more = try trusted.send("tools/list")["result"]?["tools"]?.names("name") ?? []
        #expect(Set(more).intersection(further) == ["accept_proposals"])
        let wrong = talk.sandbox.run(["mcp", "--allow", "propose"], in: "app")
        #expect(wrong.status == 64 && wrong.errors.contains("set_texts"), "\(wrong)")
    }

    @Test func eachToolDescribesItsArguments() throws {
        for tool in AgentTool.allCases {
            let schema = tool.json["inputSchema"]
            #expect(schema?["type"] == "object" && schema?["additionalProperties"] == false)
            #expect(tool.summary.hasSuffix("."), "\(tool)")
        }
    }

    @Test func aSessionSurvivesWhatItCannotRead() throws {
        let talk = try AgentTalk()
        let ping = #"{"jsonrpc":"2.0","id":7,"method":"ping"}"#
        let enormous =
            #"{"jsonrpc":"2.0","id":8,"method":"\#(String(repeating: "x", count: 2 << 20))"}"#
        let answers = try talk.send([
            "not JSON", "", " \r", enormous, ping,
            #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, ping + "\r",
        ])
        #expect(answers.count == 4)
        #expect(answers.first?["error"]?["code"] == -32700)
        #expect(answers.dropFirst().first?["error"]?["data"]?["code"] == "too-large")
        for answer in answers.suffix(2) {
            #expect(answer["id"] == 7 && answer["result"] == .object { _ in })
        }
    }

    @Test func aLastLineNeedsNoLineFeed() throws {
        let talk = try AgentTalk()
        let terminal = RecordingTerminal(
            input: Array(#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#.utf8))
        let result = talk.sandbox.run(["mcp"], in: "app", terminal: terminal)
        #expect(result.output.contains(#""id":7"#))
    }

    @Test func languagesAndStringsAreResources() throws {
        let talk = try AgentTalk()
        let list = try talk.send("resources/list")["result"]?["resources"]
        #expect(list?.names("uri").first == "dragoman:///languages/en")
        let beyond = try talk.send("resources/list", #"{"cursor":"\#(Int.max)"}"#)["result"]
        #expect(beyond?["resources"]?.arrayValue?.isEmpty == true)
        let templates = try talk.send("resources/templates/list")["result"]?["resourceTemplates"]
        #expect(templates?.arrayValue?.count == 2)
        func read(_ uri: String) throws -> JSONValue {
            try talk.send("resources/read", #"{"uri":"\#(uri)"}"#)
        }
        func content(_ uri: String) throws -> JSONValue? {
            let text = try read(uri)["result"]?["contents"]?.arrayValue?.first?["text"]
            return try text?.stringValue.map { try JSONValue.parse(Array($0.utf8)) }
        }
        #expect(try content("dragoman:///languages/fr")?["missing"] == 4)
        let string = try content("dragoman:///languages/fr/strings/cart/items")
        #expect(
            string?["key"] == "items"
                && string?["forms"]?.names("form") == ["one", "many", "other"])
        for uri in [
            "dragoman:///languages/sv", "dragoman:///languages/fr/strings/cart/none",
            "dragoman:///languages/fr/strings/cart", "dragoman:///languages/%zz", "file:///etc",
            "dragoman:///languages/fr/strings/cart/%FF",
        ] {
            let error = try read(uri)["error"]
            #expect(error?["code"] == -32002, "\(uri)")
            #expect(error?["data"]?["code"]?.stringValue?.hasPrefix("unknown-") == true, "\(uri)")
        }
    }
}
