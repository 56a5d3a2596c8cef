/// The tokens of a file, as of one moment, for look-ups and lists.
///
/// **Damage takes nothing else away.** Each line is a whole token with its revocation, so a line that cannot be read can grant
/// nothing: its token is unknown, the others work, and ``problems`` names the line. Of several lines with one id or one hash it
/// cannot be told which counts, so none of them does.
public struct TokenSet: Sendable {
    /// The tokens, in the order of the file.
    public let tokens: [Token]
    /// The lines that are no tokens.
    public let problems: [TokenProblem]
    private let byHash: [TokenHash: Place]

    private struct Place {
        let index: Int
        /// Until when the hash counts, for that of a rotated token.
        let until: Int64?
    }

    /// No tokens.
    public static let empty = TokenSet(TokenLines(bytes: []))

    /// Reads the bytes of a file.
    ///
    /// Never fails; see ``problems``.
    public init(bytes: [UInt8]) { self.init(TokenLines(bytes: bytes)) }

    init(_ lines: TokenLines) {
        (tokens, problems) = (lines.tokens, lines.problems)
        var places: [TokenHash: Place] = [:]
        for (index, token) in tokens.enumerated() {
            places[token.hash] = Place(index: index, until: nil)
            if let previous = token.previous {
                places[previous.hash] = Place(index: index, until: previous.until)
            }
        }
        byHash = places
    }

    /// What is known of a token that somebody sent.
    public enum Finding: Sendable, Equatable {
        /// It is accepted.
        case valid(Token)
        /// It does not have the form of a token, or its checksum is wrong.
        case malformed
        /// No line has it.
        case unknown
        /// Its time is over, or it was rotated more than a day ago.
        case expired(Token)
        /// It was revoked.
        case revoked(Token)
    }

    /// Looks up a token at a time in Unix milliseconds.
    ///
    /// Costs one SHA-256 and one look-up by it.
    public func find(_ text: String, at now: Int64) -> Finding {
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

    /// Returns the token with an id, for a session that names it.
    public func token(id: String) -> Token? { tokens.first { $0.id == id } }
}

/// The lines of the file, those that are no tokens too, so that an edit can write them as they were.
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
                // Blank lines are left by editors, and say nothing.
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
                        ? "has one hash twice" : "has the id or a hash of line \(other + 1)"))
        }
        problems.sort { $0.line < $1.line }
    }

    var tokens: [Token] { lines.compactMap(\.token) }

    /// The bytes of the file; lines that were not changed are as they were read.
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
