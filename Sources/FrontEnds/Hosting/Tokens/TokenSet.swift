/// A snapshot of the tokens in a file, for lookups and lists.
///
/// **A damaged line affects only its own token.** Each line contains a complete token with its
/// revocation, so an unreadable line cannot grant access. Its token is unknown, the other tokens
/// still work, and ``problems`` lists the line. If several lines share an id or a hash, all of them
/// are invalid, because the server cannot know which line is correct.
package struct TokenSet: Sendable {
    /// The tokens, in the order of the file.
    package let tokens: [Token]
    /// The lines that are not valid tokens.
    package let problems: [TokenProblem]
    private let byHash: [TokenHash: Place]
    private let invitations: [TokenHash: Int]

    private struct Place {
        let index: Int
        /// The time until which a rotated secret is accepted; nil for the current secret.
        let until: Int64?
    }

    package static let empty = TokenSet(TokenLines(bytes: []))

    /// Parses the bytes of a file.
    ///
    /// Never fails: errors are listed in ``problems``.
    package init(bytes: [UInt8]) { self.init(TokenLines(bytes: bytes)) }

    init(_ lines: TokenLines) {
        (tokens, problems) = (lines.tokens, lines.problems)
        var places: [TokenHash: Place] = [:]
        var invitations: [TokenHash: Int] = [:]
        for (index, token) in tokens.enumerated() {
            // The secret of an invitation must not be accepted as a token.
            guard token.invitation == nil else {
                invitations[token.hash] = index
                continue
            }
            places[token.hash] = Place(index: index, until: nil)
            if let previous = token.previous {
                places[previous.hash] = Place(index: index, until: previous.until)
            }
        }
        byHash = places
        self.invitations = invitations
    }

    /// The result of looking up a secret.
    package enum Finding: Sendable, Equatable {
        /// The token is accepted.
        case valid(Token)
        /// The text does not have the form of a token, or its checksum is wrong.
        case malformed
        /// No line in the file contains the token.
        case unknown
        /// The token has expired, or the secret was rotated more than a day ago.
        case expired(Token)
        /// The token was revoked.
        case revoked(Token)
    }

    /// Looks up a secret at a time in Unix milliseconds.
    ///
    /// Cost: one SHA-256 and one dictionary lookup.
    package func find(_ text: String, at now: Int64) -> Finding {
        guard let secret = TokenSecret(text) else { return .malformed }
        guard let place = byHash[secret.hash] else { return .unknown }
        let token = tokens[place.index]
        guard token.kind == secret.kind else { return .unknown }
        if let until = place.until, until <= now, token.revoked == nil { return .expired(token) }
        return switch token.state(at: now) {
        case .active: .valid(token)
        case .expired: .expired(token)
        case .revoked: .revoked(token)
        }
    }

    /// Looks up the secret of an invitation at a time in Unix milliseconds.
    package func invitation(_ secret: InvitationSecret, at now: Int64) -> InvitationFinding {
        invitations[secret.hash].map { tokens[$0].invitationFinding(at: now) } ?? .unknown
    }

    /// Returns the token with the given id, for example for a session that refers to it.
    package func token(id: String) -> Token? { tokens.first { $0.id == id } }
}

/// The lines in the file, including invalid lines, so that an edit can write them back unchanged.
struct TokenLines {
    private struct Line {
        var bytes: [UInt8]
        var token: Token?
    }

    private var lines: [Line] = []
    private(set) var problems: [TokenProblem] = []

    init(bytes: [UInt8]) {
        let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() where index < parts.count - 1 || !part.isEmpty {
            var line = Line(bytes: Array(part) + [UInt8(ascii: "\n")], token: nil)
            do throws(TokenLineError) {
                // Blank lines are left by editors and have no meaning.
                if !part.isEmpty { line.token = try Token(line: part) }
            } catch {
                problems.append(TokenProblem(line: index + 1, reason: error.reason))
            }
            lines.append(line)
        }
        dropRepetitions()
    }

    private mutating func dropRepetitions() {
        var holders: [String: [Int]] = [:]
        for (index, line) in lines.enumerated() {
            guard let token = line.token else { continue }
            let hashes = [token.hash, token.previous?.hash].compactMap { $0?.hexadecimal }
            for name in [token.id] + hashes { holders[name, default: []].append(index) }
        }
        var repeated: [Int: Int] = [:]
        for indices in holders.values where indices.count > 1 {
            for index in indices {
                let other = indices.first { $0 != index } ?? index
                repeated[index] = min(other, repeated[index] ?? other)
            }
        }
        for (index, other) in repeated {
            lines[index].token = nil
            problems.append(
                TokenProblem(
                    line: index + 1,
                    reason: index == other
                        ? "has the same hash twice"
                        : "has the same id or hash as line \(other + 1)"))
        }
        problems.sort { $0.line < $1.line }
    }

    var tokens: [Token] { lines.compactMap(\.token) }

    /// The bytes of the file, in which unchanged lines keep their bytes.
    var bytes: [UInt8] { lines.flatMap(\.bytes) }

    mutating func append(_ token: Token) {
        lines.append(Line(bytes: token.line, token: token))
    }

    /// Replaces the line of the token with the same id.
    mutating func replace(with token: Token) {
        guard let index = lines.firstIndex(where: { $0.token?.id == token.id }) else { return }
        lines[index] = Line(bytes: token.line, token: token)
    }
}
