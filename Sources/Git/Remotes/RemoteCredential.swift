/// What a server asks for before it lets somebody in.
public struct CredentialRequest: Sendable {
    /// The kinds of answer that the server takes.
    public struct Kinds: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt32

        /// Takes bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// A name and a password.
        public static let password = Kinds(rawValue: 1)
        /// A key, from a file or from the agent.
        public static let key = Kinds(rawValue: 2)
        /// A ticket that the system keeps for the user, as Kerberos has them.
        public static let ticket = Kinds(rawValue: 4)
        /// Only a name: the server tells then which kinds it takes.
        public static let username = Kinds(rawValue: 8)
    }

    /// The address that was connected to.
    public let url: String
    /// The name in the address, if there is one.
    public let username: String?
    /// What the server takes.
    public let kinds: Kinds
    /// How often it was asked before on this connection: the answers then were not good enough.
    public let attempt: Int
}

/// An answer to a server that asks who is there.
public enum RemoteCredential: Hashable, Sendable {
    /// A name, for ``CredentialRequest/Kinds/username``.
    case username(String)
    /// A name and a password or token.
    case password(username: String, password: String)
    /// Every key that the user's SSH agent has, one after the other.
    case agent(username: String)
    /// A private key from a file, with what it is locked with.
    case key(username: String, path: String, passphrase: String?)
    /// The ticket that the system keeps for the user.
    case ticket
}

/// The key that an SSH server shows.
public struct HostKey: Hashable, Sendable {
    /// The host that was connected to, without the port.
    public let host: String
    /// The key as the protocol has it (RFC 4253 section 6.6), beginning with its kind.
    public let bytes: [UInt8]
    /// SHA-256 of ``bytes``.
    public let fingerprint: [UInt8]

    /// Describes a key.
    public init(host: String, bytes: [UInt8], fingerprint: [UInt8]) {
        self.host = host
        self.bytes = bytes
        self.fingerprint = fingerprint
    }

    /// The kind of the key, as `ssh-ed25519`; empty if the bytes are no key.
    public var kind: String {
        guard bytes.count >= 4 else { return "" }
        let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= bytes.count - 4 else { return "" }
        return String(decoding: bytes[4..<4 + length], as: UTF8.self)
    }
}

/// What a transfer asks and tells while it goes on.
///
/// All is called on the thread that transfers. What a closure throws ends the transfer and is thrown by it.
public struct RemoteHandlers {
    /// Answers a server that asks who is there; `nil` gives up.
    ///
    /// The same answer twice gives up too.
    public var credential: (CredentialRequest) throws -> RemoteCredential?
    /// Says whether an SSH server's key is the one that is known.
    ///
    /// Certificates of HTTPS servers are checked by the library, and nobody is asked.
    public var acceptsHostKey: (HostKey) throws -> Bool
    /// Is told how far the transfer has come.
    public var progress: (TransferProgress) -> Void
    /// Is told what the other side says, a part of a line or several lines at a time, as it came.
    public var message: (String) -> Void
    /// Says whether the transfer is to be given up.
    public var isCancelled: () -> Bool
    /// Lines that are added to each HTTP request.
    public var headers: [String]
    /// The address to connect to in place of the configured one, such as that behind an alias.
    public var url: String?

    /// Makes handlers that know nobody and let no SSH server in.
    public init(
        credential: @escaping (CredentialRequest) throws -> RemoteCredential? = { _ in nil },
        acceptsHostKey: @escaping (HostKey) throws -> Bool = { _ in false },
        progress: @escaping (TransferProgress) -> Void = { _ in },
        message: @escaping (String) -> Void = { _ in },
        isCancelled: @escaping () -> Bool = { false }, headers: [String] = [],
        url: String? = nil
    ) {
        self.credential = credential
        self.acceptsHostKey = acceptsHostKey
        self.progress = progress
        self.message = message
        self.isCancelled = isCancelled
        self.headers = headers
        self.url = url
    }
}
