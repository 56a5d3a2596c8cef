import ArgumentParser
import Bundles
import JSON
import Languages
import Machine
import Representations
import Translation
import Workspace

/// `dragoman channel set`.
struct ChannelSet: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Point a channel to a release, which its apps then load.",
        discussion: """
            Only maintainers may point channels. A branch or tag must contain the release's \
            commit. To roll back, point the channel to the earlier release: it gets a new \
            sequence number, because apps never load a lower one.

            Without --sign or --signature, the release is not signed. Apps with pinned keys then \
            keep the texts that they have.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var release: ChannelReleaseOptions

    @Option(
        help: ArgumentHelp(
            "Sign the release with this SSH key. If it is a public key, the SSH agent signs.",
            valueName: "file"))
    var sign: String?

    @Option(
        help: ArgumentHelp(
            "The signature of the release, made by `channel sign`.", valueName: "file"))
    var signature: String?

    func validate() throws {
        guard sign == nil || signature == nil else {
            throw ValidationError("Use --sign or --signature, not both.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        let isSigned = sign != nil || signature != nil
        let signing =
            isSigned
            ? try BundleSigning(session.host, isAttended: session.terminal.canAsk) : nil
        let workspace = try session.open(global)
        let made = try signature.map { try Files.read(session.path($0, global)) }
        var (plan, bundle) = try release.prepare(in: workspace) { plan in
            if isSigned { plan.renew(for: made.map { String(decoding: $0, as: UTF8.self) }) }
        }
        if let signing {
            // A refusal must come before the question for a passphrase.
            _ = try workspace.perform(plan.action, isDryRun: true)
            let bytes =
                try made
                ?? sign.map {
                    try signing.sign(bundle.manifestBytes, with: session.path($0, global))
                }
            if let bytes { try plan.add(signature: bytes, of: bundle, checkedBy: signing) }
        }
        let outcome = try workspace.perform(plan.action)
        try report(outcome, plan, in: session, workspace)
        session.say(bundle.manifest.unrepresentable, of: workspace.project)
        return .done
    }

    private func report(
        _ outcome: Outcome, _ plan: ChannelPlan, in session: Session, _ workspace: Workspace
    ) throws {
        let (names, history) = try workspace.read { snapshot in
            (try snapshot.releaseNames(), try snapshot.history(plan.name))
        }
        let channel = plan.channel
        let range = channel.appVersions.map { " for app versions \($0)" } ?? ""
        let name = Visible.escaping(names.name(of: channel.commit))
        let isRollback = history.moves.last { $0.event.id == outcome.eventIDs.first }?.isRollback
        session.report(
            outcome, output,
            saying:
                "Pointed \(plan.name) \(isRollback == true ? "back " : "")to \(name)\(range), sequence \(channel.sequence).",
            orThat: "The channel \(plan.name) already points to \(name)."
        ) { members in
            if let state = history.state { members.add("channel", state.json(names)) }
        }
        if channel.signature == nil {
            session.say(
                "note: The release is not signed. Apps with pinned keys keep the texts that they have."
            )
        }
    }
}
