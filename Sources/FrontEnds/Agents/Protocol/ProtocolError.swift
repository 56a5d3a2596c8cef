package import JSON

/// An error in a message, as opposed to an error of a tool, which a model can correct.
package struct ProtocolError: Error, Sendable {
    package let code: Code
    package let message: String
    /// The id of the request, or null if the message has none that can be read.
    package let id: JSONValue
    package let data: JSONValue?

    /// The codes that JSON-RPC and the protocol define.
    package enum Code: Int64, Sendable {
        case parse = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        case defect = -32603
        /// The sender may not do this; one of the codes that servers may define.
        case refused = -32001
        case resourceNotFound = -32002
        case headerMismatch = -32020
        case unsupportedVersion = -32022

        /// The status of the response over HTTP to a client of the version 2026-07-28, and to a
        /// message without a version that cannot be read.
        package var status: Int {
            switch self {
            case .parse, .invalidRequest, .invalidParams, .headerMismatch, .unsupportedVersion: 400
            case .methodNotFound: 404
            case .defect, .refused, .resourceNotFound: 200
            }
        }
    }

    package init(
        _ code: Code, _ message: String, id: JSONValue = .null, data: JSONValue? = nil
    ) {
        self.code = code
        self.message = message
        self.id = id
        self.data = data
    }

    /// The error of a message that exceeds the limit.
    package static let tooLarge = ProtocolError(
        .invalidRequest, "The message is larger than \(AgentMessage.maximumSize) bytes.",
        data: AgentFailure(
            code: "too-large", message: "The message is too large.",
            hint: "Split the call: send fewer texts at once."
        ).json)

    /// The message that answers the request.
    package var answer: JSONValue {
        .object { members in
            members.add("jsonrpc", "2.0")
            members.add("id", id)
            members.addObject("error") { error in
                error.add("code", .integer(code.rawValue))
                error.add("message", message)
                error.add("data", data)
            }
        }
    }
}
