import Hosting
import Translation

extension Authenticator {
    /// Knows the tokens of a server, and lets everybody read public projects.
    ///
    /// `passing` is a token that is stored nowhere and lives as long as the process.
    static func tokens(
        _ watch: TokenWatch, use: TokenUse, passing: Token?, projects: OpenProjects
    ) -> Authenticator {
        Authenticator(
            principal: { credentials, now in
                guard let token = token(credentials, in: watch.tokens, passing, at: now) else {
                    return nil
                }
                if token.id != passing?.id { use.note(token.id, at: now) }
                return Principal(token)
            },
            scope: { principal, project in
                if let scope = principal.scope(in: project) { return scope }
                guard let project, let settings = projects.configuration.project(named: project)
                else { return nil }
                return settings.isPublic ? .read : nil
            })
    }

    private static func token(
        _ credentials: Credentials, in tokens: TokenSet, _ passing: Token?, at now: Int64
    ) -> Token? {
        switch credentials {
        case .token(let text):
            if let passing, TokenSecret(text)?.hash == passing.hash { return passing }
            guard case .valid(let token) = tokens.find(text, at: now) else { return nil }
            return token
        case .appKey(let text, _):
            // Persons do not put their tokens into apps.
            guard case .valid(let token) = tokens.find(text, at: now), token.kind == .app else {
                return nil
            }
            return token
        case .session: return nil
        }
    }
}

extension Principal {
    /// Whoever has a token.
    init(_ token: Token) {
        let kind: Kind =
            token.actor.map { .person(name: $0.name, email: $0.email) } ?? .app
        self.init(
            kind: kind, tokenID: token.id, scope: token.scope,
            projects: token.projects.isEmpty ? nil : Set(token.projects),
            locales: token.locales.isEmpty ? nil : Set(token.locales), guid: token.guid)
    }
}
