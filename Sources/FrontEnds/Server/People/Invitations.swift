package import Hosting
import HTTPTypes
import Machine
import Workspace

extension Sessions {
    /// Looks up the secret of an invitation's link, without using the invitation.
    package func invitation(_ text: String, at now: Int64) -> InvitationFinding {
        InvitationSecret(text).map { tokens.tokens.invitation($0, at: now) } ?? .malformed
    }

    package enum Redemption: Sendable {
        /// The person is signed in.
        ///
        /// The cookie is the value of `Set-Cookie`.
        case signedIn(Token, cookie: String)
        /// The invitation cannot be used.
        case refused(InvitationFinding)
    }

    /// Signs in with an invitation, which works only once.
    ///
    /// Throws `origin` unless the request comes from one of this server's pages, `too-many` if too
    /// many sign-ins from the request's address failed in the last minute, and a refusal if the
    /// token file or the session key cannot be read or changed.
    package func redeem(_ text: String, in context: RequestContext) async throws -> Redemption {
        try context.requireOwnPage()
        try context.requireRoomForFailedSignIn()
        // Without the key, the invitation would be used up without a session.
        try stateKey()
        let finding = try await change { [host] file in try file.redeem(text, on: host) }
        switch finding {
        case .open(let token):
            context.audit("invitation used", tokenID: token.id)
            return .signedIn(token, cookie: try cookie(for: token, at: host.now()))
        case .used(let token, _): context.audit("used invitation refused", tokenID: token.id)
        case .expired(let token): context.audit("expired invitation refused", tokenID: token.id)
        case .revoked(let token): context.audit("revoked invitation refused", tokenID: token.id)
        case .malformed, .unknown:
            context.audit("unknown invitation refused", tokenID: nil)
            try context.countFailedSignIn()
        }
        return .refused(finding)
    }
}

extension RequestContext {
    /// Throws `origin` unless the request was sent by one of this server's own pages.
    ///
    /// Neither a configured origin nor a client that states no origin may send it.
    fileprivate func requireOwnPage() throws(Problem) {
        if header(.secFetchSite) == "same-origin" { return }
        guard header(.origin) != nil, sender.foreignOrigin == nil else {
            throw Problem(
                .origin, "This invitation can only be accepted on its own page.",
                hint: "Open the link in the browser, and press the button there.")
        }
    }
}
