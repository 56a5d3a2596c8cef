package import Hosting
package import Texts
import Translation

/// The sender of a request, as known to the server.
///
/// A token identifies its bearer and limits their rights. The project's roles determine the rest
/// (`docs/server/policy.md`).
package struct Principal: Sendable, Equatable {
    package var kind: Kind
    /// The name of the token: the person's name, or the label of the app.
    package var name: String?
    /// The public id of the token, for the log.
    ///
    /// It is never the token itself. A person who is signed in by a proxy and has no token has an
    /// id that is derived from their address.
    package var tokenID: String?
    /// The generation of the token, which its sessions must match.
    package var generation: Int?
    /// The scope of the token, or nil if there is no token.
    package var scope: Scope?
    /// The projects to which the token is limited, or nil for all.
    package var projects: Set<String>?
    /// The languages to which the token is limited, or nil for all.
    package var locales: Set<LanguageTag>?
    /// The guid that owns the token's proposals.
    ///
    /// It is a secret.
    package var guid: String?

    /// The kinds of sender.
    package enum Kind: Sendable, Equatable {
        /// A person with a token. Events record the name and the address.
        case person(name: String, email: String)
        /// An app with a token. Its testers' proposals have no author.
        case app
        /// A sender without a token.
        case anonymous
    }

    package init(
        kind: Kind, name: String? = nil, tokenID: String? = nil, generation: Int? = nil,
        scope: Scope? = nil,
        projects: Set<String>? = nil, locales: Set<LanguageTag>? = nil, guid: String? = nil
    ) {
        self.kind = kind
        self.name = name
        self.tokenID = tokenID
        self.generation = generation
        self.scope = scope
        self.projects = projects
        self.locales = locales
        self.guid = guid
    }

    /// A sender without a token.
    package static let anonymous = Principal(kind: .anonymous)

    /// Returns the scope that the token has in a project, or on the server as a whole if `project`
    /// is nil.
    ///
    /// A token that is limited to projects has no scope on the server as a whole.
    package func scope(in project: String?) -> Scope? {
        guard let projects else { return scope }
        guard let project, projects.contains(project) else { return nil }
        return scope
    }
}

/// The credentials of a request.
///
/// They are secrets, which must never appear in the log or in a response.
package enum Credentials: Sendable, Equatable {
    /// A token: `Authorization: Bearer`, or the password of `Basic`.
    case token(String)
    /// An app token in NStack's `X-Rest-Api-Key`, with its `X-Application-Id`, if any.
    case appKey(String, applicationID: String?)
    /// The value of the session cookie.
    case session(String)
    /// The mail address that a trusted proxy states for the person, and the request's project.
    case user(email: String, project: String?)
}

/// Identifies the sender of a request, and decides on their rights.
///
/// The module that hosts the projects supplies the functions.
package struct Authenticator: Sendable {
    /// Returns the owner of credentials, or nil if they are unknown, expired or revoked.
    ///
    /// `now` is in Unix milliseconds.
    package var principal:
        @Sendable (_ credentials: Credentials, _ now: Int64) async throws -> Principal?
    /// Returns the scope of a sender in a project, or on the server as a whole if the project is
    /// nil.
    ///
    /// This function also lets everyone read public projects.
    package var scope: @Sendable (_ principal: Principal, _ project: String?) async throws -> Scope?
    /// Returns the public id of a token that is no longer valid, for the log.
    var formerTokenID: @Sendable (_ credentials: Credentials, _ now: Int64) -> String? = { _, _ in
        nil
    }

    package init(
        principal:
            @escaping @Sendable (_ credentials: Credentials, _ now: Int64) async throws ->
            Principal?,
        scope:
            @escaping @Sendable (_ principal: Principal, _ project: String?) async throws -> Scope? =
            {
                $0.scope(in: $1)
            }
    ) {
        self.principal = principal
        self.scope = scope
    }

    /// An authenticator that accepts no credentials.
    package static let none = Authenticator(principal: { _, _ in nil })
}
