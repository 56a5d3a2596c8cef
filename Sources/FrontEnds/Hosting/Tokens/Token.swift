public import Machine
public import Texts
public import Translation
import Workspace

/// A token as it is stored: everything but the token itself.
public struct Token: Sendable, Equatable {
    /// Its name in lists and logs: 8 characters of Crockford's base 32 in lower case.
    public let id: String
    /// What it stands for.
    public let kind: TokenKind
    /// The person's name, or a label for the app.
    public let name: String
    /// The person's mail address; `nil` for apps.
    public let email: String?
    /// The guid that owns the person's proposals; `nil` for apps.
    ///
    /// A capability, never shown.
    public let guid: String?
    /// How far it reaches.
    public let scope: Scope
    /// The projects it is limited to, sorted; none means all.
    public let projects: [String]
    /// The languages it is limited to, sorted; none means all.
    public let locales: [LanguageTag]
    /// When it was made, in Unix milliseconds.
    public let created: Int64
    /// From when on it is refused, in Unix milliseconds, or `nil` for never.
    public internal(set) var expires: Int64?
    /// Sessions carry the generation they began in, and end when it is raised.
    public internal(set) var generation: Int
    /// When it was revoked, in Unix milliseconds.
    public internal(set) var revoked: Int64?
    /// The hash of the token.
    public internal(set) var hash: TokenHash
    /// The token before the last rotation, while it still works.
    public internal(set) var previous: Previous?

    /// Makes an admin's token that is stored nowhere, for as long as a process lives.
    ///
    /// Returns it with what its bearer has.
    public static func passing(
        for actor: Actor, on host: Host
    ) -> (token: Token, secret: TokenSecret) {
        var random = host.random
        let secret = TokenSecret(kind: .person, using: &random)
        let token = Token(
            id: TokenID.random(using: &random), kind: .person, name: actor.name,
            email: actor.email, guid: Guid.random(using: &random), scope: .admin,
            projects: [], locales: [], created: host.now(), expires: nil, generation: 1,
            revoked: nil, hash: secret.hash, previous: nil)
        return (token, secret)
    }

    /// Ends the sessions of a token that is stored nowhere: raises its generation.
    ///
    /// Those of stored ones are ended by ``TokenFile/endSessions(of:)``.
    package mutating func endSessions() { generation += 1 }

    /// A token that was rotated.
    public struct Previous: Sendable, Equatable {
        /// Its hash.
        public let hash: TokenHash
        /// From when on it is refused, in Unix milliseconds.
        public let until: Int64
    }

    /// Whether a token is accepted.
    public enum State: String, Sendable {
        /// It is.
        case active
        /// Its time is over.
        case expired
        /// It was taken back.
        case revoked
    }

    /// Returns whether the token is accepted at a time in Unix milliseconds.
    public func state(at now: Int64) -> State {
        if revoked != nil { return .revoked }
        return expires.map { $0 <= now } == true ? .expired : .active
    }

    /// Who acts with the token, or `nil` for an app's.
    public var actor: Actor? {
        guard kind == .person, let email else { return nil }
        return Actor(name: name, email: email)
    }

    /// Returns true if the token reaches to the scope in a project and a language.
    ///
    /// Without a language, something is meant that concerns several or none, such as a setting: a token limited to languages
    /// does not reach it. Languages are compared exactly, so `fr` does not include `fr-CA`. They limit only what is changed:
    /// whoever may read a project reads all of it, as with a clone.
    public func allows(
        _ wanted: Scope, in project: String, locale: LanguageTag? = nil
    ) -> Bool {
        guard wanted <= scope, projects.isEmpty || projects.contains(project) else { return false }
        guard wanted > .read, !locales.isEmpty else { return true }
        return locale.map(locales.contains) ?? false
    }
}
