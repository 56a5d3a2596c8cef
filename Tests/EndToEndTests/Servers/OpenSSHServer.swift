import Foundation
import TestWorld

/// OpenSSH's server on a free port of the loopback; it ends when the value is released.
///
/// The user of the tests logs in to their own account, with newly created keys.
final class OpenSSHServer: Sendable {
    var port: UInt16 { process.port }
    /// The server's public key, as `ssh-ed25519 AAAA…`.
    let hostKey: String
    private let process: ServerProcess
    private let sandbox: Sandbox
    private let directory: String

    static let program = "/usr/sbin/sshd"

    /// The reason why the server cannot run, or `nil`.
    static var obstacle: String? {
        guard FileManager.default.isExecutableFile(atPath: program) else {
            return "openssh-server is not installed"
        }
        guard let shell = account.shell, !["nologin", "false"].contains(shell.lastPathComponent)
        else { return "the user of the tests has no shell to log in to" }
        return nil
    }

    private static var account: (name: String, shell: URL?) {
        guard let entry = getpwuid(getuid())?.pointee, let name = entry.pw_name else {
            return (NSUserName(), nil)
        }
        let shell = entry.pw_shell.map { String(cString: $0) } ?? ""
        return (
            String(cString: name), URL(fileURLWithPath: shell.isEmpty ? "/bin/sh" : shell)
        )
    }

    /// Starts a server; sessions get `variables` in their environment.
    init(in sandbox: Sandbox, variables: [String: String] = [:]) throws {
        self.sandbox = sandbox
        directory = sandbox.directory + "/sshd"
        try sandbox.write("", to: "sshd/authorized_keys")
        try sandbox.write("", to: "sshd/home/.gitconfig")
        let made = try sandbox.execute(
            "/usr/bin/ssh-keygen",
            ["-q", "-t", "ed25519", "-C", "host", "-N", "", "-f", "sshd/host_key"])
        guard made.status == 0 else { throw Home.Failed(result: made) }
        hostKey = try sandbox.read("sshd/host_key.pub").split(separator: " ").prefix(2)
            .joined(separator: " ")
        // The root server drops its privileges in this directory, which the system's service would
        // create.
        if getuid() == 0 { mkdir("/run/sshd", 0o755) }
        try sandbox.write(
            Self.settings(directory, variables, sandbox: sandbox), to: "sshd/sshd_config")
        let file = directory + "/sshd_config"
        // Later releases block hosts whose users fail too often; older ones do not know the option.
        let lenient = ["-o", "PerSourcePenalties=no"]
        let knows = try sandbox.execute(Self.program, ["-t", "-f", file] + lenient).status == 0
        process = try ServerProcess.start(
            log: directory + "/log", readyWord: "Server listening on",
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"]
        ) { port in
            [Self.program, "-D", "-e", "-f", file, "-p", "\(port)"] + (knows ? lenient : [])
        }
    }

    private static func settings(
        _ directory: String, _ variables: [String: String], sandbox: Sandbox
    ) -> String {
        // A test session must not read the account's own settings.
        let environment = [
            "HOME": directory + "/home", "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CONFIG_SYSTEM": "/dev/null", "PATH": "/usr/local/bin:/usr/bin:/bin",
        ].merging(variables) { $1 }
        let pairs = environment.sorted { $0.key < $1.key }.map { "\"\($0.key)=\($0.value)\"" }
        return """
            ListenAddress 127.0.0.1
            HostKey \(directory)/host_key
            AuthorizedKeysFile \(directory)/authorized_keys
            PidFile none
            StrictModes no
            UsePAM \(isLocked ? "yes" : "no")
            UseDNS no
            PermitRootLogin yes
            PasswordAuthentication no
            KbdInteractiveAuthentication no
            PermitUserRC no
            MaxStartups 200
            LogLevel VERBOSE
            SetEnv \(pairs.joined(separator: " "))

            """
    }

    /// Whether the account has a locked password, with which only PAM lets the user log in.
    private static var isLocked: Bool {
        // shadow(5): without read permission the answer is unknown, here and for the server.
        let entries = try? String(contentsOfFile: "/etc/shadow", encoding: .utf8)
        return entries.map { ("\n" + $0).contains("\n\(account.name):!") } ?? false
    }

    /// Allows the owner of a public key to log in, with options as in `authorized_keys`.
    func admit(_ publicKey: String, options: String = "") throws {
        let known = try sandbox.read("sshd/authorized_keys")
        let line = options.isEmpty ? publicKey : "\(options) \(publicKey)"
        try sandbox.write(known + line + "\n", to: "sshd/authorized_keys")
    }

    /// Returns the address of a repository in the sandbox, on the port of a line to the server if
    /// given.
    func url(_ path: String, over port: UInt16? = nil) -> String {
        "ssh://\(Self.account.name)@127.0.0.1:\(port ?? self.port)\(sandbox.directory)/\(path)"
    }

    /// Configures a user's ssh: the server's key or another one, the key to log in with, and
    /// whether it may ask.
    func introduce(
        to home: Home, hostKey: String?, key: String? = "id_ed25519", over port: UInt16? = nil,
        asks: Bool = false
    ) throws {
        let known = hostKey.map { "[127.0.0.1]:\(port ?? self.port) \($0)\n" } ?? ""
        try sandbox.write(known, to: "home/\(home.name)/.ssh/known_hosts")
        let identity = key.map { "IdentityFile \(home.path)/.ssh/\($0)" } ?? "IdentityFile none"
        try sandbox.write(
            """
            BatchMode \(asks ? "no" : "yes")
            UserKnownHostsFile \(home.path)/.ssh/known_hosts
            GlobalKnownHostsFile /dev/null
            StrictHostKeyChecking yes
            IdentitiesOnly \(key == nil ? "no" : "yes")
            \(identity)

            """, to: "home/\(home.name)/.ssh/config")
    }

    /// The server's log output.
    var said: String { process.said }
}

/// An SSH agent, which ends when the value is released.
final class SSHAgent: Sendable {
    /// The path of its socket: `SSH_AUTH_SOCK`.
    let socket: String
    private let process: ServerProcess

    /// Starts an agent with the keys of these files.
    init(in sandbox: Sandbox, keys: [String]) throws {
        let socket = sandbox.directory + "/agent"
        self.socket = socket
        process = try ServerProcess.start(
            log: sandbox.directory + "/agent.log", readyWord: "Agent pid",
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"]
        ) { _ in ["/usr/bin/ssh-agent", "-D", "-a", socket] }
        for key in keys {
            let added = try sandbox.execute(
                "/usr/bin/ssh-add", ["-q", key], environment: ["SSH_AUTH_SOCK": socket])
            guard added.status == 0 else { throw Home.Failed(result: added) }
        }
    }
}
