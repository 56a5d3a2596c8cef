import ArgumentParser
import JSON
import Languages
import Policy
import Representations
import Translation
import Workspace

/// `dragoman receive`: called by a server's `pre-receive` hook.
struct Receive: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "receive",
        abstract: "Check a push on a server before it is accepted.",
        discussion: """
            Reads a line `old new ref` for each reference, as Git passes it to the `pre-receive` \
            hook. Checks the branches with translations against the settings and signers in effect \
            before the push. Exit 1 rejects the push. The push is accepted if the exit status is 0 \
            and the last line of output is `judged N: accepted`, where N is the number of \
            references. --install installs the hook in the repository, but never replaces another \
            hook.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Install the hook in this repository.")
    var install = false

    /// The maximum number of findings shown per reference in text output.
    ///
    /// JSON output contains all findings.
    private static let shown = 50

    func run(in session: Session) throws -> ExitStatus {
        let directory = session.directory(global)
        if install {
            let path = try Workspace.installServerHook(directory, host: session.host)
            session.say("Installed \(Visible.escaping(path)).")
            return .done
        }
        let updates = try updates(session)
        let reception = try PushReception(
            directory, branch: global.branch ?? Workspace.defaultBranch, host: session.host)
        let results = try reception.findings(of: updates)
        switch output.format {
        case .json: session.write(.array(results.map { $0.update.json($0.findings) }))
        case .text:
            for (update, findings) in results { write(update, findings, to: session) }
        }
        guard results.allSatisfy(\.findings.isAllowed) else { return .found }
        if output.format == .text { session.terminal.write(Self.verdict(on: results.count)) }
        return .done
    }

    /// Returns the line that the hook requires before it accepts a push.
    ///
    /// If the program crashes, the line is missing, and the push is rejected.
    private static func verdict(on count: Int) -> String { "judged \(count): accepted\n" }

    private func updates(_ session: Session) throws -> [PushReception.Update] {
        let text = String(decoding: try session.inputBytes(), as: UTF8.self)
        return try text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
            let line = String(Substring(line))
            guard let update = PushReception.Update(line: line) else {
                throw Refusal(
                    .invalidValue, "“\(Visible.escaping(line))” is not a valid line of push input.",
                    hint:
                        "Pass lines of the form `old new ref`, as Git does for the pre-receive hook."
                )
            }
            return update
        }
    }

    private func write(
        _ update: PushReception.Update, _ findings: [PolicyFinding], to session: Session
    ) {
        guard !findings.isEmpty else { return }
        // Errors come first, so that they are never cut off.
        let sorted =
            findings.filter { $0.severity == .error } + findings.filter { $0.severity != .error }
        for finding in sorted.prefix(Self.shown) {
            session.terminal.write(finding.line(session.style))
        }
        if sorted.count > Self.shown {
            session.terminal.write("… and \(sorted.count - Self.shown) more\n")
        }
        let errors = findings.count { $0.severity == .error }
        guard errors > 0 else { return }
        let reference = Visible.escaping(update.reference)
        session.say(
            "refused: \(reference): the push breaks \(counted(errors, "rule")) of the project.")
        session.say("hint: \(Self.hint(findings))")
    }

    private static func hint(_ findings: [PolicyFinding]) -> String {
        let rules = Set(findings.filter { $0.severity == .error }.map(\.rule))
        if rules.contains(.rewound) || rules.contains(.lost) {
            return
                "Use `git fetch` and `git merge` to restore commits, or `dragoman fsck --restore` to restore events that a commit removed."
        }
        if rules.contains(.signature) {
            return
                "Use `git config commit.gpgsign true` and `git config gpg.format ssh` to sign commits. Squashing and rebasing remove signatures."
        }
        return
            "Remove the listed commits from your push, or ask a maintainer of the project."
    }
}
