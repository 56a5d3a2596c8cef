import ArgumentParser
import JSON
import Languages
import ReadModel
import Representations
import Texts
import Translation
import Words
import Workspace

/// `dragoman config`.
struct Config: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show or change the project's settings.",
        discussion: """
            Without a name, shows all settings, and the channels that are set; with a name, only \
            that one. A value that is not \
            valid JSON is used as text. Settings are events, so every clone has them. A value that \
            would prevent you from changing settings later requires --force.

            “resource” shows the paths of each section's files in the app, as found by import. \
            `config resource app --path 'locales/{locale}.json'` changes the path for one section. \
            {locale} is the language as spelled in its directory or format, and \
            {locale_with_underscore} is spelled like pt_BR. With --empty-files, an export also \
            writes the section's file for languages without texts.

            Settings:
            \(Setting.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n"))
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions

    @Argument(help: "The setting.")
    var name: String?

    @Argument(help: "The new value.")
    var value: String?

    @Flag(help: "Reset the setting to its default.")
    var unset = false

    @Option(
        help: ArgumentHelp(
            "With “resource SECTION”: the path of the section's files in the app, such as locales/{locale}.json.",
            valueName: "pattern"))
    var path: String?

    @Flag(
        inversion: .prefixedNo,
        help: "With “resource SECTION”: also write a file for languages without texts.")
    var emptyFiles: Bool?

    @Flag(help: "Change the setting even if this prevents you from changing settings later.")
    var force = false

    func validate() throws {
        guard !force || unset || value != nil else {
            throw ValidationError("--force requires a setting, with a value or --unset.")
        }
        if name == ResourceConfig.word {
            let changes = [path != nil, unset, emptyFiles != nil].count { $0 }
            guard changes == 0 || changes == 1 && value != nil, !force else {
                throw ValidationError("Specify a section, with --path, --unset or --empty-files.")
            }
            return
        }
        guard path == nil, emptyFiles == nil else {
            throw ValidationError(
                "\(path == nil ? "--empty-files" : "--path") requires “resource” and a section.")
        }
        guard unset else { return }
        guard name != nil, value == nil else {
            throw ValidationError("--unset requires the name of a setting, and no value.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        if name == ResourceConfig.word {
            try ResourceConfig(section: value, path: path, unset: unset, emptyFiles: emptyFiles)
                .run(in: session, workspace, output)
            return .done
        }
        guard let name, value != nil || unset else {
            return try show(in: session, workspace)
        }
        let json = try value.map { text in
            try Workspace.canonical(
                (try? JSONValue.parse(Array(text.utf8))) ?? .string(text), ofSetting: name,
                language: workspace.language)
        }
        let outcome = try workspace.perform(
            Action(.changeSetting(name: name, value: json, isForced: force)))
        session.report(outcome, output, saying: "Changed the setting \(name).")
        return .done
    }

    private func show(in session: Session, _ workspace: Workspace) throws -> ExitStatus {
        try workspace.read(at: moment.moment()) { snapshot in
            let settings = try settings(in: snapshot)
            let values = try settings.map { setting in
                (setting, try snapshot.model.setting(setting.name).value)
            }
            switch output.format {
            case .json:
                session.write(Setting.json(values))
            case .text:
                let releases = try snapshot.channelReleaseNames()
                session.terminal.write(text(of: values, releases, in: session))
            }
            return .done
        }
    }

    private func text(
        of values: [(setting: Setting, value: JSONValue?)], _ releases: ReleaseNames,
        in session: Session
    ) -> String {
        let style = session.style
        let rows = values.map { setting, value in
            let shown = (value ?? setting.defaultValue).map { Self.text($0, of: setting, releases) }
            return (setting, shown ?? "(none)", value == nil ? "default" : "")
        }
        var table = Table(style: style)
        for (setting, shown, mark) in rows {
            table.add([
                .init(setting.name, paint: style.bold), .init(shown),
                .init(mark, paint: style.dim), .init(setting.summary, paint: style.dim),
            ])
        }
        guard let columns = session.tableColumns, table.columns > columns else {
            return table.lines(columns: nil)
        }
        // On a narrow screen, each setting has several lines.
        return rows.map { setting, shown, mark in
            let title = style.bold(setting.name) + (mark.isEmpty ? "" : style.dim("  \(mark)"))
            let lines =
                PaintedText(shown).lines(columns: columns - 4, style: style)
                + PaintedText(setting.summary, .dim).lines(columns: columns - 4, style: style)
            return ([title] + lines.map { "    \($0)" }).joined(separator: "\n") + "\n"
        }.joined()
    }

    /// Returns a value as JSON, or a channel's release in words, because its value is long.
    private static func text(
        _ value: JSONValue, of setting: Setting, _ releases: ReleaseNames
    ) -> String {
        guard ReleaseChannel.name(ofSetting: setting.name) != nil,
            let channel = ReleaseChannel(stored: value)
        else { return String(decoding: CanonicalJSON.encode(value), as: UTF8.self) }
        return ([releases.name(of: channel.commit)] + ChannelWords.details(of: channel))
            .joined(separator: ", ")
    }

    private func settings(in snapshot: Snapshot) throws -> [Setting] {
        guard let name else {
            let channels = try snapshot.channels().map { ReleaseChannel.setting(of: $0.name) }
            return Setting.all + channels.compactMap(Setting.named)
        }
        guard let setting = Setting.named(name) else {
            throw Refusal(
                .unknownSetting, "There is no setting “\(name)”.",
                hint: "Use `dragoman config` to list the settings.",
                nearest: NearestMatches.of(name, among: Setting.all.map(\.name)))
        }
        return [setting]
    }
}
