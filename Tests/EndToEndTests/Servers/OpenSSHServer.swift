import Foundation
import TestWorld

/// OpenSSH's server on a free port of the loopback, which ends with the value.
///
/// The user of the tests logs in to their own account, with keys that were made for it.
final class OpenSSHServer: Sendable {
    /// The port.
    var port: UInt16 { process.port }
    /// The public key that it shows, as `ssh-ed25519 AAAA…`.
    let hostKey: String
    private let process: ServerProcess
    private let sandbox: Sandbox
    private let directory: String

    static let program = "/usr/sbin/sshd"

    /// Why there can be no server, or `nil`.
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

    /// Starts a server; sessions have `variables` in their environment.
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
        // Root's server gives up its rights in this directory, which the system makes where it starts one itself.
        if getuid() == 0 { mkdir("/run/sshd", 0o755) }
        try sandbox.write(
            Self.settings(directory, variables, sandbox: sandbox), to: "sshd/sshd_config")
        let file = directory + "/sshd_config"
        // Later releases shut hosts out whose users fail too often; older ones do not know the word.
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
        // What a session would read of the account's own settings has no place in a test.
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

    /// Whether the account has no password, in the way that lets nobody in unless PAM is asked.
    private static var isLocked: Bool {
        // shadow(5): who may not read it gets no answer here, nor would their server.
        let entries = try? String(contentsOfFile: "/etc/shadow", encoding: .utf8)
        return entries.map { ("\n" + $0).contains("\n\(account.name):!") } ?? false
    }

    /// Lets the owner of a public key in, with options as `authorized_keys` has them.
    func admit(_ publicKey: String, options: String = "") throws {
        let known = try sandbox.read("sshd/authorized_keys")
        let line = options.isEmpty ? publicKey : "\(options) \(publicKey)"
        try sandbox.write(known + line + "\n", to: "sshd/authorized_keys")
    }

    /// The address of a repository in the sandbox, with the port of a line to the server if there is one.
    func url(_ path: String, over port: UInt16? = nil) -> String {
        "ssh://\(Self.account.name)@127.0.0.1:\(port ?? self.port)\(sandbox.directory)/\(path)"
    }

    /// Lets a user's ssh know the server, by the key that it shows or by another, which key to log in with, and whether it
    /// may ask.
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

    /// What the server said.
    var said: String { process.said }
}

/// An SSH agent, which ends with the value.
final class SSHAgent: Sendable {
    /// Where it is asked: `SSH_AUTH_SOCK`.
    let socket: String
    private let process: ServerProcess

    /// Starts an agent that has the keys of these files.
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
