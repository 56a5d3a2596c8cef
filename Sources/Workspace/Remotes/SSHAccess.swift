import Crypto
import Foundation
import Git

/// How libgit2 gets into an SSH server: as OpenSSH would, as far as its settings can be followed.
final class SSHAccess {
    let config: SSHConfig
    private let address: RemoteAddress
    private let host: Host
    private let dialogue: RemoteDialogue
    private let knownHosts: KnownHosts
    private var steps: [Step]

    private enum Step {
        case agent
        case key(String)
    }

    init(
        _ address: RemoteAddress, _ repository: GitRepository, _ host: Host,
        _ dialogue: RemoteDialogue
    ) throws {
        self.address = address
        self.host = host
        self.dialogue = dialogue
        let home = host.variable("HOME") ?? "/"
        func text(_ path: String) -> String {
            ((try? Files.read(path)).map { String(decoding: $0, as: UTF8.self) }) ?? ""
        }
        config = SSHConfig(
            text("\(home)/.ssh/config") + "\nHost *\n" + text("/etc/ssh/ssh_config"),
            host: address.host, home: home)
        let files =
            config.knownHostsFiles.isEmpty
            ? ["\(home)/.ssh/known_hosts", "\(home)/.ssh/known_hosts2"] : config.knownHostsFiles
        knownHosts = KnownHosts((files + ["/etc/ssh/ssh_known_hosts"]).map(text))
        let keys = try SSHKeys.files(repository, host, config: config).map(Step.key)
        let hasAgent = host.variable("SSH_AUTH_SOCK") != nil
        let isChosen = try SSHKeys.configured(repository, host) != nil
        // A key that was named is the one that is meant, whatever else the agent has.
        steps = hasAgent ? (isChosen ? keys + [.agent] : [.agent] + keys) : keys
    }

    /// The address with what the settings say of the host.
    var url: String {
        let host = config.hostName ?? address.host
        let place = host.contains(":") ? "[\(host)]" : host
        let port = (address.port ?? config.port).map { ":\($0)" } ?? ""
        let path =
            address.text.contains("://") || address.path.hasPrefix("/")
            ? address.path : "/~/" + address.path
        // Without a scheme, a path is one below the home directory: `host:path`.
        if !address.text.contains("://"), port.isEmpty, !address.path.hasPrefix("/") {
            return "\(user)@\(place):\(address.path)"
        }
        return "ssh://\(user)@\(place)\(port)\(path)"
    }

    /// The user to log in as: of the address, of the settings, else the one who is here.
    private var user: String {
        address.user ?? config.user ?? host.variable("USER") ?? host.variable("LOGNAME")
            ?? "git"
    }

    /// Whether the key that the server shows is the known one; throws what is to be said if not.
    func accepts(_ key: HostKey) throws -> Bool {
        let host = config.hostName ?? address.host
        let port = address.port ?? config.port ?? 22
        let shown =
            "\(key.kind) SHA256:\(Data(key.fingerprint).base64EncodedString().filter { $0 != "=" })"
        switch knownHosts.verdict(on: key, host: host, port: port) {
        case .known: return true
        case .unknown:
            throw RemoteFailure(kind: .unknownHostKey, address: address, words: shown)
        case .changed:
            throw RemoteFailure(kind: .changedHostKey, address: address, words: shown)
        case .revoked:
            throw RemoteFailure(
                kind: .changedHostKey, address: address, words: "\(shown) is revoked")
        }
    }

    /// The next answer to a server that asks who is there, or `nil` if there is none left.
    func next(_ request: CredentialRequest) throws -> RemoteCredential? {
        let name = request.username ?? user
        if request.kinds.contains(.username), !request.kinds.contains(.key) {
            return .username(name)
        }
        guard request.kinds.contains(.key) else { return nil }
        while !steps.isEmpty {
            switch steps.removeFirst() {
            case .agent: return .agent(username: name)
            case .key(let path):
                guard let bytes = try? Files.read(path) else { continue }
                guard SSHKeys.isLocked(bytes) else {
                    return .key(username: name, path: path, passphrase: nil)
                }
                guard dialogue.isAttended, let passphrase = dialogue.passphrase(ofKey: path),
                    !passphrase.isEmpty
                else { continue }
                return .key(username: name, path: path, passphrase: passphrase)
            }
        }
        return nil
    }
}
