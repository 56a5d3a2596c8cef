import ArgumentParser
import JSON
import Languages
import ReadModel
import Representations
import Texts
import Translation
import Workspace

/// `dragoman get`.
struct Get: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print a text; exit 1 if there is none.",
        discussion: """
            --fallback uses the fallback chain for a missing text, and finally the source. --guid \
            shows that guid's open proposal instead of the text. --count chooses the plural form \
            for a number by the language's rules; with --ordinal, it chooses the ordinal form.

            With --negotiate, omit the language. It is chosen from the project's languages as an \
            app with that system would choose it. The output is the text that the app would show.

            --channel prints the text in the release that a channel points to; with --at, in the \
            release that it pointed to then. The release is reported on standard error.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var section: SectionOption
    @OptionGroup var place: PlaceArguments
    @OptionGroup var negotiation: NegotiationOptions

    @Option(
        help: ArgumentHelp(
            "Print the text in the channel's release, now or at the time --at.",
            valueName: "name"))
    var channel: String?

    @Flag(help: "Use the fallback chain for a missing text, and finally the source.")
    var fallback = false

    @Option(
        help: ArgumentHelp("Show this guid's open proposal instead of the text.", valueName: "guid")
    )
    var guid: String?

    @Option(
        help: ArgumentHelp("Print the plural form for this number: 3, 1.5.", valueName: "number"))
    var count: String?

    @Flag(help: "With --count: print the ordinal form.")
    var ordinal = false

    func validate() throws {
        if let count, CountQuery(count, isOrdinal: ordinal) == nil {
            throw ValidationError("“\(count)” is not a decimal number.")
        }
        if channel != nil, moment.rev != nil {
            throw ValidationError("Use --channel or --rev, not both.")
        }
        if ordinal, count == nil { throw ValidationError("--ordinal requires --count.") }
        guard negotiation.negotiate != nil else { return }
        if fallback {
            throw ValidationError(
                "--fallback cannot be combined with --negotiate, which has its own fallbacks.")
        }
        guard place.locale.locale == nil, place.words.count == 1 else {
            throw ValidationError("With --negotiate, specify a key and no language.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let release = try release(in: workspace, session)
        let moment = try release?.moment ?? moment.moment()
        let options = LookupOptions(
            fallsBack: fallback, guid: guid,
            count: count.flatMap { CountQuery($0, isOrdinal: ordinal) },
            context: negotiation.context)
        if let way = try negotiation.way(in: workspace) {
            return try negotiated(way, options, moment, release, workspace, session)
        }
        let named = try place.resolve(in: workspace, section)
        let (found, string) = try Self.explaining(release) {
            try workspace.read(at: moment, locales: [named.locale]) { snapshot in
                try snapshot.requireLocale(named.locale)
                let string = try self.string(named.key, snapshot)
                return (try snapshot.text(named.locale, string, options), string)
            }
        }
        return answer(found, string, named.locale.rawValue, release, workspace.project, session)
    }

    /// Returns the release of the channel at the given time, and reports it.
    private func release(
        in workspace: Workspace, _ session: Session
    ) throws -> ChannelRelease? {
        guard let channel else { return nil }
        var time: Int64?
        if case .time(let milliseconds) = try moment.moment() { time = milliseconds }
        let (release, people) = try workspace.read { snapshot in
            (
                try snapshot.release(of: channel, at: time),
                People(try snapshot.boundNames())
            )
        }
        session.say(
            "\(channel): \(Visible.escaping(release.shownName)), sequence \(release.release.sequence), since \(TokenTime.minute(Int64(release.event.id.milliseconds))) UTC by \(release.event.who(people))"
        )
        return release
    }

    /// Chooses a language as an app would, and prints the text that the app would show.
    private func negotiated(
        _ way: NegotiationWay, _ options: LookupOptions, _ moment: Moment,
        _ release: ChannelRelease?, _ workspace: Workspace, _ session: Session
    ) throws -> ExitStatus {
        try Self.explaining(release) {
            try workspace.read(at: moment) { snapshot in
                let plain = try string(place.words[0], snapshot)
                let chosen = try snapshot.negotiate(negotiation.requests, way)
                let found = try snapshot.text(
                    chosen, way, snapshot.strings(lookedUpFor: plain, way, options), options)
                return answer(
                    found?.text, found?.string ?? plain, chosen.chosen?.tag ?? "any language",
                    release, snapshot.project, session, chosen)
            }
        }
    }

    /// Runs `body`, and says of a missing string or language that the release does not have it.
    private static func explaining<Result>(
        _ release: ChannelRelease?, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let refusal as Refusal {
            guard let release, let missing = refusal.missing else { throw refusal }
            let what =
                switch missing {
                case .string(let string):
                    "string “\(Visible.escaping(string.key))”"
                case .locale(let locale): "language \(locale)"
                }
            throw Refusal(
                refusal.code, "The release \(Visible.escaping(release.shownName)) has no \(what).",
                hint: .typed("Without --channel, `dragoman get` prints the current text."),
                nearest: refusal.nearest)
        }
    }

    private func string(
        _ key: String, _ snapshot: Snapshot
    ) throws -> StringID {
        let string = try snapshot.string(section.key(key))
        try snapshot.requireString(string)
        return string
    }

    private func answer(
        _ found: FoundText?, _ string: StringID, _ locale: String, _ release: ChannelRelease?,
        _ project: Project, _ session: Session, _ chosen: Negotiation? = nil
    ) -> ExitStatus {
        let negotiated = chosen?.json(
            way: negotiation.negotiate?.rawValue, mode: negotiation.usedMode)
        guard let found else {
            let key = Visible.escaping(string.spelled(in: project))
            let form = count.map { " for \($0)" } ?? ""
            session.say("“\(key)” has no text in \(Visible.escaping(locale))\(form).")
            if output.format == .json {
                session.write(
                    .noText(
                        of: string, in: locale, channel: release?.json, negotiated: negotiated))
            }
            return .found
        }
        switch output.format {
        case .json:
            session.write(
                found.json(
                    of: string, in: locale, channel: release?.json, negotiated: negotiated))
        case .text: write(found.value, to: session)
        }
        return .done
    }

    /// Prints a text unchanged, or the forms of a tree.
    private func write(_ value: Value, to session: Session) {
        let isTree = value.plainText == nil
        for (path, text) in value.texts {
            let shown = session.terminal.isInteractive ? Visible.escaping(text) : text
            session.terminal.write(
                isTree ? "\(path.joined(separator: ".")): \(shown)\n" : "\(shown)\n")
        }
    }
}
