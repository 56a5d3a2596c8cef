package import Machine
import Translation
import Workspace

/// The file `tokens.jsonl` in the state directory: one token per line, as JSON, mode 0600.
///
/// Edits hold the directory's `write` lock, and replace the file with a synced copy. Readers
/// therefore see either the old or the new file, and a crash loses no line. Edits preserve the
/// bytes of all other lines, even if they are damaged. `docs/server/running.md` describes the
/// format.
package struct TokenFile: Sendable {
    /// The absolute path of the state directory.
    package let directory: String

    /// The maximum size of the file, 16 MiB: about 40,000 tokens.
    package static let maximumSize = 16 << 20
    /// The time for which a rotated secret is still accepted: a day, in milliseconds.
    package static let rotationPeriod = Timestamp.day
    /// The minimum length of an abbreviated id.
    package static let shortestReference = 4

    /// Refers to the tokens in a state directory, which need not exist yet.
    package init(directory: String) { self.directory = directory }

    package var path: String { directory + "/tokens.jsonl" }

    /// Reads the file.
    ///
    /// A missing file is treated as empty.
    ///
    /// Throws a ``Translation/Refusal`` if the system denies access.
    package func read() throws -> TokenSet { TokenSet(try load()) }

    private func load() throws -> TokenLines {
        TokenLines(bytes: try PrivateFile.read(path, upTo: Self.maximumSize) ?? [])
    }

    /// Adds a token, and returns it with its secret, which is not stored.
    package func add(
        _ request: TokenRequest, on host: Host
    ) throws -> (token: Token, secret: TokenSecret) {
        var random = host.random
        let secret = TokenSecret(kind: request.kind, using: &random)
        let token = try append(request, hash: secret.hash, using: &random, on: host)
        return (token, secret)
    }

    /// Adds a line for a request, changed by `finish`.
    func append(
        _ request: TokenRequest, hash: TokenHash, using random: inout some RandomNumberGenerator,
        on host: Host, finish: (inout Token) -> Void = { _ in }
    ) throws -> Token {
        let now = host.now()
        let expires = try request.expiry?.time(from: now)
        try PrivateFile.makeDirectory(directory)
        return try edit { lines in
            let taken = Set(lines.tokens.map(\.id))
            var id = TokenID.random(using: &random)
            while taken.contains(id) { id = TokenID.random(using: &random) }
            let isPerson = request.kind == .person
            var token = Token(
                id: id, kind: request.kind, name: request.name, email: request.email,
                guid: isPerson ? request.guid ?? Guid.random(using: &random) : nil,
                scope: request.scope, projects: request.projects, locales: request.locales,
                created: now, expires: expires, generation: 1, revoked: nil, hash: hash,
                previous: nil)
            finish(&token)
            lines.append(token)
            return token
        }
    }

    /// Revokes a token together with its sessions and its previous secret.
    ///
    /// `reference` is an id, an unambiguous prefix of at least 4 characters, or the secret itself.
    /// Revoking a revoked token has no effect. Throws a ``Translation/Refusal`` if the reference
    /// matches no token or several tokens.
    @discardableResult
    package func revoke(_ reference: String, on host: Host) throws -> Token {
        let now = host.now()
        return try change(reference) { token in
            if token.revoked == nil { token.revoked = now }
        }
    }

    /// Replaces a token's secret, and keeps its id and rights.
    ///
    /// The old secret is accepted for another day, but not beyond the token's expiry.
    ///
    /// Only two secrets are accepted at a time, so another rotation invalidates the oldest secret
    /// immediately. Existing sessions end, because they may have been started with the old secret.
    ///
    /// Throws a ``Translation/Refusal`` if the token is revoked or expired.
    package func rotate(
        _ reference: String, expiry: TokenExpiry? = nil, on host: Host
    ) throws -> (token: Token, secret: TokenSecret) {
        let now = host.now()
        var random = host.random
        let renewed = try expiry?.time(from: now)
        var secret: TokenSecret?
        let token = try change(reference) { token in
            let state = token.state(at: now)
            guard token.invitation == nil else { throw TokenRefusal.isInvitation(token) }
            guard state == .active else { throw TokenRefusal.notActive(token, state) }
            let made = TokenSecret(kind: token.kind, using: &random)
            let until = min(now + Self.rotationPeriod, token.expires ?? .max)
            token.previous = Token.Previous(hash: token.hash, until: until)
            token.hash = made.hash
            token.generation += 1
            if let renewed { token.expires = renewed }
            secret = made
        }
        guard let secret else { throw TokenRefusal.unknown(reference, nearest: []) }
        return (token, secret)
    }

    /// Ends all sessions of a token by incrementing its generation; the token itself stays valid.
    @discardableResult
    package func endSessions(of id: String) throws -> Token {
        try change(id) { $0.generation += 1 }
    }

    @discardableResult
    func change(_ reference: String, _ body: (inout Token) throws -> Void) throws -> Token {
        // Do not create a misspelled directory.
        guard Files.isDirectory(directory) else { return try Self.find(reference, in: []) }
        return try edit { lines in
            var token = try Self.find(reference, in: lines.tokens)
            let before = token
            try body(&token)
            if token != before { lines.replace(with: token) }
            return token
        }
    }

    /// Runs `body` on the lines while holding the lock, and writes them if they changed.
    private func edit<Result>(_ body: (inout TokenLines) throws -> Result) throws -> Result {
        try StateDirectory.hold(directory, patience: 10_000) {
            var lines = try load()
            let before = lines.bytes
            let result = try body(&lines)
            let after = lines.bytes
            if after != before { try PrivateFile.replace(path, with: after) }
            return result
        }
    }

    private static func find(_ reference: String, in tokens: [Token]) throws(Refusal) -> Token {
        let token = TokenSecret(reference)
        let invitation = InvitationSecret(reference)
        if let hash = token?.hash ?? invitation?.hash {
            guard let token = tokens.first(where: { $0.hash == hash || $0.previous?.hash == hash })
            else {
                // The message must not repeat a secret.
                let hidden = token?.description ?? invitation?.description ?? ""
                throw TokenRefusal.unknown(hidden, nearest: [])
            }
            return token
        }
        let text = reference.lowercased()
        let found = tokens.filter { token in
            token.id == text
                || text.utf8.count >= shortestReference && token.id.hasPrefix(text)
        }
        guard let token = found.first else {
            throw TokenRefusal.unknown(
                reference, nearest: NearestMatches.of(text, among: tokens.map(\.id)))
        }
        guard found.count == 1 else {
            throw TokenRefusal.ambiguous(reference, found.map(\.id))
        }
        return token
    }
}
