import Git
import Machine
import Translation
import Workspace

/// Fetches, clones and pushes with the program `git`.
///
/// Git's configuration, credential helpers, SSH agent, proxies and certificates therefore work as
/// usual. Each operation throws a ``RemoteFailure``.
struct GitTransport {
    let program: String
    let repository: GitRepository
    let host: Host
    let dialogue: RemoteDialogue

    /// Lists the references of the remote repository.
    func references(of place: RemotePlace) throws -> [RemoteReference] {
        let result = try run(["ls-remote", "--", place.argument], place)
        return result.output.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", maxSplits: 1)
            guard fields.count == 2, let target = ObjectID(hex: fields[0]) else { return nil }
            return RemoteReference(name: String(fields[1]), target: target)
        }
    }

    /// Fetches objects and updates remote-tracking branches.
    ///
    /// If a branch requested by name does not exist, throws a ``RemoteFailure`` of the kind
    /// ``RemoteFailure/Kind/noSuchReference`` and fetches nothing.
    func fetch(_ fetch: Fetch, from place: RemotePlace) throws {
        var arguments = [
            "fetch", "--progress", "--no-write-fetch-head", "--no-recurse-submodules",
            "--no-auto-maintenance",
            // Without this option, git also writes to the destinations that the settings specify
            // for the requested branches.
            "--refmap=",
            fetch.prunes ? "--prune" : "--no-prune", "--no-prune-tags",
        ]
        switch fetch.tags {
        // Git has no option for this behavior. `Exchange.tags` ensures that the settings do not
        // change it.
        case .reachable: break
        case .none: arguments.append("--no-tags")
        case .all: arguments.append("--tags")
        }
        // The option accepts the remote's shallow borders. A fetch never makes a complete history
        // shallow.
        if try repository.isShallow() { arguments.append("--update-shallow") }
        _ = try run(
            arguments + ["--", place.argument] + fetch.refspecs, place,
            noting: "fetch" + (place.name.map { " " + $0 } ?? ""))
        try repository.refresh()
    }

    /// Fetches everything for a clone into an empty repository whose settings contain the remote.
    ///
    /// Replaces the directory of the repository, so the caller has to open it again. `git clone`
    /// checks for missing objects while it indexes the pack; `git fetch` would traverse all of them
    /// once more.
    func clone(_ clone: Clone, from place: RemotePlace) throws {
        let directory = repository.directoryOfRelativePaths + "/clone"
        var arguments = [
            "clone", "--no-checkout", "--no-local", "--progress", "--template=",
            "--origin=\(place.argument)", "--branch=\(clone.branch.shorthand)",
        ]
        if clone.isSingleBranch { arguments.append("--single-branch") }
        if let depth = clone.depth { arguments.append("--depth=\(depth)") }
        _ = try run(
            arguments + ["--", place.address.text, directory], place, isInRepository: false)
        try Files.remove(repository.gitDirectory)
        try Files.move(directory + "/.git", to: repository.gitDirectory)
        try Files.remove(directory)
        // The clone must be bare, like the empty repository that it replaces.
        try GitRepository.open(at: repository.gitDirectory).setString("core.bare", "true")
    }

    /// Sends objects and requests the update of each reference, without forcing any of them, unless
    /// `lease` states its present object.
    func push(
        _ updates: [PushUpdate], to place: RemotePlace, lease: Lease? = nil
    ) throws -> PushAnswer {
        let specifications = updates.map { "\($0.new):\($0.name)" }
        let result = try run(
            [
                "push", "--progress", "--porcelain", "--no-follow-tags",
                "--recurse-submodules=no",
            ] + (lease.map { [$0.argument] } ?? []) + ["--", place.argument] + specifications,
            place, mayFail: true)
        let statuses = Self.statuses(in: result.output)
        guard !statuses.isEmpty else {
            if try repository.hasPrePushHook(),
                let hook = RemoteFailure(prePushHook: result, address: place.address)
            {
                throw hook
            }
            let failure = failure(result, place)
            guard failure.kind == .missing, place.address.kind == .git else { throw failure }
            // `git daemon` sends the same message if the repository is served for fetching only.
            throw RemoteFailure(kind: .forbidden, address: place.address, words: failure.words)
        }
        return PushAnswer(statuses: statuses, words: result.remoteWords)
    }

    /// Parses the status of each reference from `git push --porcelain`, as described in
    /// `git help push` under OUTPUT.
    static func statuses(in output: String) -> [PushStatus] {
        output.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count >= 3, let colon = fields[1].lastIndex(of: ":"),
                let name = ReferenceName(String(fields[1][fields[1].index(after: colon)...]))
            else { return nil }
            guard fields[0] == "!" else { return PushStatus(name: name, rejection: nil) }
            let summary = fields[2]
            // The reason is in the parentheses at the end: `[remote rejected] (hook declined)`.
            guard let open = summary.firstIndex(of: "("), summary.hasSuffix(")") else {
                return PushStatus(name: name, rejection: RemoteWords.harmless(summary))
            }
            return PushStatus(
                name: name,
                rejection: RemoteWords.harmless(
                    summary[summary.index(after: open)...].dropLast()))
        }
    }

    // MARK: Running git

    private func run(
        _ arguments: [String], _ place: RemotePlace, mayFail: Bool = false,
        isInRepository: Bool = true, noting action: String? = nil
    ) throws -> ChildProcess.Result {
        let scratch = try ScratchDirectory(host)
        var environment = Program.gitEnvironment(host, isAttended: dialogue.isAttended)
        // The reflogs record this action instead of all the arguments.
        if let action { environment["GIT_REFLOG_ACTION"] = action }
        let settings = try settings(for: place, environment: &environment)
        var talk = GitTalk(dialogue)
        let result = try ChildProcess.run(
            program,
            settings.flatMap { ["-c", $0] } + ["-C", repository.directoryOfRelativePaths]
                + (isInRepository ? ["--git-dir=\(repository.gitDirectory)"] : []) + arguments,
            isAttended: dialogue.isAttended, environment: environment, in: scratch,
            listening: .init(hear: { talk.take($0) }, isCancelled: dialogue.isCancelled))
        talk.finish()
        if dialogue.isCancelled() {
            throw RemoteFailure(kind: .interrupted, address: place.address, words: "")
        }
        guard result.status == 0 || mayFail else { throw failure(result, place) }
        return result
    }

    /// Returns the settings that supplement Git's own: the SSH key, and the token from the
    /// environment.
    private func settings(
        for place: RemotePlace, environment: inout [String: String]
    ) throws -> [String] {
        switch place.address.kind {
        case .ssh:
            guard host.variable("GIT_SSH_COMMAND") == nil, host.variable("GIT_SSH") == nil,
                try repository.string(forKey: "core.sshCommand") == nil,
                let key = try configuredKey()
            else { return [] }
            environment["GIT_SSH_COMMAND"] = "ssh -o IdentitiesOnly=yes -i \(ShellWord.quoted(key))"
            return []
        case .http(let isEncrypted):
            guard let token = host.variable("DRAGOMAN_TOKEN"),
                isEncrypted || place.address.isLoopback
            else { return [] }
            // The helper is restricted to this server, so a redirect cannot send the token anywhere
            // else. The token itself is not in an argument, because every user on the machine can
            // read arguments.
            environment["DRAGOMAN_TOKEN"] = token
            let scheme = isEncrypted ? "https" : "http"
            let server =
                place.address.host.contains(":") ? "[\(place.address.host)]" : place.address.host
            let scope =
                "credential.\(scheme)://\(server)\(place.address.port.map { ":\($0)" } ?? "")"
            let user = ShellWord.quoted(place.address.user ?? Self.tokenUser)
            return [
                "\(scope).helper=",
                "\(scope).helper=!f() { test \"$1\" = get && printf 'username=%s\\npassword=%s\\n' \(user) \"$DRAGOMAN_TOKEN\"; }; f",
            ]
        case .path, .git: return []
        }
    }

    /// The user name sent with a token when the address contains no user name; GitHub, GitLab and
    /// Gitea accept any.
    private static let tokenUser = "x-access-token"

    /// Returns the path of the private key from `dragoman.sshKey`.
    private func configuredKey() throws -> String? {
        guard let key = try repository.string(forKey: "dragoman.sshKey"), !key.isEmpty else {
            return nil
        }
        return key.hasPrefix("~/")
            ? (host.variable("HOME") ?? "") + key.dropFirst() : host.absolute(key)
    }

    private func failure(_ result: ChildProcess.Result, _ place: RemotePlace) -> RemoteFailure {
        RemoteFailure(gitErrors: result.errors, address: place.address)
    }
}

