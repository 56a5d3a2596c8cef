import Hosting
import Logging
import Machine
import Workspace

extension Sessions {
    package enum SignIn: Sendable {
        /// The token is valid.
        ///
        /// The cookie is the value of `Set-Cookie`.
        case signedIn(Principal, cookie: String)
        /// The token cannot be used.
        case refused(Reason)
    }

    /// The reasons why a person cannot sign in with a token.
    package enum Reason: Sendable, CaseIterable {
        /// The text is the link of an invitation.
        case invitation
        /// The token belongs to an app.
        case app
        /// The token has a newer secret.
        case replaced
        case revoked, expired, unknown
    }

    /// Signs in with a token.
    ///
    /// Throws `too-many` if too many sign-ins from the request's address failed in the last minute,
    /// and a refusal if the session key cannot be read or created.
    package func signIn(_ text: String, in context: RequestContext) throws -> SignIn {
        try context.requireRoomForFailedSignIn()
        let now = context.host.now()
        // A token copied from an email or a terminal often includes a space or a line feed.
        let text = text.trimmingSpaces
        guard !text.contains(InvitationSecret.prefix) else {
            return try refuse(.invitation, nil, context)
        }
        let token: Token
        switch find(text, at: now) {
        case .valid(let found) where found.kind == .app:
            return try refuse(.app, found.id, context)
        case .valid(let found):
            // The old secret is accepted for another day, but a session would last beyond that.
            guard TokenSecret(text)?.hash.isEqualInConstantTime(to: found.hash) == true else {
                return try refuse(.replaced, found.id, context)
            }
            token = found
        case .revoked(let found):
            return try refuse(.revoked, found.id, context)
        case .expired(let found):
            return try refuse(.expired, found.id, context)
        case .malformed, .unknown:
            return try refuse(.unknown, nil, context)
        }
        let cookie = try cookie(for: token, at: now)
        context.audit("signed in", tokenID: token.id)
        return .signedIn(Principal(token), cookie: cookie)
    }

    private func refuse(
        _ reason: Reason, _ tokenID: String?, _ context: RequestContext
    ) throws(Problem) -> SignIn {
        context.audit("sign-in refused", tokenID: tokenID)
        try context.countFailedSignIn()
        return .refused(reason)
    }

    /// Signs out the browser that sent a request.
    ///
    /// The response must set ``endedCookie``.
    package func signOut(_ context: RequestContext) {
        context.audit("signed out", tokenID: context.principal.tokenID)
    }

    /// Ends all sessions of the request's token in all browsers.
    ///
    /// The response must set ``endedCookie``.
    ///
    /// The token itself stays valid. Throws `unauthenticated` if the request has no token, and a
    /// refusal if the token file cannot be changed.
    package func signOutEverywhere(_ context: RequestContext) async throws {
        guard let id = context.principal.tokenID else { throw Problem.unauthenticated() }
        try await endAll(of: id)
        context.audit("signed out everywhere", tokenID: id)
    }
}

extension RequestContext {
    /// Returns the value for the `form-token` field in the sender's forms, or nil if the sender has
    /// no token.
    package func formToken() throws -> String? { try services.sessions?.formToken(of: principal) }

    /// Throws `origin` if a form was sent by a session, but without the signed-in person's form
    /// token.
    ///
    /// Pages must call this for every form. Requests with an explicit token need no form token,
    /// because browsers do not add such a token by themselves.
    package func checkForm(_ form: Query) throws {
        guard isSession else { return }
        guard let text = form["form-token"], let sessions = services.sessions,
            try sessions.isFormToken(text, of: principal)
        else {
            throw Problem(
                .origin, "This form belongs to a different session.",
                hint: "Check that you are signed in as yourself, and submit the form again.")
        }
    }

    /// Whether the sender was identified by a session cookie or by a trusted proxy, and not by an
    /// explicit token.
    package var isSession: Bool { sender.sessionCookie != nil || isSignedInByProxy }

    /// Whether a trusted proxy identified the sender.
    package var isSignedInByProxy: Bool { sender.isSignedInByProxy }

    /// Writes a line with the category `audit` to the log.
    package func audit(_ message: String, tokenID: String?) {
        var metadata: Logger.Metadata = [
            "category": "audit", "route": .string(target.route.path.description),
        ]
        if let tokenID { metadata["token"] = .string(tokenID) }
        if let loggedAddress = sender.loggedAddress { metadata["address"] = .string(loggedAddress) }
        logger.notice("\(message)", metadata: metadata)
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
