import Foundation
import TestWorld

/// Somebody's machine: a home directory of its own in a sandbox, with what git and ssh know there.
struct Home {
    let sandbox: Sandbox
    let name: String
    /// What is set in the environment besides.
    var variables: [String: String] = [:]
    /// After how many seconds the user gives up what still runs, with Control and C.
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
            // OpenSSH finds the home directory in the list of users, and not in the environment.
            "GIT_SSH_COMMAND": "ssh -F '\(path)/.ssh/config'",
            "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": "\(name)@example.org",
            "GIT_COMMITTER_NAME": name, "GIT_COMMITTER_EMAIL": "\(name)@example.org",
            "DRAGOMAN_GUID": "guid-of-\(name)",
        ].merging(variables) { $1 }
    }

    /// Sets something in git's configuration of this user.
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

    /// Starts the built program in the home directory, with somebody at its terminal.
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
            // What does not listen is killed; nothing may hang for ever.
            ["/usr/bin/timeout", "--signal=INT", "--kill-after=10", "\($0)"] + words
        }
        let command = limited ?? words
        return try sandbox.execute(
            command[0], Array(command.dropFirst()), in: "home/\(name)/\(directory)",
            environment: environment)
    }

    /// Makes a pair of keys in `.ssh`, and returns the public one.
    @discardableResult
    func makeKey(_ file: String = "id_ed25519", passphrase: String = "") throws -> String {
        let made = try execute(
            "/usr/bin/ssh-keygen",
            ["-q", "-t", "ed25519", "-C", name, "-N", passphrase, "-f", ".ssh/\(file)"])
        guard made.status == 0 else { throw Failed(result: made) }
        return try sandbox.read("home/\(name)/.ssh/\(file).pub").trimmingCharacters(
            in: .whitespacesAndNewlines)
    }

    /// A program that should have worked and did not.
    struct Failed: Error {
        let result: Sandbox.Result
    }
}
