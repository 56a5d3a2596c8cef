import Git
import Translation

/// Names and passwords for HTTP: a token of the environment, else what git's credential helpers know.
final class HTTPCredentials {
    /// The name that goes with a token where the address has none: GitHub, GitLab and Gitea take any.
    static let tokenUser = "x-access-token"

    private let address: RemoteAddress
    private let host: Host
    private let isAttended: Bool
    private let git: String?
    private let helpers: [String]
    private var hasTriedToken = false
    /// What a helper gave, and what it is to be told of that.
    private var given: (username: String, password: String)?

    init(
        _ address: RemoteAddress, repository: GitRepository, host: Host, isAttended: Bool
    ) throws {
        self.address = address
        self.host = host
        self.isAttended = isAttended
        git = Program.find("git", on: host)
        helpers = try repository.settings(matching: "^credential\\.helper$").map(\.value)
            .filter { !$0.isEmpty }
    }

    /// The next answer to give, or `nil` if there is none left.
    func next(username: String?) throws -> RemoteCredential? {
        if let given {
            tell("erase", given)
            self.given = nil
            return nil
        }
        if !hasTriedToken {
            hasTriedToken = true
            if let token = host.variable("DRAGOMAN_TOKEN"), isSafe {
                return .password(
                    username: username ?? address.user ?? Self.tokenUser, password: token)
            }
        }
        guard let found = try fill(username: username ?? address.user) else { return nil }
        given = found
        return .password(username: found.username, password: found.password)
    }

    /// Tells the helper that what it gave was right.
    func approve() {
        guard let given else { return }
        tell("store", given)
        self.given = nil
    }

    /// A token goes over an encrypted line only, or not over any.
    private var isSafe: Bool {
        address.kind == .http(isEncrypted: true) || address.isLoopback
    }

    private func fill(
        username: String?
    ) throws -> (username: String, password: String)? {
        let answer = try ask("get", description(username: username, password: nil))
        var fields: [Substring: String] = [:]
        for line in answer.split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            fields[line[..<equals]] = String(line[line.index(after: equals)...])
        }
        guard let password = fields["password"] else { return nil }
        return (fields["username"] ?? username ?? "", password)
    }

    private func tell(_ verb: String, _ known: (username: String, password: String)) {
        // A helper that fails to keep or forget is no reason to fail.
        _ = try? ask(verb, description(username: known.username, password: known.password))
    }

    /// The attributes of `git-credential`, a line each.
    private func description(username: String?, password: String?) -> String {
        let host = address.host.contains(":") ? "[\(address.host)]" : address.host
        var lines = [
            "protocol=\(address.kind == .http(isEncrypted: true) ? "https" : "http")",
            "host=\(host)\(address.port.map { ":\($0)" } ?? "")",
        ]
        let path = address.path.drop { $0 == "/" }
        if !path.isEmpty { lines.append("path=\(path)") }
        if let username { lines.append("username=\(username)") }
        if let password { lines.append("password=\(password)") }
        return lines.joined(separator: "\n") + "\n\n"
    }

    /// Asks `git credential`, which asks the helpers and, if somebody is there, the terminal; without git, helpers
    /// that can be started without it.
    private func ask(_ verb: String, _ input: String) throws -> String {
        let scratch = try ScratchDirectory(host)
        let file = try scratch.add(Array(input.utf8), as: "credential")
        var environment = Program.gitEnvironment(host, isAttended: isAttended)
        environment["LC_ALL"] = host.variable("LC_ALL")
        func run(_ program: String, _ arguments: [String]) throws -> String {
            let result = try ChildProcess.run(
                program, arguments, input: file, isAttended: isAttended, environment: environment,
                in: scratch)
            return result.status == 0 ? result.output : ""
        }
        if let git {
            let names = ["get": "fill", "store": "approve", "erase": "reject"]
            return try run(git, ["credential", names[verb] ?? verb])
        }
        for helper in helpers {
            // gitcredentials(7): `!` begins a command, `/` a path, and else it is `git-credential-NAME`.
            let command =
                helper.hasPrefix("!")
                ? String(helper.dropFirst())
                : helper.hasPrefix("/") ? helper : "git-credential-\(helper)"
            let answer = try run("/bin/sh", ["-c", "\(command) \(verb)"])
            if !answer.isEmpty || verb != "get" { return answer }
        }
        return ""
    }
}
