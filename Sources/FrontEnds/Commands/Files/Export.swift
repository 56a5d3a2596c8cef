public import ArgumentParser
package import Interchange
import Languages
import Machine
import ReadModel
import Representations
import Texts
import Translation
import Workspace

/// `dragoman export`.
struct Export: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write localization files.",
        discussion: """
            Without options, writes the app's files where import found them; otherwise, writes one \
            file to standard output. Several files require -o. Without --format, writes the export \
            profiles from the settings, or those selected with --profile. Other options narrow the \
            export further. Without profiles, uses the format of the files that the strings came \
            from, or i18next-json. --format json and --format xml select the only format of that \
            kind among these. Replaces only the files that it writes, each one atomically. Strings \
            that a format cannot represent are omitted and listed. The exit status is then 1, \
            unless --allow-unrepresentable is given or the setting “accepted-losses” accepts them. \
            --pseudo writes a pseudo-language instead of the project's languages: en-XA, or ar-XB \
            with rtl. It is generated from the source texts.

            Formats:
            \(FileFormats.written.map { "\($0.name): \($0.traits.summary)" }.joined(separator: "\n"))
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var moment: MomentOptions

    @Option(help: ArgumentHelp("The format of the files.", valueName: "name"))
    var format: String?

    @Option(
        name: .customLong("profile"),
        help: ArgumentHelp(
            "Only this export profile. Can be repeated.", valueName: "name"))
    var profiles: [String] = []

    @Option(
        name: [.customLong("locale"), .customShort("l")],
        help: ArgumentHelp("Only this language. Can be repeated.", valueName: "tag"))
    var locales: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("Only this section.", valueName: "name"))
    var section: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write to this directory; - writes a single file to standard output.", valueName: "dir")
    )
    var output: String?

    @Option(
        help: ArgumentHelp(
            "How to write untranslated strings: omit, source, empty, key (default: omit).",
            valueName: "what"))
    var untranslated: ExportOptions.Untranslated?

    @Flag(help: "Keep dots in keys instead of nesting objects.")
    var flat = false

    @Flag(
        inversion: .prefixedNo,
        help:
            "Fill gaps in regional languages from their fallback chains (default: the setting “inherit”)."
    )
    var inherit: Bool?

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
        defaultAsFlag: PseudoStyles.usual, parsing: .next,
        help: ArgumentHelp(
            "Write a pseudo-language for testing, with these styles: accented, bracketed, lengthened, rtl (default: all except rtl).",
            valueName: "style,…"))
    var pseudo: PseudoStyles?

    @Option(help: ArgumentHelp("The format of the report: text or json.", valueName: "text|json"))
    var report: OutputFormat = .text

    var answersInJSON: Bool { report == .json }

    func validate() throws {
        if let word = pseudo?.unknown {
            let known = PseudoLocalization.Style.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("Unknown style “\(word)”. The styles are \(known).")
        }
        if pseudo != nil,
            !locales.isEmpty || inherit != nil || reviewedOnly || noMachine || untranslated != nil
        {
            throw ValidationError(
                "--pseudo cannot be combined with --locale, --inherit, --reviewed-only, --no-machine or --untranslated."
            )
        }
        guard format != nil, !profiles.isEmpty else { return }
        throw ValidationError("Use --format or --profile, not both.")
    }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let wanted = try locales.map(workspace.language)
        let exported = try workspace.read(
            at: moment.moment(), locales: wanted.isEmpty ? nil : wanted
        ) { snapshot in
            try section.map { try snapshot.requireSection($0) }
            return try snapshot.export(
                requests(snapshot).map { adjusted($0, to: wanted, snapshot) })
        }
        let root =
            isPlain && exported.files.allSatisfy(\.isPlaced)
            ? Files.workTree(above: session.directory(global)) : nil
        if output == nil, let root { try workspace.requireImported(exported, below: root) }
        try deliver(
            exported, to: output ?? (exported.files.isEmpty ? nil : root), workspace, session)
        for notice in exported.notices { session.say("note: \(Visible.escaping(notice))") }
        session.say(exported.unrepresentable, of: workspace.project)
        session.say(exported, of: workspace.project)
        return losses.status(after: exported.unrepresentable)
    }

    /// Returns the export profiles: the requested format, the profiles in the settings, or the
    /// formats of the app's files.
    private func requests(_ snapshot: Snapshot) throws -> [ExportProfile] {
        if let format {
            let format = try snapshot.writtenFormat(format)
            return [ExportProfile(name: format.name, request: ExportRequest(format: format))]
        }
        return try snapshot.ownProfiles(named: profiles)
    }

    /// Returns a profile with the command line's options applied.
    private func adjusted(
        _ profile: ExportProfile, to wanted: [LanguageTag], _ snapshot: Snapshot
    ) -> ExportProfile {
        var profile = profile
        if !wanted.isEmpty {
            profile.request.locales =
                profile.request.locales.map { $0.filter(wanted.contains) } ?? wanted
        }
        if let section { profile.request.sections = [snapshot.section(section)] }
        if let untranslated { profile.request.untranslated = untranslated }
        if let inherit { profile.request.inherits = inherit }
        if flat { profile.request.isFlat = true }
        if reviewedOnly { profile.request.isReviewedOnly = true }
        if noMachine { profile.request.omitsMachine = true }
        profile.request.pseudo = pseudo.map { PseudoLocalization($0.styles) }
        return profile
    }

    /// Whether no option selects an output, so that the app's own files are written.
    private var isPlain: Bool {
        format == nil && profiles.isEmpty && locales.isEmpty && section == nil && pseudo == nil
            && (moment.rev ?? moment.at) == nil && untranslated == nil && !flat && inherit == nil
            && !reviewedOnly && !noMachine
    }

    private func deliver(
        _ exported: Exported, to directory: String?, _ workspace: Workspace, _ session: Session
    ) throws {
        if let directory, directory != "-" {
            let root = session.path(directory, global)
            try exported.write(to: root)
            let obsolete = try workspace.removeObsolete(of: exported, below: root)
            switch report {
            case .text:
                let place = output.map { " to \($0)" } ?? " in place"
                session.say("Wrote \(counted(exported.files.count, "file"))\(place).")
                for path in obsolete.removed {
                    session.say(
                        "note: Removed \(Visible.escaping(path)), because its table has no plurals."
                    )
                }
            case .json: session.write(exported.json(removed: obsolete.removed))
            }
            for path in obsolete.left {
                session.say(
                    "note: \(Visible.escaping(path)) was kept, because some of its entries were not imported."
                )
            }
            return
        }
        guard exported.files.count <= 1 else {
            throw Refusal(
                .file, "The export consists of \(exported.files.count) files.",
                hint:
                    "Specify a directory with -o, or one language and section with --locale and --section."
            )
        }
        if report == .json { throw ValidationError("--report json requires -o.") }
        if let file = exported.files.first { session.terminal.write(bytes: file.bytes) }
    }
}

extension ExportOptions.Untranslated: ExpressibleByArgument {}
