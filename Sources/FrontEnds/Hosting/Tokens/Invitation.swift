package import Machine
import Translation
import Workspace

/// An invitation, which signs in one person once, without a token.
///
/// It belongs to a line of the token file, which fixes the person and their rights. Only the
/// operator creates such a line.
package struct Invitation: Sendable, Equatable {
    /// The time until which its link can be used, in Unix milliseconds.
    package let until: Int64
    /// The time when its link was used, in Unix milliseconds; nil if it was not.
    package internal(set) var used: Int64?

    /// The time for which a link can be used: a week, in milliseconds.
    package static let period = 7 * Timestamp.day
    /// The lifetime of the rights unless the operator chooses another: 90 days, in milliseconds.
    package static let usualExpiry = TokenExpiry.after(90 * Timestamp.day)

    /// Creates an invitation whose link can be used for a week, but not after its rights expire.
    init(at now: Int64, expires: Int64?) {
        until = min(now + Self.period, expires ?? .max)
    }

    init(until: Int64, used: Int64?) {
        self.until = until
        self.used = used
    }
}

/// The secret part of an invitation's link: `dgi_`, 27 characters of base 62 with 160 random bits,
/// and 6 with the CRC-32 of the preceding 31 characters.
///
/// It is not a token: no API accepts it.
package struct InvitationSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The full text of the secret, 37 characters.
    package let text: String

    /// The prefix of all invitations.
    package static let prefix = "dgi_"

    init(using random: inout some RandomNumberGenerator) {
        text = SecretText.random(after: Self.prefix, using: &random)
    }

    /// Parses an invitation; returns nil if its format or checksum is invalid.
    package init?(_ text: String) {
        guard SecretText.isValid(text, after: Self.prefix) else { return nil }
        self.text = text
    }

    /// The hash to store instead of the secret.
    package var hash: TokenHash { TokenHash(of: text) }

    /// The prefix alone, to keep the secret hidden.
    package var description: String { "\(Self.prefix)…" }
    /// The prefix alone, to keep the secret hidden.
    package var debugDescription: String { description }
}

/// The result of looking up an invitation.
package enum InvitationFinding: Sendable, Equatable {
    /// The invitation can be used.
    case open(Token)
    /// The text does not have the form of an invitation, or its checksum is wrong.
    case malformed
    /// No line in the file contains the invitation.
    case unknown
    /// The invitation was used at the given time.
    case used(Token, at: Int64)
    /// The link or the rights have expired.
    case expired(Token)
    /// The invitation was revoked.
    case revoked(Token)
}

extension Token {
    /// Returns the state of the token's invitation at a time in Unix milliseconds.
    func invitationFinding(at now: Int64) -> InvitationFinding {
        guard let invitation else { return .unknown }
        if revoked != nil { return .revoked(self) }
        if let used = invitation.used { return .used(self, at: used) }
        return now < invitation.until && state(at: now) == .active ? .open(self) : .expired(self)
    }
}

extension TokenFile {
    /// Adds an invitation, and returns its line with the secret of its link, which is not stored.
    ///
    /// Throws a ``Translation/Refusal`` if the request is for an app.
    package func invite(
        _ request: TokenRequest, on host: Host
    ) throws -> (token: Token, secret: InvitationSecret) {
        guard request.kind == .person else {
            throw TokenRefusal.wrong("Only people can be invited.")
        }
        var random = host.random
        let secret = InvitationSecret(using: &random)
        let token = try append(request, hash: secret.hash, using: &random, on: host) { token in
            token.invitation = Invitation(at: token.created, expires: token.expires)
        }
        return (token, secret)
    }

    /// Replaces an invitation's link, and ends the sessions that began with the old link.
    ///
    /// The line keeps its id, its rights and its guid, so the person keeps their proposals. The old
    /// link stops working at once.
    ///
    /// Throws a ``Translation/Refusal`` if the reference is not an active invitation.
    package func inviteAgain(
        _ reference: String, expiry: TokenExpiry? = nil, on host: Host
    ) throws -> (token: Token, secret: InvitationSecret) {
        let now = host.now()
        var random = host.random
        let renewed = try expiry?.time(from: now)
        let secret = InvitationSecret(using: &random)
        let token = try change(reference) { token in
            guard token.invitation != nil else { throw TokenRefusal.notInvitation(token) }
            if let renewed, token.revoked == nil { token.expires = renewed }
            let state = token.state(at: now)
            guard state == .active else { throw TokenRefusal.notActive(token, state) }
            token.invitation = Invitation(at: now, expires: token.expires)
            token.hash = secret.hash
            token.generation += 1
        }
        return (token, secret)
    }

    /// Uses an invitation, if it can be used.
    ///
    /// The lock of the state directory makes sure that only one of several simultaneous calls
    /// returns ``InvitationFinding/open(_:)``. The use is on disk before this returns.
    ///
    /// Throws a ``Translation/Refusal`` if the file cannot be read or changed.
    package func redeem(_ text: String, on host: Host) throws -> InvitationFinding {
        guard let secret = InvitationSecret(text) else { return .malformed }
        let now = host.now()
        let finding = try read().invitation(secret, at: now)
        guard case .open(let found) = finding else { return finding }
        var result = finding
        try change(found.id) { token in
            // Another request may have used the invitation since the file was read.
            result =
                token.hash == secret.hash ? token.invitationFinding(at: now) : .unknown
            if case .open = result { token.invitation?.used = now }
        }
        return result
    }
}
