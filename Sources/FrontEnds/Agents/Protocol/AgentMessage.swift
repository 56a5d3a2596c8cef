package import JSON

/// A message from an agent, in JSON-RPC 2.0.
///
/// See <https://www.jsonrpc.org/specification>.
package enum AgentMessage: Sendable {
    /// A request, which needs an answer.
    case request(AgentRequest)
    /// A notification, or an answer to a request; this server sends no requests.
    case other

    /// The largest message, in bytes.
    package static let maximumSize = 1 << 20

    /// Parses a message.
    ///
    /// Batches are refused, because the protocol has had none since 2025-06-18.
    package init(_ bytes: [UInt8]) throws(ProtocolError) {
        guard bytes.count <= Self.maximumSize else { throw .tooLarge }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue.parse(bytes)
        } catch {
            throw ProtocolError(.parse, "The message is not JSON: \(error.description)")
        }
        guard let object = value.objectValue else {
            throw ProtocolError(
                .invalidRequest,
                value.arrayValue == nil
                    ? "The message is not an object." : "Batches are not supported.")
        }
        let id = object["id"]
        let answered = id.flatMap(Self.validID)
        func wrong(_ sentence: String) -> ProtocolError {
            ProtocolError(.invalidRequest, sentence, id: answered ?? .null)
        }
        guard object["jsonrpc"]?.stringValue == "2.0" else {
            throw wrong("The member “jsonrpc” is not \"2.0\".")
        }
        guard id == nil || answered != nil else {
            throw wrong("The member “id” is neither a string nor a whole number.")
        }
        let params = object["params"]
        guard params == nil || params?.objectValue != nil else {
            throw wrong("The member “params” is not an object.")
        }
        guard let method = object["method"] else {
            guard answered != nil, (object["result"] == nil) != (object["error"] == nil) else {
                throw wrong("The member “method” is missing.")
            }
            self = .other
            return
        }
        guard let method = method.stringValue else {
            throw wrong("The member “method” is not a string.")
        }
        guard let answered else {
            self = .other
            return
        }
        self = .request(
            AgentRequest(
                id: answered, method: method,
                params: params?.objectValue ?? JSONObject(uniqueMembers: [])))
    }

    private static func validID(_ id: JSONValue) -> JSONValue? {
        id.stringValue != nil || id.integerValue != nil ? id : nil
    }
}

/// A request of an agent.
package struct AgentRequest: Sendable {
    /// The id, a string or a whole number, which the answer repeats.
    package let id: JSONValue
    package let method: String
    package let params: JSONObject

    /// The version of the protocol in the request itself; nil before version 2026-07-28.
    package var version: JSONValue? { meta?[Meta.version] }

    /// The name with which the client introduces itself, if the request contains one.
    package var clientName: String? {
        let info = meta?[Meta.client] ?? (method == "initialize" ? params["clientInfo"] : nil)
        return info?.objectValue?["name"]?.stringValue
    }

    /// The tool or the resource that the request names.
    package var target: String? {
        switch method {
        case "tools/call": params["name"]?.stringValue
        case "resources/read": params["uri"]?.stringValue
        default: nil
        }
    }

    private var meta: JSONObject? { params["_meta"]?.objectValue }

    /// The members of `_meta` that describe a request, since version 2026-07-28.
    private enum Meta {
        static let version = "io.modelcontextprotocol/protocolVersion"
        static let client = "io.modelcontextprotocol/clientInfo"
        static let capabilities = "io.modelcontextprotocol/clientCapabilities"
    }

    /// Returns the rules of the request's version of the protocol.
    ///
    /// Throws if the version is not supported, or if the request lacks what it requires.
    package func rules() throws(ProtocolError) -> ProtocolRules {
        guard let version else { return .handshake }
        guard let name = version.stringValue, meta?[Meta.capabilities]?.objectValue != nil else {
            throw ProtocolError(
                .invalidParams,
                "“_meta” needs a protocol version, which is a string, and client capabilities, which are an object.",
                id: id)
        }
        guard ProtocolVersion.stateless.contains(name) else {
            throw ProtocolError(
                .unsupportedVersion, "Unsupported protocol version", id: id,
                data: .object { members in
                    members.add("supported", list: ProtocolVersion.stateless)
                    members.add("requested", name)
                })
        }
        return .stateless
    }
}
