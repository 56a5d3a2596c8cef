import Languages
import Translation

/// Why a transfer did not come about.
struct RemoteFailure: Error, Equatable {
    /// What kinds of reason there are.
    enum Kind: Equatable, CaseIterable {
        /// The SSH server has another key than the known one.
        case changedHostKey
        /// Nobody knows the SSH server's key.
        case unknownHostKey
        /// The HTTPS server's certificate is not trusted.
        case certificate
        /// There is no room here.
        case diskFull
        /// The files of this repository may not be written.
        case permission
        /// Another process has locked a file of this repository, or died over it.
        case locked
        /// A branch that is asked for by its name is not there.
        case noSuchReference
        /// The hook `pre-push` of this repository said no.
        case hook
        /// The server does not know who is there.
        case authentication
        /// The server knows who is there, and does not let them.
        case forbidden
        /// No such host, or nobody answers there.
        case unreachable
        /// There is no repository at the address.
        case missing
        /// The repository is another user's, and git was not told to trust it.
        case owner
        /// What answers there does not speak Git.
        case notGit
        /// The transfer ended in the middle.
        case brokenOff
        /// The user gave up.
        case interrupted
        /// Something else.
        case other
    }

    let kind: Kind
    let address: RemoteAddress
    /// What was said of it, in one line.
    let words: String
}

extension RemoteFailure.Kind {
    /// What `git` and `ssh` say (in the C locale, in lower case), in the order in which they are looked for.
    private static let signs: [(RemoteFailure.Kind, [String])] = [
        (.changedHostKey, ["remote host identification has changed"]),
        (
            .unknownHostKey,
            [
                "host key verification failed", "authenticity of host",
            ]
        ),
        (
            .diskFull,
            ["no space left on device", "disk quota exceeded", "file too large", "out of disk"]
        ),
        (
            .certificate,
            [
                "ssl certificate", "certificate verification failed", "certificate verify failed",
                "unable to get local issuer",
            ]
        ),
        (.locked, [".lock': file exists"]),
        (.noSuchReference, ["couldn't find remote ref", "not found in upstream"]),
        (
            .permission,
            [
                "insufficient permission for adding an object", "read-only file system",
                "unable to create temporary",
            ]
        ),
        (
            .authentication,
            [
                "permission denied (", "authentication failed", "could not read username",
                "could not read password", "terminal prompts disabled",
                "too many authentication failures", "returned error: 401", "access denied",
            ]
        ),
        (
            .forbidden,
            [
                "returned error: 403", "permission to ",
                "write access to repository not granted", "you are not allowed to",
                "service not enabled", "is read-only", "as read only",
            ]
        ),
        (
            .unreachable,
            [
                "could not resolve", "name or service not known", "failure in name resolution",
                "connection refused", "network is unreachable",
                "no route to host", "timed out", "failed to connect to", "unable to connect to",
                "couldn't connect to", "connection reset",
            ]
        ),
        (
            .missing,
            [
                "repository not found", "does not appear to be a git repository",
                "returned error: 404", "no such repository", "not a git repository",
                "does not exist", "no such file or directory", "repository not exported",
            ]
        ),
        (.brokenOff, ["returned error: 5", "returned error: 429"]),
        (
            .notGit,
            [
                "is this a git repository?", "bad line length character", "protocol error",
                "malformed", "returned error: ",
            ]
        ),
        (
            .brokenOff,
            [
                "early eof", "unexpected disconnect", "hung up", "index-pack failed",
                "connection closed by", "rpc failed", "unexpected eof",
                "could not read from remote",
                "operation too slow",
            ]
        ),
    ]

    /// The reason that somebody's words give, if they are known.
    init?(words: String) {
        let text = words.lowercased()
        if text.contains("dubious ownership") {
            self = .owner
            return
        }
        // `ssh`, or what stands for it in the settings.
        if text.contains("cannot run ") {
            self = .other
            return
        }
        // A missing repository of a server that hides which ones there are: `git daemon`.
        if text.contains("access denied or repository not exported") {
            self = .missing
            return
        }
        if text.contains("repository '"), text.contains("' not found") {
            self = .missing
            return
        }
        for (kind, signs) in Self.signs where signs.contains(where: text.contains) {
            self = kind
            return
        }
        return nil
    }
}

