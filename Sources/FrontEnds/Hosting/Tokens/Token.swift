package import Machine
package import Texts
package import Translation
import Workspace

/// A stored token, with all its data except for the secret.
package struct Token: Sendable, Equatable {
    /// The id in lists and logs: 8 lowercase characters of Crockford's base 32.
    package let id: String
    /// The kind of bearer: a person or an app.
    package let kind: TokenKind
    /// The person's name, or a label for the app.
    package let name: String
    /// The person's mail address; nil for apps.
    package let email: String?
    /// The guid that owns the person's proposals; nil for apps.
    ///
    /// It is a capability and is never shown.
    package let guid: String?
    /// The extent of the token's rights.
    package let scope: Scope
    /// The projects to which the token is limited, sorted; empty means all.
    package let projects: [String]
    /// The languages to which the token is limited, sorted; empty means all.
    package let locales: [LanguageTag]
    /// The time when the token was created, in Unix milliseconds.
    package let created: Int64
    /// The time when the token expires, in Unix milliseconds; nil if it never expires.
    package internal(set) var expires: Int64?
    /// The generation of the token's sessions.
    ///
    /// A session records the generation in which it began, and ends when the generation is
    /// incremented.
    package internal(set) var generation: Int
    /// The time when the token was revoked, in Unix milliseconds; nil if it was not.
    package internal(set) var revoked: Int64?
    package internal(set) var hash: TokenHash
    /// The secret from before the last rotation, with the time until which it is accepted.
    package internal(set) var previous: Previous?
    /// The invitation whose link signs the person in; nil for a token.
    ///
    /// ``hash`` is then the hash of the link's secret, which is not a token.
    package internal(set) var invitation: Invitation?

    /// Creates an admin token that is never stored, for the lifetime of a process.
    ///
    /// Returns the token with its secret.
    package static func passing(
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

    /// Ends the sessions of a token that is not stored, by incrementing its generation.
    ///
    /// For stored tokens, use ``TokenFile/endSessions(of:)``.
    package mutating func endSessions() { generation += 1 }

    /// A token's secret from before its rotation.
    package struct Previous: Sendable, Equatable {
        package let hash: TokenHash
        /// The time from which the old secret is rejected, in Unix milliseconds.
        package let until: Int64
    }

    /// The state of a token, which determines whether it is accepted.
    package enum State: String, Sendable {
        /// The token is accepted.
        case active
        /// The token has expired.
        case expired
        /// The token was revoked.
        case revoked
    }

    /// Returns the state of the token at a time in Unix milliseconds.
    package func state(at now: Int64) -> State {
        if revoked != nil { return .revoked }
        return expires.map { $0 <= now } == true ? .expired : .active
    }

    /// The actor of the bearer's events, or nil for an app's token.
    package var actor: Actor? {
        guard kind == .person, let email else { return nil }
        return Actor(name: name, email: email)
    }

    /// Returns true if the token grants the scope in a project and a language.
    ///
    /// For actions that affect several languages or none, such as changing a setting, pass nil as
    /// the language. A token limited to languages does not allow such actions. Languages are
    /// compared exactly, so `fr` does not include `fr-CA`. The limit applies only to changes:
    /// anyone who may read a project can read all of it, as with a clone.
    package func allows(
        _ wanted: Scope, in project: String, locale: LanguageTag? = nil
    ) -> Bool {
        guard wanted <= scope, projects.isEmpty || projects.contains(project) else { return false }
        guard wanted > .read, !locales.isEmpty else { return true }
        return locale.map(locales.contains) ?? false
    }
}
