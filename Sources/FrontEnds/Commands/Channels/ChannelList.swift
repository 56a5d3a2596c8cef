import ArgumentParser
import Bundles
import JSON
import Languages
import Representations
import Texts
import Translation
import Workspace

/// `dragoman channel list`.
struct ChannelList: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the channels, with their releases.",
        discussion: """
            SINCE is the time in UTC at which the channel was pointed to the release. SIGNED \
            shows the key of the signature, and its owner if the setting “signers” lists the key; \
            `verify` checks signatures. Exit 1 if the value of a channel cannot be read, or if \
            two changes of a channel contradict each other.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let (states, names, signers, bound) = try workspace.read { snapshot in
            (
                try snapshot.channels(), try snapshot.releaseNames(),
                try snapshot.manifestSigners(), try snapshot.boundNames()
            )
        }
        switch output.format {
        case .json:
            session.write(.array(states.map { $0.json(names, signers) }))
        case .text:
            let people = People(bound, among: states.compactMap(\.event.actor))
            let rows = ChannelRows(names: names, signers: signers, people: people, session.style)
            session.terminal.write(rows.list(states).lines(columns: session.tableColumns))
            for state in states where !state.rivals.isEmpty {
                session.say(
                    "\(state.name) has a conflict: `dragoman conflicts` lists it, and setting the channel again resolves it."
                )
            }
            if states.isEmpty { session.say("There are no channels.") }
        }
        let isFine = states.allSatisfy { $0.target != .unreadable && $0.rivals.isEmpty }
        return isFine ? .done : .found
    }
}

/// `dragoman channel history`.
struct ChannelHistoryVerb: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show the releases that a channel had, newest first.",
        discussion: """
            Times are in UTC. A rollback is a release that the channel had before another one. \
            After concurrent changes, the newest one need not be in effect.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The channel.")
    var channel: String

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let (history, names, signers, bound) = try workspace.read { snapshot in
            (
                try snapshot.channelHistory(channel), try snapshot.releaseNames(),
                try snapshot.manifestSigners(), try snapshot.boundNames()
            )
        }
        switch output.format {
        case .json: session.write(history.json(names, signers))
        case .text:
            let people = People(bound, among: history.moves.compactMap(\.event.actor))
            let rows = ChannelRows(names: names, signers: signers, people: people, session.style)
            session.terminal.page(rows.history(history).lines(columns: session.tableColumns))
        }
        return .done
    }
}

/// The tables of channels and of their histories.
private struct ChannelRows {
    let names: ReleaseNames
    let signers: ManifestSigners
    let people: People
    let style: Style

    init(names: ReleaseNames, signers: ManifestSigners, people: People, _ style: Style) {
        self.names = names
        self.signers = signers
        self.people = people
        self.style = style
    }

    func list(_ states: [ChannelState]) -> Table {
        guard !states.isEmpty else { return Table(style: style) }
        var table = Table(
            [
                "CHANNEL", "RELEASE", "SEQUENCE", "SINCE", "BY", "APP VERSIONS", "PROFILES",
                "SIGNED",
            ], style: style)
        for state in states {
            table.add(
                [Table.Cell(state.name, paint: style.bold)] + release(state.target)
                    + event(state.event) + facts(state.release))
        }
        return table
    }

    func history(_ history: ChannelHistory) -> Table {
        var table = Table(
            ["TIME", "BY", "RELEASE", "SEQUENCE", "", "APP VERSIONS", "PROFILES", "SIGNED"],
            style: style)
        let current = history.state
        for move in history.moves.reversed() {
            let id = move.event.id
            let isRival = current?.rivals.contains { $0.id == id } == true
            let note =
                id == current?.event.id
                ? "in effect" : isRival ? "loses a conflict" : ""
            let notes = [move.isRollback ? "rollback" : "", note].filter { !$0.isEmpty }
            table.add(
                event(move.event) + release(move.target)
                    + [Table.Cell(notes.joined(separator: ", "))] + facts(move.target.release))
        }
        return table
    }

    private func event(_ event: Event) -> [Table.Cell] {
        [
            Table.Cell(TokenTime.minute(Int64(event.id.milliseconds))),
            Table.Cell(event.who(people)),
        ]
    }

    private func release(_ target: ChannelHistory.Target) -> [Table.Cell] {
        switch target {
        case .release(let channel):
            [
                Table.Cell(names.name(of: channel.commit)),
                Table.Cell("\(channel.sequence)", isRightAligned: true),
            ]
        case .nothing: [Table.Cell("removed", paint: style.dim), Table.Cell("")]
        case .unreadable: [Table.Cell("cannot be read", paint: style.red), Table.Cell("")]
        }
    }

    private func facts(_ channel: ReleaseChannel?) -> [Table.Cell] {
        guard let channel else { return [] }
        let signer = signers.signer(of: channel)
        return [
            Table.Cell(channel.appVersions?.description ?? "all"),
            Table.Cell(
                channel.profiles.isEmpty ? "all" : channel.profiles.joined(separator: ", ")),
            Table.Cell(
                signer.map { [$0.key, $0.owner].compactMap(\.self).joined(separator: " ") } ?? "no"),
        ]
    }
}