extension RemoteFailure {
    /// What the user is told.
    func refusal(isClone: Bool = false) -> Refusal {
        let place = address.shown
        let host = address.host
        let said = words.isEmpty ? "" : " (\(words))"
        switch kind {
        case .changedHostKey:
            return Refusal(
                .changedHostKey,
                "THE KEY OF \(host) HAS CHANGED: somebody may be listening in, or the server was set up anew\(said).",
                hint:
                    "Ask who runs it; if the new key is right, `ssh-keygen -R \(hostPattern)` forgets the old one."
            )
        case .unknownHostKey:
            return Refusal(
                .unknownHostKey, "The key of \(host) is not known\(said).",
                hint:
                    "`ssh-keyscan \(address.port.map { "-p \($0) " } ?? "")\(host) >host.key; ssh-keygen -lf host.key` shows the fingerprint. If its owner has the same, append the file to ~/.ssh/known_hosts."
            )
        case .certificate:
            return Refusal(
                .certificate, "The certificate of \(host) is not trusted\(said).",
                hint: "`git config http.sslCAInfo FILE` names an authority that you trust.")
        case .diskFull:
            return Refusal(
                .diskFull, "There is no room for what is fetched\(said).",
                hint: "Make room and try again; nothing half done is left.")
        case .permission:
            return Refusal(
                .file, "The repository here cannot be written\(said).",
                hint: "Check the permissions of its .git directory.")
        case .locked:
            return Refusal(
                .busy, "Another process has locked a file of the repository here\(said).",
                hint:
                    "Try again when it has ended; if no process of git works here, remove the file that ends in `.lock`."
            )
        case .noSuchReference:
            return Refusal(
                .remoteMissing, "\(place) lacks a branch that is to be fetched\(said).",
                hint: "`git ls-remote \(place)` lists what is there.")
        case .hook:
            return Refusal(
                .rejected,
                "The hook pre-push of this repository does not let the push go to \(place)\(words.isEmpty ? "" : ": \(words)").",
                hint:
                    "Mend what it names; `git rev-parse --git-path hooks/pre-push` says where the hook is."
            )
        case .authentication:
            return Refusal(
                .authentication, "\(place) does not know who you are\(said).",
                hint: address.credentialHint)
        case .forbidden:
            return Refusal(
                .forbidden, "\(place) does not let you do this\(said).",
                hint: "Ask for write access, or push to a repository of your own.")
        case .unreachable:
            return Refusal(
                .unreachable, "\(host.isEmpty ? place : host) cannot be reached\(said).",
                hint: "Check the network and the address; nothing was changed here.")
        case .missing:
            return Refusal(
                .remoteMissing, "There is no repository at \(place), or you may not see it\(said).",
                hint: isClone
                    ? "Check the address; it is one that `git clone` takes, too."
                    : .typed("`dragoman remote set-url NAME URL` mends an address."))
        case .owner:
            return Refusal(
                .forbidden, "\(place) belongs to another user\(said).",
                hint:
                    "`git config --global --add safe.directory DIRECTORY` says that you trust it."
            )
        case .notGit:
            return Refusal(
                .notGit, "What answers at \(place) is no Git server\(said).",
                hint: address.kind == .ssh
                    ? "`ssh \(host)` shows what the account prints before it runs git."
                    : "Open the address in a browser: it may be a page, a login or a proxy.")
        case .brokenOff:
            return Refusal(
                .transfer, "The transfer with \(place) broke off\(said).",
                hint: "Try again; nothing was changed here.")
        case .interrupted:
            return Refusal(
                .interrupted, "The transfer with \(place) was given up.",
                hint: "Nothing is half done; start it again when you like.")
        case .other:
            return Refusal(
                .transfer, "The transfer with \(place) failed\(said).",
                hint: "`git ls-remote \(place)` may say more.")
        }
    }

    /// How `known_hosts` names the server.
    private var hostPattern: String {
        guard let port = address.port, port != 22 else { return address.host }
        return "'[\(address.host)]:\(port)'"
    }
}

extension RemoteAddress {
    /// What makes this kind of server know who is there.
    fileprivate var credentialHint: Refusal.Hint {
        switch kind {
        case .ssh:
            "`ssh-add` gives your key to the agent; git config dragoman.sshKey names another key."
        case .http:
            "DRAGOMAN_TOKEN takes an access token; `git config credential.helper` keeps passwords."
        case .git, .path: "Use an https:// or ssh:// address, where you can say who you are."
        }
    }
}
