import Git
import Machine
import Translation

/// Checks the signatures of commits against the project's list of keys.
final class CommitSignatures {
    /// The result of checking a commit's signature.
    enum Result {
        /// The commit has no signature.
        case unsigned
        /// The signature is valid and belongs to a known person.
        case good(Pusher.Identity)
        /// The signature is invalid, for the given reason.
        case bad(String)
    }

    /// The time at which a key must be valid.
    enum Moment {
        /// The same time for all commits, the time of the push, in seconds since 1970.
        case at(Int64)
        /// The committer time of each commit.
        case ofCommit
    }

    private let repository: GitRepository
    private let host: Host
    private let keys: [SigningKey]
    private let moment: Moment
    private let program: String?
    /// The directory for `ssh-keygen`'s files, created for the first signature.
    private var directory: ScratchDirectory?

    init(
        _ repository: GitRepository, keys: [SigningKey], moment: Moment, host: Host
    ) {
        self.repository = repository
        self.host = host
        self.keys = keys
        self.moment = moment
        program = Program.find("ssh-keygen", on: host)
    }

    /// Checks the signature of a commit.
    ///
    /// Cost: none if the commit is unsigned. Otherwise `ssh-keygen` runs up to twice, plus once for
    /// each person with the key.
    func check(_ commit: Commit) throws -> Result {
        guard let signature = try repository.signature(of: commit.id) else { return .unsigned }
        guard signature.text.starts(with: Array("-----BEGIN SSH SIGNATURE-----".utf8)) else {
            return .bad("its signature is not an OpenSSH signature; OpenPGP is not supported")
        }
        guard !keys.isEmpty else { return .bad("the project has no signers") }
        guard let program else {
            throw Refusal(
                .file, "Signatures need ssh-keygen, which is not in PATH.",
                hint: "Install OpenSSH; on Debian: `apt-get install openssh-client`.")
        }
        let scratch = try directory ?? ScratchDirectory(host)
        directory = scratch
        let file = try scratch.add(signature.text, as: "signature")
        let content = try scratch.add(signature.content, as: "content")
        let signers = try scratch.add(
            Array(keys.map(\.allowedSignersLine).joined().utf8), as: "signers")
        let time = "-Overify-time=" + verifyTime(of: commit)
        let found = try run(
            program, scratch, ["-Y", "find-principals", "-s", file, "-f", signers, time])
        let names = found.status == 0 ? Self.names(in: found.output) : []
        var emails: [String] = []
        for name in names {
            let verified = try run(
                program, scratch,
                ["-Y", "verify", "-n", "git", "-s", file, "-f", signers, "-I", name, time],
                input: content)
            if verified.status == 0 { emails.append(name) }
        }
        guard emails.isEmpty else {
            return .good(Pusher.Identity(emails: emails, name: "a signer"))
        }
        let whole = try run(
            program, scratch, ["-Y", "check-novalidate", "-n", "git", "-s", file], input: content)
        return .bad(
            whole.status == 0
                ? "it is signed with a key that the project did not list at that time"
                : "its signature does not belong to this commit")
    }

    private func run(
        _ program: String, _ scratch: ScratchDirectory, _ arguments: [String], input: String? = nil
    ) throws -> ChildProcess.Result {
        var environment = host.environment
        environment["LC_ALL"] = "C"
        environment["TZ"] = "UTC"
        return try ChildProcess.run(
            program, arguments, input: input, isAttended: false, environment: environment,
            in: scratch)
    }

    /// Returns the time in OpenSSH's format, `YYYYMMDDHHMMSS`, for an environment in UTC.
    private func verifyTime(of commit: Commit) -> String {
        let seconds =
            switch moment {
            case .at(let seconds): seconds
            case .ofCommit: commit.committer.secondsSinceEpoch
            }
        let text = Timestamp.text(seconds: max(seconds, 0))
        return String(text.prefix(19).filter(\.isNumber))
    }

    private static func names(in output: String) -> Set<String> {
        Set(
            output.utf8.split { [0x0A, 0x0D, UInt8(ascii: ",")].contains($0) }
                .map { String(Substring($0)) })
    }
}
