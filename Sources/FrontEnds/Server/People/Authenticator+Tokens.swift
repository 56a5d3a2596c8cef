import Hosting
import Translation

extension Authenticator {
    /// Returns an authenticator for a server's tokens and sessions.
    ///
    /// Anyone may read public projects.
    static func tokens(
        _ sessions: Sessions, use: TokenUse, projects: OpenProjects
    ) -> Authenticator {
        var authenticator = Authenticator(
            principal: { credentials, now in
                if case .user(let email, let project) = credentials {
                    return try sessions.principal(ofUser: email, in: project, at: now)
                }
                guard let token = sessions.token(of: credentials, at: now) else { return nil }
                if token.id != sessions.passingID { use.note(token.id, at: now) }
                return Principal(token)
            },
            scope: { principal, project in
                if let scope = principal.scope(in: project) { return scope }
                guard let project, let settings = projects.configuration.project(named: project)
                else { return nil }
                return settings.isPublic ? .read : nil
            })
        authenticator.formerTokenID = { sessions.formerToken(of: $0, at: $1)?.id }
        return authenticator
    }
}

extension Sessions {
    fileprivate func token(of credentials: Credentials, at now: Int64) -> Token? {
        switch credentials {
        case .token(let text):
            guard case .valid(let token) = find(text, at: now) else { return nil }
            return token
        case .appKey(let text, _):
            // Apps must not contain a person's token.
            guard case .valid(let token) = find(text, at: now), token.kind == .app else {
                return nil
            }
            return token
        case .session(let cookie): return session(cookie, at: now)?.token
        case .user: return nil
        }
    }

    /// Returns the token for credentials that were revoked or have expired; nil for any others.
    fileprivate func formerToken(of credentials: Credentials, at now: Int64) -> Token? {
        switch credentials {
        case .token(let text), .appKey(let text, _):
            switch find(text, at: now) {
            case .expired(let token), .revoked(let token): token
            case .valid, .malformed, .unknown: nil
            }
        case .session, .user: nil
        }
    }
}

extension Principal {
    /// Creates the principal for the bearer of a token.
    init(_ token: Token) {
        let kind: Kind =
            token.actor.map { .person(name: $0.name, email: $0.email) } ?? .app
        self.init(
            kind: kind, name: token.name, tokenID: token.id, generation: token.generation,
            scope: token.scope,
            projects: token.projects.isEmpty ? nil : Set(token.projects),
            locales: token.locales.isEmpty ? nil : Set(token.locales), guid: token.guid)
    }
}
