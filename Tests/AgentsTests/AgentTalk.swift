import Foundation
import JSON
import TestWorld
import Testing

/// Calls the tools of `dragoman mcp` in the project `app` of a sandbox.
struct AgentTalk {
    let sandbox: Sandbox
    var options = ["--name", "claude"]

    /// Creates a project in English with French and German, and four strings.
    init() throws {
        sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        for words in [
            ["locale", "add", "fr", "de"], ["string", "add", "close", "Close"],
            ["string", "add", "greeting", "Hello {name}", "--comment", "On the first page."],
            ["string", "add", "open", "Open the file", "--max-length", "20"],
            [
                "string", "add", "-s", "cart", "items", "--plural", "one=%d item", "--plural",
                "other=%d items",
            ],
        ] {
            try cli(words)
        }
    }

    /// Runs the command line in the project, and requires that it succeeds.
    @discardableResult
    func cli(_ words: [String]) throws -> String {
        let result = sandbox.run(words, in: "app")
        try #require(result.status == 0, "\(words): \(result.errors)")
        return result.output
    }

    /// Returns the same project as another agent sees it.
    func with(options: [String]) -> AgentTalk {
        var copy = self
        copy.options = options
        return copy
    }

    /// Sends lines in one session, and returns the lines that answer them.
    func send(_ lines: [String]) throws -> [JSONValue] {
        let terminal = RecordingTerminal(input: Array((lines.joined(separator: "\n") + "\n").utf8))
        let result = sandbox.run(["mcp"] + options, in: "app", terminal: terminal)
        try #require(result.status == 0, "\(result.errors)")
        return try result.output.split(separator: "\n").map { line in
            try JSONValue.parse(Array(line.utf8))
        }
    }

    /// Sends a request, and returns its answer.
    func send(_ method: String, _ params: String = "{}") throws -> JSONValue {
        let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
        return try #require(send([line]).first)
    }

    /// Calls a tool, and returns its result.
    func call(_ tool: String, _ arguments: String = "{}") throws -> JSONValue {
        // A message is one line.
        let line = arguments.replacing("\n", with: " ")
        let answer = try send("tools/call", #"{"name":"\#(tool)","arguments":\#(line)}"#)
        let result = try #require(answer["result"], "\(answer)")
        let content = try #require(result["structuredContent"])
        #expect(result["isError"]?.boolValue == (content["error"] != nil))
        let text = try #require(result["content"]?.arrayValue?.first?["text"]?.stringValue)
        #expect(try JSONValue.parse(Array(text.utf8)) == content)
        return content
    }

    /// Calls a tool, and returns the code of its error.
    func code(_ tool: String, _ arguments: String) throws -> String? {
        try call(tool, arguments)["error"]?["code"]?.stringValue
    }

    /// Proposes a text, and returns the first result.
    func propose(
        _ key: String, _ value: String, in locale: String = "fr"
    ) throws -> JSONValue {
        let result = try call(
            "propose",
            #"{"locale":"\#(locale)","texts":[{"key":"\#(key)","value":"\#(value)"}]}"#)
        return try #require(result["results"]?.arrayValue?.first)
    }
}

extension JSONValue {
    subscript(name: String) -> JSONValue? { objectValue?[name] }

    /// The names of the items in a list.
    func names(_ member: String = "key") -> [String] {
        arrayValue?.compactMap { $0[member]?.stringValue } ?? []
    }
}
