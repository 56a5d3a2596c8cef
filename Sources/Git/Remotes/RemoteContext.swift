import Clibgit2

/// What the C library's callbacks of one transfer work on.
///
/// It lives as long as the transfer, which is one call that blocks; the C library has an unowned pointer to it.
final class RemoteContext {
    private let handlers: RemoteHandlers
    private var given: Set<RemoteCredential> = []
    private var attempts = 0
    private var bytes = 0
    private let expected: [String: PushUpdate]
    /// What ended the transfer, if a handler did.
    var failure: (any Error)?
    /// What the other side said of each reference.
    var statuses: [PushStatus] = []

    /// How often a server is answered on one connection: it closes it earlier, as a rule.
    private static let maximumAttempts = 20

    init(_ handlers: RemoteHandlers, updates: [PushUpdate] = []) {
        self.handlers = handlers
        expected = Dictionary(updates.map { ($0.name.rawValue, $0) }) { $1 }
    }

    /// Runs a transfer; what a handler threw is thrown in place of the library's error.
    func run<T>(_ body: () throws(GitError) -> T) throws -> T {
        Authorities.read()
        do {
            let result = try body()
            if let failure { throw failure }
            return result
        } catch {
            throw failure ?? error
        }
    }

    /// Answers the server: 0, or the number of an error.
    @unsafe func answer(
        _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>,
        url: String, username: String?, kinds: UInt32
    ) -> Int32 {
        let request = CredentialRequest(
            url: url, username: username, kinds: CredentialRequest.Kinds(raw: kinds),
            attempt: attempts)
        attempts += 1
        do {
            guard attempts <= Self.maximumAttempts, let answer = try handlers.credential(request),
                given.insert(answer).inserted
            else {
                failure = GitError(
                    code: .authentication, function: "git_credential_acquire_cb",
                    message: "the server takes none of the credentials that there are")
                return GIT_EAUTH.rawValue
            }
            return unsafe answer.make(out)
        } catch {
            failure = error
            return GIT_EUSER.rawValue
        }
    }

    /// Judges an SSH server's key; other certificates keep the library's judgement.
    @unsafe func check(_ certificate: UnsafeMutablePointer<git_cert>, host: String) -> Int32 {
        guard unsafe certificate.pointee.cert_type == GIT_CERT_HOSTKEY_LIBSSH2 else {
            return GIT_PASSTHROUGH.rawValue
        }
        let key = unsafe certificate.withMemoryRebound(to: git_cert_hostkey.self, capacity: 1) {
            let bytes = unsafe UnsafeRawBufferPointer(
                start: $0.pointee.hostkey, count: $0.pointee.hostkey_len)
            return unsafe HostKey(
                host: host, bytes: Array(bytes),
                fingerprint: withUnsafeBytes(of: $0.pointee.hash_sha256) { unsafe Array($0) })
        }
        do {
            guard try handlers.acceptsHostKey(key) else {
                failure = GitError(
                    code: .certificate, function: "git_transport_certificate_check_cb",
                    message: "the key of the host \(host) is not known")
                return GIT_ECERTIFICATE.rawValue
            }
            return 0
        } catch {
            failure = error
            return GIT_EUSER.rawValue
        }
    }

    /// Passes on how far a transfer has come; an error ends it.
    func report(_ stage: TransferProgress.Stage, _ done: Int, of total: Int, bytes: Int) -> Int32 {
        self.bytes = max(self.bytes, bytes)
        handlers.progress(
            TransferProgress(stage: stage, done: done, total: total, bytes: self.bytes))
        return goesOn()
    }

    func say(_ text: String) -> Int32 {
        handlers.message(text)
        return goesOn()
    }

    private func goesOn() -> Int32 {
        guard handlers.isCancelled() else { return 0 }
        failure = failure ?? RemoteCancelled()
        return GIT_EUSER.rawValue
    }

    /// Refuses to push over a reference that is not where the caller saw it.
    func negotiate(_ name: String, from old: ObjectID?) -> Int32 {
        guard let update = expected[name], update.old == old else {
            failure = GitError(
                code: .modified, function: "git_push_negotiation",
                message: "the reference '\(name)' of the remote has another value by now")
            return GIT_EUSER.rawValue
        }
        return goesOn()
    }
}

/// The transfer was given up because ``RemoteHandlers/isCancelled`` said so.
public struct RemoteCancelled: Error {}

extension CredentialRequest.Kinds {
    fileprivate init(raw: UInt32) {
        self = []
        if raw & GIT_CREDENTIAL_USERPASS_PLAINTEXT.rawValue != 0 { insert(.password) }
        if raw & GIT_CREDENTIAL_SSH_KEY.rawValue != 0 { insert(.key) }
        if raw & GIT_CREDENTIAL_DEFAULT.rawValue != 0 { insert(.ticket) }
        if raw & GIT_CREDENTIAL_USERNAME.rawValue != 0 { insert(.username) }
    }
}

extension RemoteCredential {
    @unsafe fileprivate func make(
        _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>
    ) -> Int32 {
        switch self {
        case .username(let name): unsafe git_credential_username_new(out, name)
        case .password(let name, let password):
            unsafe git_credential_userpass_plaintext_new(out, name, password)
        case .agent(let name): unsafe git_credential_ssh_key_from_agent(out, name)
        case .key(let name, let path, let passphrase):
            unsafe git_credential_ssh_key_new(out, name, nil, path, passphrase)
        case .ticket: unsafe git_credential_default_new(out)
        }
    }
}
