import Languages
import Translation

/// A failed transfer.
struct RemoteFailure: Error, Equatable {
    enum Kind: Equatable, CaseIterable {
        /// The SSH server's key differs from the known one.
        case changedHostKey
        /// The SSH server's key is not known.
        case unknownHostKey
        /// The HTTPS server's certificate is not trusted.
        case certificate
        /// The local disk is full.
        case diskFull
        /// The files in the local repository are not writable.
        case permission
        /// Another process locked a file in the local repository, or died while it held the lock.
        case locked
        /// A branch requested by name does not exist.
        case noSuchReference
        /// The local `pre-push` hook rejected the push.
        case hook
        /// The server could not authenticate the user.
        case authentication
        /// The server authenticated the user, but denied access.
        case forbidden
        /// The host does not exist or does not respond.
        case unreachable
        /// There is no repository at the address.
        case missing
        /// The repository belongs to another user, and git was not configured to trust it.
        case owner
        /// The server does not speak Git's protocol.
        case notGit
        /// The transfer ended before it was complete.
        case brokenOff
        /// The user cancelled the transfer.
        case interrupted
        case other
    }

    let kind: Kind
    let address: RemoteAddress
    /// The error message, on one line.
    let words: String
}

extension RemoteFailure.Kind {
    /// The messages from `git` and `ssh` for each kind, in the C locale and in lower case.
    ///
    /// The first match wins.
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

    /// Classifies an error message; nil if the message is unknown.
    init?(words: String) {
        let text = words.lowercased()
        if text.contains("dubious ownership") {
            self = .owner
            return
        }
        // `ssh`, or the program configured to replace it, could not be started.
        if text.contains("cannot run ") {
            self = .other
            return
        }
        // `git daemon` reports a missing repository this way, to hide which repositories exist.
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
    /// Returns the refusal for the user.
    func refusal(isClone: Bool = false) -> Refusal {
        let place = address.shown
        let host = address.host
        let said = words.isEmpty ? "" : " (\(words))"
        switch kind {
        case .changedHostKey:
            return Refusal(
                .changedHostKey,
                "THE KEY OF \(host) HAS CHANGED: someone may be eavesdropping, or the server was "
                    + "reinstalled\(said).",
                hint:
                    "Ask its administrator. If the new key is right, remove the old one with `ssh-keygen -R \(hostPattern)`."
            )
        case .unknownHostKey:
            return Refusal(
                .unknownHostKey, "The key of \(host) is not known\(said).",
                hint:
                    "`ssh-keyscan \(address.port.map { "-p \($0) " } ?? "")\(host) >host.key; ssh-keygen -lf host.key` shows the fingerprint. If the server's owner confirms it, append the file to ~/.ssh/known_hosts."
            )
        case .certificate:
            return Refusal(
                .certificate, "The certificate of \(host) is not trusted\(said).",
                hint:
                    "Set a certificate authority that you trust with `git config http.sslCAInfo FILE`."
            )
        case .diskFull:
            return Refusal(
                .diskFull, "There is not enough disk space for the fetch\(said).",
                hint: "Free some disk space and try again. Nothing was changed.")
        case .permission:
            return Refusal(
                .file, "The local repository cannot be written\(said).",
                hint: "Check the permissions of its .git directory.")
        case .locked:
            return Refusal(
                .busy, "Another process has locked a file in this repository\(said).",
                hint:
                    "Try again when it has finished. If no git process is running here, remove the file that ends in `.lock`."
            )
        case .noSuchReference:
            return Refusal(
                .remoteMissing,
                "A branch that should be fetched does not exist at \(place)\(said).",
                hint: "`git ls-remote \(place)` lists its branches.")
        case .hook:
            return Refusal(
                .rejected,
                "This repository's pre-push hook rejects the push to "
                    + "\(place)\(words.isEmpty ? "" : ": \(words)").",
                hint:
                    "Fix the reported problem. `git rev-parse --git-path hooks/pre-push` prints the path of the hook."
            )
        case .authentication:
            return Refusal(
                .authentication, "\(place) does not know who you are\(said).",
                hint: address.credentialHint)
        case .forbidden:
            return Refusal(
                .forbidden, "\(place) does not allow you to do this\(said).",
                hint: "Ask for write access, or push to a repository of your own.")
        case .unreachable:
            return Refusal(
                .unreachable, "\(host.isEmpty ? place : host) cannot be reached\(said).",
                hint: "Check the network and the address. Nothing was changed.")
        case .missing:
            return Refusal(
                .remoteMissing,
                "There is no repository at \(place), or you do not have access to it\(said).",
                hint: isClone
                    ? "Check the address; `git clone` accepts the same addresses."
                    : .typed("Correct the address with `dragoman remote set-url NAME URL`."))
        case .owner:
            return Refusal(
                .forbidden, "\(place) belongs to another user\(said).",
                hint:
                    "If you trust it, run `git config --global --add safe.directory DIRECTORY`."
            )
        case .notGit:
            return Refusal(
                .notGit, "The server at \(place) is not a Git server\(said).",
                hint: address.kind == .ssh
                    ? "`ssh \(host)` shows what the account prints before it runs git."
                    : "Open the address in a browser: it may be a page, a login or a proxy.")
        case .brokenOff:
            return Refusal(
                .transfer, "The transfer with \(place) was interrupted\(said).",
                hint: "Try again. Nothing was changed.")
        case .interrupted:
            return Refusal(
                .interrupted, "The transfer with \(place) was cancelled.",
                hint: "Nothing was changed. Start it again at any time.")
        case .other:
            return Refusal(
                .transfer, "The transfer with \(place) failed\(said).",
                hint: "`git ls-remote \(place)` may show more details.")
        }
    }

    /// The server's name in `known_hosts`.
    private var hostPattern: String {
        guard let port = address.port, port != 22 else { return address.host }
        return "'[\(address.host)]:\(port)'"
    }
}

extension RemoteAddress {
    /// A hint about authentication with this kind of server.
    fileprivate var credentialHint: Refusal.Hint {
        switch kind {
        case .ssh:
            "Add your key to the agent with `ssh-add`, or set another key with `git config dragoman.sshKey`."
        case .http:
            "Set DRAGOMAN_TOKEN to an access token, or store a password with `git config credential.helper`."
        case .git, .path: "Use an https:// or ssh:// address, which supports authentication."
        }
    }
}
