import ArgumentParser
import Bundles
import JSON
import Languages
import Representations
import Texts
import Translation
import Workspace

/// `dragoman channel`.
struct ChannelVerbs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channel",
        abstract: "Choose the releases that apps load: point, list and remove channels.",
        subcommands: [
            ChannelSet.self, ChannelList.self, ChannelHistoryVerb.self, ChannelRemove.self,
            ChannelSign.self,
        ])
}

/// The arguments that describe a release for a channel.
struct ChannelReleaseOptions: ParsableArguments {
    @Argument(help: "The channel: lower-case letters, digits and hyphens.")
    var channel: String

    @Argument(help: "The release: a tag or another revision.")
    var revision: String

    @OptionGroup var range: AppVersionsOption

    @Option(
        name: .customLong("profile"),
        help: ArgumentHelp("Only this export profile. Can be repeated.", valueName: "name"))
    var profiles: [String] = []

    @Option(
        help: ArgumentHelp(
            "The sequence number (default: one more than the channel ever had).",
            valueName: "number"))
    var sequence: Int64?

    /// Returns the plan for the release, as changed by `adjust`, and its bundle.
    func prepare(
        in workspace: Workspace, _ adjust: (inout ChannelPlan) -> Void
    ) throws -> (plan: ChannelPlan, bundle: ReleaseBundle) {
        let request = ChannelRequest(
            name: channel, revision: revision, appVersions: try range.parsed(),
            profiles: profiles, sequence: sequence)
        var plan = try workspace.readForWriting { try ChannelPlan(request, in: $0) }
        adjust(&plan)
        return (plan, try BundleMaker(workspace).bundle(plan.bundleRequest, at: plan.moment))
    }
}

/// The option for the app versions that a release is for.
struct AppVersionsOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The versions of the app that the release is for, such as '>=1.4 <2'.",
            valueName: "range"))
    var appVersions: String?

    /// Returns the range, or throws a ``Refusal`` if no version can be in it.
    func parsed() throws -> AppVersionRange? {
        try appVersions.map(ReleaseChannel.requireAppVersions)
    }
}

/// `dragoman channel remove`.
struct ChannelRemove: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a channel. Apps that follow it keep the texts that they have.",
        discussion: """
            The channel's history stays in the log. If the channel is set again later, its \
            sequence numbers continue.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The channel.")
    var channel: String

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let removal = try workspace.readForWriting { try ChannelRemoval(of: channel, in: $0) }
        let outcome = try workspace.perform(removal.action)
        session.report(
            outcome, output, saying: "Removed the channel \(channel).",
            orThat: "The channel \(channel) was already removed.")
        return .done
    }
}

/// `dragoman channel sign`.
struct ChannelSign: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Print a signature of a release for a channel, without changing the channel.",
        discussion: """
            The signature covers the manifest that apps would load: project, channel, sequence \
            number, app versions, and the hash of every file. `channel set --signature` and the \
            page “Releases” accept it, with the same sequence number, app versions and profiles.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var release: ChannelReleaseOptions

    @Option(
        help: ArgumentHelp(
            "The SSH key to sign with. If it is a public key, the SSH agent signs.",
            valueName: "file"))
    var key: String

    func run(in session: Session) throws -> ExitStatus {
        let signing = try BundleSigning(session.host, isAttended: session.terminal.canAsk)
        let workspace = try session.open(global)
        let (plan, bundle) = try release.prepare(in: workspace) { $0.renew() }
        let signature = try signing.sign(
            bundle.manifestBytes, with: session.path(key, global))
        let text = String(decoding: signature, as: UTF8.self)
        switch output.format {
        case .text: session.terminal.write(text)
        case .json:
            session.write(
                .object { members in
                    members.add("channel", plan.name)
                    members.add("commit", plan.channel.commit)
                    members.add("sequence", .integer(plan.channel.sequence))
                    members.add("signature", text)
                })
        }
        let name = try workspace.releaseNames().name(of: plan.channel.commit)
        session.say(
            "Signed \(Visible.escaping(name)) for \(plan.name), sequence \(plan.channel.sequence).")
        return .done
    }
}
