import Dispatch
import Hosting
import Machine
import Synchronization
import Workspace

/// Sign-ins of browsers: a cookie in the place of a token.
///
/// Nothing is stored for a session. The cookie names a token and its generation, and only this server, or one with the same key, can make one: it
/// lives as long as its token counts, until the generation is raised, and at most twelve hours after it was made.
package final class Sessions: Sendable {
    /// How long a cookie counts, in seconds.
    static let lifetime: Int64 = 43_200
    /// How old a cookie is that is made anew, in seconds.
    static let renewalAge: Int64 = 3_600
    /// How much later than now a cookie may have been made, in seconds: clocks of servers that share the key differ.
    private static let tolerance: Int64 = 120

    private let tokens: TokenWatch
    private let file: TokenFile
    private let stateDirectory: String
    private let host: Host
    private let cookieName: String
    private let passing: Mutex<Token?>
    private let key = Mutex<StateKey?>(nil)
    /// The id of the token that lives as long as the process, if there is one.
    let passingID: String?

    /// Signs in with the tokens of a state directory, which also has the key, and with a token that lives as long as the process.
    ///
    /// The key is made when it is first needed.
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

    /// Looks up a token, also the one that is stored nowhere.
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

    private func stateKey() throws -> StateKey {
        try key.withLock { key in
            if let key { return key }
            let new = try StateKey(named: "session", in: stateDirectory, on: host)
            key = new
            return new
        }
    }

    /// Returns the token that a cookie stands for and when the cookie was made, or nil if it does not count.
    func session(_ cookie: String, at now: Int64) -> (token: Token, issued: Int64)? {
        let seconds = now / 1000
        guard let parts = Cookie(cookie), let key = try? stateKey(),
            key.isCode(parts.code, for: Self.cookiePurpose, of: parts.signed),
            parts.issued <= seconds + Self.tolerance, seconds < parts.issued + Self.lifetime,
            let token = token(id: parts.tokenID), token.kind == .person,
            token.generation == parts.generation, token.state(at: now) == .active
        else { return nil }
        return (token, parts.issued)
    }

    private static let cookiePurpose = "session"
    private static let formPurpose = "form"

    /// The value of `Set-Cookie` that begins or goes on with a session of a token.
    func cookie(tokenID: String, generation: Int, at now: Int64) throws -> String {
        let random = host.random
        let bits = [random.next() as UInt64, random.next()].map { bits in
            let digits = String(bits, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
        let signed = "v1.\(tokenID).\(generation).\(now / 1000).\(bits)"
        let code = try stateKey().code(for: Self.cookiePurpose, of: signed)
        return field("\(signed).\(code)", seconds: Self.lifetime)
    }

    /// The value of `Set-Cookie` that makes a browser forget its session.
    package var endedCookie: String { field("", seconds: 0) }

    private func field(_ value: String, seconds: Int64) -> String {
        let secure = cookieName.hasPrefix("__Host-") ? " Secure;" : ""
        return
            "\(cookieName)=\(value); HttpOnly;\(secure) SameSite=Lax; Path=/; Max-Age=\(seconds)"
    }

    /// The cookie that takes the place of one that is older than an hour; nil if there is no need.
    func renewed(_ cookie: String, at now: Int64) -> String? {
        guard let (token, issued) = session(cookie, at: now),
            now / 1000 - issued >= Self.renewalAge
        else { return nil }
        return try? self.cookie(tokenID: token.id, generation: token.generation, at: now)
    }

    /// The token that forms of a sender carry.
    ///
    /// It is the same in all cookies of a generation, so that a form outlives a cookie that is made anew.
    func formToken(of principal: Principal) throws -> String? {
        guard let id = principal.tokenID, let generation = principal.generation else { return nil }
        return try stateKey().code(for: Self.formPurpose, of: "\(id).\(generation)")
    }

    /// Whether a form carries the token of its sender.
    ///
    /// Compares in constant time.
    func isFormToken(_ text: String, of principal: Principal) throws -> Bool {
        guard let id = principal.tokenID, let generation = principal.generation else {
            return false
        }
        return try stateKey().isCode(text, for: Self.formPurpose, of: "\(id).\(generation)")
    }

    /// Ends all sessions of a token by raising its generation; the token itself still counts.
    ///
    /// Throws a refusal if the file of tokens cannot be changed.
    func endAll(of id: String) async throws {
        let isPassing = passing.withLock { passing in
            guard passing?.id == id else { return false }
            passing?.endSessions()
            return true
        }
        guard !isPassing else { return }
        // It may wait for the lock of the file, which no Swift task should.
        try await withCheckedThrowingContinuation {
            (answer: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global().async { [file, tokens] in
                answer.resume(
                    with: Result { () throws -> Void in
                        try file.endSessions(of: id)
                        tokens.refresh()
                    })
            }
        }
    }
}

/// The parts of a cookie: `v1.<token id>.<generation>.<issued>.<128 random bits>.<HMAC-SHA256>`.
private struct Cookie {
    let tokenID: String
    let generation: Int
    /// When it was made, in Unix seconds.
    let issued: Int64
    /// What the code is made of.
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
