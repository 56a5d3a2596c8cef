import ArgumentParser
import Bundles
import Languages
import Representations
import Texts
import Translation
import Workspace

/// `dragoman bundle`.
struct MakeBundle: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Create a release bundle: files, and a manifest to verify them.",
        discussion: """
            A bundle contains the files from all export profiles, manifest.json with every file's \
            hash, and provenance.json with the commit. Without profiles, it uses the formats of \
            the files that the strings came from, or i18next-json. The same events produce the \
            same bytes on every machine. Strings that a format cannot represent are omitted and \
            listed. The exit status is then 1, unless --allow-unrepresentable is given or the \
            setting “accepted-losses” accepts them. A previous bundle of the project is replaced. \
            If anything else exists at the path, nothing is written.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "The path to write: a file if it ends in .tar.gz, .tgz or .zip, and otherwise a directory.",
            valueName: "path"
        ))
    var path: String

    @Option(
        name: .customLong("profile"),
        help: ArgumentHelp(
            "Only this export profile. Can be repeated.", valueName: "name"))
    var profiles: [String] = []

    @Flag(help: "Write only reviewed texts: the latest one for each string.")
    var reviewedOnly = false

    @Flag(
        name: .customLong("no-machine"),
        help:
            "Leave out texts that are a machine's: write the latest one that is not, if there is one."
    )
    var noMachine = false

    @OptionGroup var losses: LossOptions

    @Option(
        help: ArgumentHelp(
            "The channel that the bundle is for. Apps that follow another channel refuse it.",
            valueName: "name"))
    var channel: String?

    @OptionGroup var range: AppVersionsOption

    @Option(
        help: ArgumentHelp(
            "The sequence number of the release, which must increase.", valueName: "number"))
    var sequence: Int64?

    @Option(
        help: ArgumentHelp(
            "Sign the manifest with this SSH key. If it is a public key, the SSH agent signs.",
            valueName: "key"))
    var sign: String?

    func validate() throws {
        guard path != "-" else {
            throw ValidationError(
                "A bundle is a directory or a file; it cannot be written to standard output.")
        }
        if let fault = channel.flatMap(ReleaseChannel.fault(inName:)) {
            throw ValidationError(fault)
        }
        if let sequence, sequence < 0 { throw ValidationError("--sequence must be 0 or more.") }
    }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let request = BundleRequest(
            profiles: profiles, isReviewedOnly: reviewedOnly, omitsMachine: noMachine,
            channel: channel, appVersions: try range.parsed(), sequence: sequence)
        let destination = BundleDestination(session.path(path, global))
        try destination.requireFree(for: workspace.project)
        let signing = try sign.map { key in
            (
                try BundleSigning(session.host, isAttended: session.terminal.canAsk),
                session.path(key, global)
            )
        }
        var bundle = try BundleMaker(workspace).bundle(request, at: moment.moment())
        if let (signing, key) = signing {
            bundle.signature = try signing.sign(bundle.manifestBytes, with: key)
        }
        try destination.write(bundle, of: workspace.project)
        report(bundle, in: session)
        session.say(bundle.manifest.unrepresentable, of: workspace.project)
        return losses.status(after: bundle.manifest.unrepresentable)
    }

    private func report(_ bundle: ReleaseBundle, in session: Session) {
        let manifest = bundle.manifest
        switch output.format {
        case .text:
            let files = counted(manifest.files.count, "file")
            let languages = counted(manifest.languages.count, "language")
            session.say("Wrote \(files) of \(languages) to \(Visible.escaping(path)).")
            for line in manifest.originLines { session.say(line) }
        case .json:
            session.write(bundle.json(path: path))
        }
    }
}
