import Dispatch
package import Hosting
import Machine
import Synchronization
import Workspace

/// Sessions of signed-in browsers, which send a cookie instead of a token.
///
/// The server stores nothing for a session. The cookie contains the id and the generation of a
/// token, and only a server with the same key can create it. The cookie is valid for twelve hours,
/// as long as its token is valid and the token's generation has not been incremented.
///
/// The cookie of an invited person is valid for thirty days, because they have no token to sign in
/// with again. Using the pages renews both kinds of cookie.
package final class Sessions: Sendable {
    /// The lifetime of a cookie, in seconds.
    static let lifetime: Int64 = 43_200
    /// The lifetime of an invited person's cookie, in seconds: thirty days.
    static let invitedLifetime: Int64 = 30 * 86_400
    /// The age at which a cookie is renewed, in seconds.
    static let renewalAge: Int64 = 3_600
    /// The maximum time by which a cookie's time of issue may be in the future, in seconds.
    ///
    /// The clocks of servers that share the key may differ.
    private static let tolerance: Int64 = 120

    let tokens: TokenWatch
    let file: TokenFile
    private let stateDirectory: String
    let host: Host
    private let cookieName: String
    private let passing: Mutex<Token?>
    private let keys = Mutex<[String: StateKey]>([:])
    /// The id of the token that is valid for the lifetime of the process, if any.
    let passingID: String?

    /// Creates sessions for the tokens in a state directory, and for a token that is valid for the
    /// lifetime of the process.
    ///
    /// The directory also contains the key, which is created at its first use.
    init(
        tokens: TokenWatch, stateDirectory: String, passing: Token?, cookieName: String, host: Host
    ) {
        self.tokens = tokens
        file = TokenFile(directory: stateDirectory)
        self.stateDirectory = stateDirectory
        self.passing = Mutex(passing)
        passingID = passing?.id
        self.cookieName = cookieName
        self.host = host
    }

    /// Looks up a token, including the token that is not stored.
    func find(_ text: String, at now: Int64) -> TokenSet.Finding {
        if let secret = TokenSecret(text), let passing = passing.withLock({ $0 }),
            secret.hash.isEqualInConstantTime(to: passing.hash)
        {
            return .valid(passing)
        }
        return tokens.tokens.find(text, at: now)
    }

    private func token(id: String) -> Token? {
        if let passing = passing.withLock({ $0 }), passing.id == id { return passing }
        return tokens.tokens.token(id: id)
    }

    /// Returns the key for sessions, or another named key; it is created at its first use.
    @discardableResult
    package func stateKey(named name: String = "session") throws -> StateKey {
        try keys.withLock { keys in
            if let key = keys[name] { return key }
            let new = try StateKey(named: name, in: stateDirectory, on: host)
            keys[name] = new
            return new
        }
    }

    /// Returns a cookie's token and its time of issue in Unix seconds, or nil if the cookie is
    /// invalid.
    func session(_ cookie: String, at now: Int64) -> (token: Token, issued: Int64)? {
        let seconds = now / 1000
        guard let parts = Cookie(cookie), let key = try? stateKey(),
            key.isCode(parts.code, for: Self.cookiePurpose, of: parts.signed),
            parts.issued <= seconds + Self.tolerance,
            let token = token(id: parts.tokenID), token.kind == .person,
            seconds < parts.issued + Self.lifetime(of: token), token.generation == parts.generation,
            token.state(at: now) == .active
        else { return nil }
        return (token, parts.issued)
    }

    private static let cookiePurpose = "session"
    private static let formPurpose = "form"

    private static func lifetime(of token: Token) -> Int64 {
        token.invitation == nil ? lifetime : invitedLifetime
    }

    /// Returns the `Set-Cookie` value that begins or renews the session of a token or of an
    /// invitation.
    func cookie(for token: Token, at now: Int64) throws -> String {
        let rest = token.expires.map { ($0 - now) / 1000 } ?? .max
        return try cookie(
            tokenID: token.id, generation: token.generation,
            seconds: token.invitation == nil
                ? Self.lifetime : max(0, min(Self.lifetime(of: token), rest)), at: now)
    }

    /// Returns the `Set-Cookie` value that begins or renews a token's session.
    func cookie(
        tokenID: String, generation: Int, seconds: Int64 = Sessions.lifetime, at now: Int64
    ) throws -> String {
        let random = host.random
        let bits = [random.next() as UInt64, random.next()].map { bits in
            let digits = String(bits, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
        let signed = "v1.\(tokenID).\(generation).\(now / 1000).\(bits)"
        let code = try stateKey().code(for: Self.cookiePurpose, of: signed)
        return field("\(signed).\(code)", seconds: seconds)
    }

    /// The `Set-Cookie` value that deletes a browser's session cookie.
    package var endedCookie: String { field("", seconds: 0) }

    private func field(_ value: String, seconds: Int64) -> String {
        let secure = cookieName.hasPrefix("__Host-") ? " Secure;" : ""
        return
            "\(cookieName)=\(value); HttpOnly;\(secure) SameSite=Lax; Path=/; Max-Age=\(seconds)"
    }

    /// Returns a renewed cookie if the given cookie is older than an hour, otherwise nil.
    func renewed(_ cookie: String, at now: Int64) -> String? {
        guard let (token, issued) = session(cookie, at: now),
            now / 1000 - issued >= Self.renewalAge
        else { return nil }
        return try? self.cookie(for: token, at: now)
    }

    /// Returns the token for a sender's forms.
    ///
    /// The token is the same for all cookies of a generation, so a form stays valid when the cookie
    /// is renewed.
    func formToken(of principal: Principal) throws -> String? {
        guard let id = principal.tokenID, let generation = principal.generation else { return nil }
        return try stateKey().code(for: Self.formPurpose, of: "\(id).\(generation)")
    }

    /// Returns true if a form's token belongs to its sender.
    ///
    /// Compares in constant time.
    func isFormToken(_ text: String, of principal: Principal) throws -> Bool {
        guard let id = principal.tokenID, let generation = principal.generation else {
            return false
        }
        return try stateKey().isCode(text, for: Self.formPurpose, of: "\(id).\(generation)")
    }

    /// Ends all sessions of a token by incrementing its generation; the token itself stays valid.
    ///
    /// Throws a refusal if the token file cannot be changed.
    func endAll(of id: String) async throws {
        let isPassing = passing.withLock { passing in
            guard passing?.id == id else { return false }
            passing?.endSessions()
            return true
        }
        guard !isPassing else { return }
        try await change { file in _ = try file.endSessions(of: id) }
    }

    /// Changes the token file, and rereads it.
    ///
    /// This may block on the file's lock, so it must not run in a Swift task.
    func change<Value: Sendable>(
        _ body: @escaping @Sendable (TokenFile) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation {
            (answer: CheckedContinuation<Value, any Error>) in
            DispatchQueue.global().async { [file, tokens] in
                answer.resume(
                    with: Result {
                        let value = try body(file)
                        tokens.refresh()
                        return value
                    })
            }
        }
    }
}

/// The parts of a cookie: `v1.<token id>.<generation>.<issued>.<128 random bits>.<HMAC-SHA256>`.
private struct Cookie {
    let tokenID: String
    let generation: Int
    /// The time of issue, in Unix seconds.
    let issued: Int64
    /// The part of the cookie that its HMAC authenticates.
    let signed: String
    let code: String

    init?(_ text: String) {
        guard text.utf8.count <= 256 else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "v1", let generation = Int(parts[2]),
            let issued = Int64(parts[3]), issued > 0, issued < 1 << 40
        else { return nil }
        tokenID = String(parts[1])
        self.generation = generation
        self.issued = issued
        signed = parts[..<5].joined(separator: ".")
        code = String(parts[5])
    }
}
