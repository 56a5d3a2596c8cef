import Foundation
import TestWorld

/// A user's machine: a home directory in a sandbox, with settings for git and ssh.
struct Home {
    let sandbox: Sandbox
    let name: String
    /// Additional environment variables.
    var variables: [String: String] = [:]
    /// The time in seconds after which the user interrupts a command with Control-C.
    var patience: Int?

    init(_ name: String, in sandbox: Sandbox) throws {
        self.sandbox = sandbox
        self.name = name
        for file in ["/.gitconfig", "/.ssh/config", "/.ssh/known_hosts"] {
            try sandbox.write("", to: "home/" + name + file)
        }
    }

    /// The home directory.
    var path: String { sandbox.directory + "/home/" + name }

    private var environment: [String: String] {
        [
            "HOME": path, "GIT_CONFIG_GLOBAL": path + "/.gitconfig",
            // OpenSSH takes the home directory from the user database, not from the environment.
            "GIT_SSH_COMMAND": "ssh -F '\(path)/.ssh/config'",
            "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": "\(name)@example.org",
            "GIT_COMMITTER_NAME": name, "GIT_COMMITTER_EMAIL": "\(name)@example.org",
            "DRAGOMAN_GUID": "guid-of-\(name)",
        ].merging(variables) { $1 }
    }

    /// Changes a setting in this user's git configuration.
    func configure(_ key: String, _ value: String) throws {
        try sandbox.git("config", "--file", path + "/.gitconfig", key, value)
    }

    /// Runs git below the home directory.
    @discardableResult
    func git(_ arguments: String..., in directory: String = "") throws -> Sandbox.Result {
        try execute("/usr/bin/env", ["git"] + arguments, in: directory)
    }

    /// Runs the built program below the home directory.
    @discardableResult
    func dragoman(_ arguments: String..., in directory: String = "") throws -> Sandbox.Result {
        try execute(try Products.dragoman, arguments, in: directory)
    }

    /// Starts the built program in the home directory, at a pseudo-terminal.
    func atTerminal(_ arguments: [String]) throws -> PseudoTerminal {
        try PseudoTerminal(
            sandbox, try Products.dragoman, arguments, in: "home/\(name)", columns: 240, rows: 24,
            environment: environment)
    }

    /// Runs a program below the home directory.
    func execute(
        _ program: String, _ arguments: [String], in directory: String = ""
    ) throws -> Sandbox.Result {
        let words = [program] + arguments
        let limited = patience.map {
            // A program that ignores the signal is killed, so that no test hangs.
            ["/usr/bin/timeout", "--signal=INT", "--kill-after=10", "\($0)"] + words
        }
        let command = limited ?? words
        return try sandbox.execute(
            command[0], Array(command.dropFirst()), in: "home/\(name)/\(directory)",
            environment: environment)
    }

    /// Creates a key pair in `.ssh`, and returns the public key.
    @discardableResult
    func makeKey(_ file: String = "id_ed25519", passphrase: String = "") throws -> String {
        let made = try execute(
            "/usr/bin/ssh-keygen",
            ["-q", "-t", "ed25519", "-C", name, "-N", passphrase, "-f", ".ssh/\(file)"])
        guard made.status == 0 else { throw Failed(result: made) }
        return try sandbox.read("home/\(name)/.ssh/\(file).pub").trimmingCharacters(
            in: .whitespacesAndNewlines)
    }

    /// A program failed unexpectedly.
    struct Failed: Error {
        let result: Sandbox.Result
    }
}
