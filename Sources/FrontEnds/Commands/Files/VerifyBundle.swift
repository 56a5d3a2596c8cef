import ArgumentParser
import Bundles
import Languages
import Machine
import Policy
import Representations
import Translation
import Workspace

/// `dragoman verify`.
struct VerifyBundle: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify a release bundle, or a history against the project's rules.",
        discussion: """
            For a bundle, verifies its files, its origin and its signature. Every file is checked \
            against manifest.json, without a repository. In a repository, the bundle must belong \
            to its project. It is rebuilt from its commit or from --rev, and compared. With \
            --signers, one of the signers must have signed it. The output lists everything that \
            was not checked. Exit 1 if anything does not match.

            With --history, each commit on the branch is checked as a server's hook checks a push: \
            against the settings and signers in effect before it. --as-push treats a range as a \
            single push, such as a pull request.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(
        help:
            "A directory or file created by `bundle`; with --history, the commits A..B (default: all)."
    )
    var path: String?

    @Flag(help: "Verify the branch's history.")
    var history = false

    @Flag(help: "With --history: treat the range as a single push.")
    var asPush = false

    @Option(
        help: ArgumentHelp(
            "With --history: apply the settings and signers from this revision, and treat the range as a single push.",
            valueName: "rev"))
    var rules: String?

    @Option(help: ArgumentHelp("Compare with the tree of this revision.", valueName: "rev"))
    var rev: String?

    @Option(
        help: ArgumentHelp(
            "Require a signature from someone listed in this file, which is in the ssh-keygen(1) format for allowed signers.",
            valueName: "file"))
    var signers: String?

    @Option(
        help: ArgumentHelp(
            "The signature, if it is not in the bundle.", valueName: "file"))
    var signature: String?

    @Option(help: ArgumentHelp("Accept only this person's signature.", valueName: "who"))
    var identity: String?

    func validate() throws {
        guard !history else {
            guard rev == nil, signers == nil, signature == nil, identity == nil else {
                throw ValidationError(
                    "--history cannot be combined with --rev, --signers, --signature or --identity."
                )
            }
            return
        }
        guard !asPush, rules == nil else {
            throw ValidationError("--as-push and --rules require --history.")
        }
        guard path != nil else { throw ValidationError("Missing expected argument '<path>'") }
        guard signers == nil, signature != nil || identity != nil else { return }
        throw ValidationError("--signature and --identity require --signers.")
    }

    func run(in session: Session) throws -> ExitStatus {
        if history {
            let result = try HistoryVerifier(session.open(global))
                .verify(path, asPush: asPush, rules: rules)
            return session.report(result, output)
        }
        let workspace = try repository(session)
        var report = try BundleReport(at: session.path(path ?? "", global))
        if let workspace {
            try BundleVerifier(workspace).verify(&report, against: rev)
        } else {
            report.leave(
                "The bundle was not compared with a repository, because there is none here. Use -C to specify one."
            )
        }
        if let signers {
            let signing = try BundleSigning(
                session.host, isAttended: session.terminal.canAsk)
            try signing.verify(
                &report, signers: session.path(signers, global),
                signature: try signature.map { try Files.read(session.path($0, global)) },
                identity: identity)
        } else if report.isSigned {
            report.leave(
                "The signature was not checked. Use --signers to specify the allowed signers.")
        }
        switch output.format {
        case .text: write(report, to: session)
        case .json: session.write(report.json)
        }
        return report.isOK ? .done : .found
    }

    /// Returns the project's repository, or nil if none exists and no option requests one.
    private func repository(_ session: Session) throws -> Workspace? {
        let isAsked =
            rev != nil || global.directory != nil || global.branch != nil
            || session.host.variable("DRAGOMAN_DIR") != nil
        do {
            return try session.open(global)
        } catch {
            guard !isAsked, let refusal = error as? Refusal, refusal.code == .repository else {
                throw error
            }
            return nil
        }
    }

    private func write(_ report: BundleReport, to session: Session) {
        let style = session.style
        for problem in report.problems {
            let place = problem.path.map { Visible.escaping($0) + ": " } ?? ""
            session.terminal.write(
                "\(style.red(problem.kind.rawValue))  \(place)\(Visible.escaping(problem.message))\n"
            )
        }
        if let manifest = report.manifest {
            session.terminal.write(
                "\(counted(manifest.files.count, "file")) of \(counted(manifest.languages.count, "language")), digest \(manifest.digest)\n"
            )
            for line in manifest.originLines { session.terminal.write(line + "\n") }
        }
        if let commit = report.comparedCommit {
            session.terminal.write("compared with the commit \(commit)\n")
        }
        if let signer = report.signer {
            session.terminal.write(
                "signed by \(Visible.escaping(signer.identity)) with \(Visible.escaping(signer.key))\n"
            )
        }
        for sentence in report.unchecked { session.say("note: \(sentence)") }
        session.terminal.write(report.isOK ? "ok\n" : "not ok\n")
    }
}