extension RemoteFailure {
    /// Derives the reason for a failure from the error output of `git`.
    init(gitErrors errors: String, address: RemoteAddress) {
        let lines = errors.split(whereSeparator: \.isNewline).filter {
            !$0.hasPrefix("remote: ") && !$0.hasPrefix("Warning: Permanently added")
        }
        // Git reports consequences after the actual cause.
        let reasons = lines.filter { line in !Self.consequences.contains(where: line.contains) }
        let telling =
            reasons.first { RemoteFailure.Kind(words: String($0)) != nil }
            ?? reasons.last { line in
                ["fatal:", "error:", "ERROR:"].contains(where: line.hasPrefix)
            }
            ?? reasons.last ?? lines.last ?? ""
        let kind = RemoteFailure.Kind(words: reasons.joined(separator: "\n"))
        var words = RemoteWords.harmless(telling)
        for prefix in ["fatal: ", "error: ", "ERROR: "] where words.hasPrefix(prefix) {
            words.removeFirst(prefix.count)
        }
        while words.hasSuffix(".") || words.hasSuffix(":") { words.removeLast() }
        self.init(
            kind: kind ?? (reasons.isEmpty ? .brokenOff : .other), address: address, words: words)
    }

    /// Messages that git adds whenever a transfer ends early.
    private static let consequences = [
        "Could not read from remote repository", "Please make sure you have the correct access",
        "and the repository exists", "the remote end hung up unexpectedly",
        "the remote end hung up upon initial contact",
    ]
}

