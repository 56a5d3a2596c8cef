/// The versions of the Model Context Protocol that this server supports.
///
/// See <https://modelcontextprotocol.io/specification>.
package enum ProtocolVersion {
    /// The versions that begin with `initialize`, oldest first.
    package static let handshake = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
    /// The versions in which each request states its version, oldest first.
    package static let stateless = ["2026-07-28"]

    /// Returns the version with which `initialize` is answered: the requested one, or otherwise the
    /// newest one.
    static func negotiated(_ requested: String?) -> String {
        requested.flatMap { handshake.contains($0) ? $0 : nil } ?? handshake[handshake.count - 1]
    }
}

/// The form of results, which depends on the version of the protocol.
package enum ProtocolRules: Sendable {
    /// The form of the versions that begin with `initialize`.
    case handshake
    /// The form of the versions in which each request states its version.
    case stateless

    /// The code of the error for a resource that does not exist, which version 2026-07-28 changed.
    var codeOfUnknownResource: ProtocolError.Code {
        switch self {
        case .handshake: .resourceNotFound
        case .stateless: .invalidParams
        }
    }
}
