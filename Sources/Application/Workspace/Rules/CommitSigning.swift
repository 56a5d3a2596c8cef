import Git
import GitEventStore
import JSON
import Machine
package import Translation

/// Signs new commits with an SSH key, as `git commit` does.
///
/// Reads Git's configuration: `commit.gpgsign`, `gpg.format`, `user.signingkey` (a file, `key::…`
/// or a literal key whose private key is in the agent) and `gpg.ssh.program`. Rejects OpenPGP and
/// X.509, instead of leaving commits unsigned. See
/// <https://git-scm.com/docs/git-config#Documentation/git-config.txt-gpgformat>.
struct CommitSigning: Sendable {
    private let repository: GitRepository
    private let host: Host

    init(_ repository: GitRepository, host: Host) {
        self.repository = repository
        self.host = host
    }

    /// Returns the signature of a commit's bytes, or `nil` if Git is not configured to sign.
    @Sendable func signature(_ content: [UInt8]) throws -> String? {
        guard let key = try key() else { return nil }
        let program = try program()
        let scratch = try ScratchDirectory(host)
        let file = try scratch.add(content, as: "commit")
        var arguments = ["-Y", "sign", "-n", "git"]
        switch key {
        case .file(let path): arguments += ["-f", path]
        case .literal(let text):
            // `-U` means that the private key is in the agent.
            arguments += ["-f", try scratch.add(Array((text + "\n").utf8), as: "key.pub"), "-U"]
        }
        var environment = host.environment
        environment["LC_ALL"] = "C"
        environment["DISPLAY"] = nil
        environment["SSH_ASKPASS_REQUIRE"] = "never"
        let result = try ChildProcess.run(
            program, arguments + [file], isAttended: false, environment: environment, in: scratch)
        guard result.status == 0, Files.isFile(file + ".sig") else {
            let words = (result.errors + result.output).split(whereSeparator: \.isNewline).last
            throw Refusal(
                .unsigned,
                "The commit cannot be signed: "
                    + "\(words.map(String.init) ?? "ssh-keygen gives no reason").",
                hint:
                    "If the key has a passphrase, add it to an agent with `ssh-add KEY`; user.signingkey names the key."
            )
        }
        let text = String(decoding: try Files.read(file + ".sig"), as: UTF8.self)
        return text.utf8.last == UInt8(ascii: "\n") ? String(text.dropLast()) : text
    }

    /// Returns true if new commits are signed.
    func isOn() throws -> Bool { try key() != nil }

    private enum Key {
        case file(String)
        case literal(String)
    }

    private func key() throws -> Key? {
        guard try repository.bool(forKey: "commit.gpgsign") == true else { return nil }
        let format = try repository.string(forKey: "gpg.format") ?? "openpgp"
        guard format == "ssh" else {
            throw Refusal(
                .unsigned,
                "Git is configured to sign commits in the format \(format), but Dragoman signs with SSH "
                    + "keys only.",
                hint:
                    "Run `git config gpg.format ssh` and `git config user.signingkey ~/.ssh/KEY.pub`, or `git config commit.gpgsign false`."
            )
        }
        guard let name = try repository.string(forKey: "user.signingkey"), !name.isEmpty else {
            throw Refusal(
                .unsigned, "`commit.gpgsign` is set, but `user.signingkey` is not.",
                hint: "Set a key with `git config user.signingkey ~/.ssh/KEY.pub`.")
        }
        if name.hasPrefix("key::") { return .literal(String(name.dropFirst(5))) }
        if name.hasPrefix("ssh-") { return .literal(name) }
        let home = host.variable("HOME") ?? ""
        let path = name.hasPrefix("~/") ? home + name.dropFirst(1) : name
        let file = path.hasPrefix("/") ? path : host.absolute(path)
        guard Files.isFile(file) else {
            throw Refusal(
                .unsigned, "There is no key \(file) to sign the commit with.",
                hint: "Set another key with `git config user.signingkey ~/.ssh/KEY.pub`.")
        }
        return .file(file)
    }

    private func program() throws -> String {
        let name = try repository.string(forKey: "gpg.ssh.program") ?? "ssh-keygen"
        if name.hasPrefix("/") { return name }
        if let found = Program.find(name, on: host) { return found }
        throw Refusal(
            .unsigned, "Signatures need \(name), which is not in PATH.",
            hint: "Install OpenSSH; on Debian: `apt-get install openssh-client`.")
    }
}

extension CommitSigning {
    /// Returns true if the project requires signed commits.
    static func isWanted(by state: some StateReader) throws -> Bool {
        try state.setting(Setting.signed.name).value?.boolValue == true
    }

    /// Throws if Git is not configured to sign, because the project requires signed commits.
    func refuseUnsigned() throws {
        guard try !isOn() else { return }
        throw Refusal(
            .unsigned, "The project requires signed commits, but `commit.gpgsign` is not set.",
            hint:
                "Run `git config commit.gpgsign true`, `git config gpg.format ssh` and `git config user.signingkey ~/.ssh/KEY.pub`."
        )
    }
}

extension ProjectScope {
    /// Throws if the project requires signed commits in `state`, and Git is not configured to sign.
    package func refuseUnsigned(in state: some StateReader) throws {
        guard try CommitSigning.isWanted(by: state) else { return }
        try CommitSigning(store.repository, host: host).refuseUnsigned()
    }
}
