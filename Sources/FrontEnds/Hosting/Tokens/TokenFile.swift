public import Machine
import Translation
import Workspace

/// The file `tokens.jsonl` in the state directory: one token a line, as JSON, mode 0600.
///
/// Changes are made under the lock `write` of the directory, on a copy that is synced and renamed into place: readers see
/// one whole file or the other, and a crash loses no line. Lines that an edit does not concern are written as they were read,
/// damaged ones too. The format is described in `docs/server/running.md`.
public struct TokenFile: Sendable {
    /// The state directory, an absolute path.
    public let directory: String

    /// The largest file that is read, 16 MiB: some 40,000 tokens.
    public static let maximumSize = 16 << 20
    /// How long a rotated token still works, in milliseconds: a day.
    public static let rotationPeriod = Timestamp.day
    /// The fewest characters of an id that name a token.
    public static let shortestReference = 4

    /// The tokens of a state directory, which need not exist yet.
    public init(directory: String) { self.directory = directory }

    /// The path of the file.
    public var path: String { directory + "/tokens.jsonl" }

    /// Reads the file; without one there are no tokens.
    ///
    /// Throws a ``Translation/Refusal`` if the system does not let it be read.
    public func read() throws -> TokenSet { TokenSet(try load()) }

    private func load() throws -> TokenLines {
        TokenLines(bytes: try PrivateFile.read(path, upTo: Self.maximumSize) ?? [])
    }

    /// Adds a token, and returns what is stored and the token itself, which is kept nowhere.
    public func add(
        _ request: TokenRequest, on host: Host
    ) throws -> (token: Token, secret: TokenSecret) {
        let now = host.now()
        var random = host.random
        let expires = try request.expiry?.time(from: now)
        try PrivateFile.makeDirectory(directory)
        return try edit { lines in
            let secret = TokenSecret(kind: request.kind, using: &random)
            let taken = Set(lines.tokens.map(\.id))
            var id = TokenID.random(using: &random)
            while taken.contains(id) { id = TokenID.random(using: &random) }
            let isPerson = request.kind == .person
            let token = Token(
                id: id, kind: request.kind, name: request.name, email: request.email,
                guid: isPerson ? request.guid ?? Guid.random(using: &random) : nil,
                scope: request.scope, projects: request.projects, locales: request.locales,
                created: now, expires: expires, generation: 1, revoked: nil, hash: secret.hash,
                previous: nil)
            lines.append(token)
            return (token, secret)
        }
    }

    /// Revokes a token, and with it its sessions and the token before its last rotation.
    ///
    /// `reference` is an id, 4 or more characters that only one id begins with, or the token itself. Revoking a
    /// revoked token changes nothing. Throws a ``Translation/Refusal`` if no token or several are meant.
    @discardableResult
    public func revoke(_ reference: String, on host: Host) throws -> Token {
        let now = host.now()
        return try change(reference) { token in
            if token.revoked == nil { token.revoked = now }
        }
    }

    /// Replaces a token by a new one with the same id and rights; the old one works for a day more, but not beyond its expiry.
    ///
    /// Only two tokens work at a time: rotating again ends the older one at once. Sessions that began before end, because
    /// nobody could tell whether the old token began them. Throws a ``Translation/Refusal`` if the token is revoked or expired.
    public func rotate(
        _ reference: String, expiry: TokenExpiry? = nil, on host: Host
    ) throws -> (token: Token, secret: TokenSecret) {
        let now = host.now()
        var random = host.random
        let renewed = try expiry?.time(from: now)
        var secret: TokenSecret?
        let token = try change(reference) { token in
            let state = token.state(at: now)
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

    /// Ends all sessions of a token by raising its generation; the token still works.
    @discardableResult
    public func endSessions(of id: String) throws -> Token {
        try change(id) { $0.generation += 1 }
    }

    private func change(_ reference: String, _ body: (inout Token) throws -> Void) throws -> Token {
        // A directory that was misspelled is not made.
        guard Files.isDirectory(directory) else { return try Self.find(reference, in: []) }
        return try edit { lines in
            var token = try Self.find(reference, in: lines.tokens)
            let before = token
            try body(&token)
            if token != before { lines.replace(with: token) }
            return token
        }
    }

    /// Runs `body` on the lines under the lock, and writes them if they changed.
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
        if let secret = TokenSecret(reference) {
            let hash = secret.hash
            guard let token = tokens.first(where: { $0.hash == hash || $0.previous?.hash == hash })
            else {
                // What was meant to be secret is not repeated.
                throw TokenRefusal.unknown(secret.description, nearest: [])
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
