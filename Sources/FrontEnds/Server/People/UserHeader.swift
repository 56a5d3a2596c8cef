import Hosting
import HTTPTypes
import Machine
import Translation

/// The header field by which a trusted proxy signs people in.
///
/// The proxy authenticates the person, and states their mail address in every request. The field
/// counts only on connections from such a proxy. From anyone else it is ignored.
package struct UserHeader: Sendable {
    let name: HTTPField.Name
    private let peers: TrustedPeers

    /// Reads a server's settings; returns nil if no proxy signs people in.
    init?(_ server: ServerSettings) {
        guard let name = server.userHeader.flatMap({ HTTPField.Name($0) }) else { return nil }
        self.name = name
        peers = server.userHeaderFrom
    }

    /// Returns true if a connection's peer may send the header.
    func isTrusted(_ peer: ClientAddress) -> Bool {
        peer == .local ? peers.includesSocket : peers.networks.contains { $0.contains(peer) }
    }

    /// Returns the mail address in a request's header, or nil if it has none from a trusted peer.
    ///
    /// Throws `invalid-value` if a trusted peer sends anything but one plain address. A proxy that
    /// passes on a client's header beside its own must not let the client choose.
    func user(in headers: HTTPFields, from peer: ClientAddress?) throws(Problem) -> String? {
        guard let peer, isTrusted(peer) else { return nil }
        let values = headers[values: name]
        // A proxy without a signed-in person may send an empty field.
        guard values.contains(where: { !$0.isEmpty }) else { return nil }
        guard values.count == 1, MailAddress(values[0]).isPlain else {
            throw Problem(
                ProblemCode(.invalidValue),
                "The header \(name.rawName) must contain exactly one plain mail address.",
                hint: "Ask the server's operator to check the proxy's configuration.",
                onPages: .init(
                    "The proxy in front of this server sent no valid mail address for you.",
                    hint: "Tell the server's operator."))
        }
        return values[0]
    }
}

extension Sessions {
    /// Returns the person whom a trusted proxy signed in with a plain mail address, for a request
    /// about a project or about the server.
    ///
    /// A person with active tokens has the rights of one of them: among those for the project, the
    /// one with the widest scope, and among equals the oldest. A person without a token has the
    /// default scope of a token in all projects, and a guid that is derived from the address, so
    /// that it is the same in every request.
    func principal(ofUser email: String, in project: String?, at now: Int64) throws -> Principal {
        let address = MailAddress(email)
        let own = tokens.tokens.tokens.filter { token in
            token.kind == .person && token.state(at: now) == .active
                && token.actor?.address == address
        }
        let fitting = own.filter { token in
            token.projects.isEmpty || project.map(token.projects.contains) == true
        }
        // If no token is for the project, the person has no rights there.
        let candidates = fitting.isEmpty ? own : fitting
        if let scope = candidates.map(\.scope).max(),
            let token = candidates.first(where: { $0.scope == scope })
        {
            return Principal(token)
        }
        let key = try stateKey(named: "users")
        let name = String(email.prefix { $0 != "@" })
        return Principal(
            kind: .person(name: name, email: email),
            tokenID: "user-" + key.code(for: "id", of: address.text).prefix(16), generation: 1,
            scope: TokenRequest.usualScope,
            guid: String(key.code(for: "guid", of: address.text).prefix(32)))
    }
}