extension RemoteFailure {
    /// Detects from the result of `git push` that the local `pre-push` hook rejected the push; nil
    /// if something else went wrong.
    ///
    /// If the hook rejects the push, git exits with 1 and lists no reference. If the transfer
    /// fails, git exits with 128 and does not report a failed push. The hook's messages are its
    /// standard output, followed by its standard error.
    init?(prePushHook result: ChildProcess.Result, address: RemoteAddress) {
        let sign = "error: failed to push some refs to "
        let lines = result.errors.split(whereSeparator: \.isNewline)
        guard result.status == 1, lines.last?.hasPrefix(sign) == true else { return nil }
        let written = result.output.split(whereSeparator: \.isNewline) + lines.dropLast()
        let said = written.map { RemoteWords.harmless($0) }.filter { !$0.isEmpty }
        let more = said.count > Self.hookLines ? ["…"] : []
        self.init(
            kind: .hook, address: address,
            words: (said.prefix(Self.hookLines) + more).joined(separator: " / "))
    }

    /// The maximum number of lines shown from a hook.
    private static let hookLines = 20
}

extension ChildProcess.Result {
    /// The lines that the remote sent, without git's prefix and progress.
    fileprivate var remoteWords: [String] {
        var words = RemoteWords()
        return errors.split(separator: "\n").flatMap { line -> [String] in
            guard line.hasPrefix("remote: ") else { return [] }
            let text = line.dropFirst("remote: ".count)
            guard !text.contains("\r"), !GitTalk.isProgress(text) else { return [] }
            return words.take(text + "\n")
        }
    }
}

/// Quoting for a shell.
enum ShellWord {
    /// Returns the text quoted as a single word.
    static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
