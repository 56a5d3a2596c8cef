import Foundation
import Git

/// Which private keys are tried with an SSH server.
enum SSHKeys {
    /// The key that the settings name for Dragoman: git's `dragoman.sshKey`, `~/` made absolute.
    static func configured(_ repository: GitRepository, _ host: Host) throws -> String? {
        guard let key = try repository.string(forKey: "dragoman.sshKey"), !key.isEmpty else {
            return nil
        }
        return expanded(key, host)
    }

    /// The files of keys to try, in order, those that exist: of `dragoman.sshKey`, of `ssh -i` in
    /// `GIT_SSH_COMMAND` or `core.sshCommand`, of the configuration of the host, else the usual ones.
    static func files(
        _ repository: GitRepository, _ host: Host, config: SSHConfig
    ) throws -> [String] {
        if let key = try configured(repository, host) { return [key] }
        let command =
            try host.variable("GIT_SSH_COMMAND") ?? repository.string(forKey: "core.sshCommand")
        if let key = command.flatMap({ keyNamed(inCommand: $0) }) {
            return [expanded(key, host)]
        }
        let home = host.variable("HOME") ?? "/"
        let usual = ["id_ed25519", "id_ecdsa", "id_rsa"].map { "\(home)/.ssh/\($0)" }
        let named = config.identityFiles
        return (named.isEmpty ? usual : named).filter(Files.isFile)
    }

    /// The word after `-i` in a command line.
    static func keyNamed(inCommand command: String) -> String? {
        let words = command.split(separator: " ").map {
            $0.trimmingCharacters(in: CharacterSet(charactersIn: "'\""))
        }
        guard let option = words.firstIndex(where: { $0.hasPrefix("-i") }) else { return nil }
        if words[option] != "-i" { return String(words[option].dropFirst(2)) }
        return option + 1 < words.count ? words[option + 1] : nil
    }

    private static func expanded(_ path: String, _ host: Host) -> String {
        path.hasPrefix("~/")
            ? (host.variable("HOME") ?? "") + path.dropFirst() : host.absolute(path)
    }

    /// Whether a private key is locked with a passphrase, as its own bytes say.
    static func isLocked(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        // PKCS 8 and the older form of OpenSSL say so in their first lines.
        if text.contains("BEGIN ENCRYPTED PRIVATE KEY") || text.contains("Proc-Type: 4,ENCRYPTED") {
            return true
        }
        guard text.contains("BEGIN OPENSSH PRIVATE KEY") else { return false }
        let body = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        guard let data = Data(base64Encoded: body.joined()) else { return false }
        // https://cvsweb.openbsd.org/src/usr.bin/ssh/PROTOCOL.key: a mark, then the name of the cipher.
        let rest = Array(data).dropFirst("openssh-key-v1\0".utf8.count)
        return !rest.dropFirst(4).starts(with: "none".utf8)
    }
}
