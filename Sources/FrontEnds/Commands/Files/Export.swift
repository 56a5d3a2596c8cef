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
            Without options, the app's files are written where import found them. Else one file goes to standard \
            output; several want -o. Without --format the profiles of the settings are \
            written, or those that --profile names; options narrow what these say. Without profiles the format is that \
            of the files that the strings came from, or i18next-json. --format json and --format xml mean the one format \
            of that kind among these. Only files that are written anew \
            are replaced, each whole or not at all. What a format cannot carry is left out and listed, with exit 1 unless \
            --allow-unrepresentable or the setting “accepted-losses” accepts it. \
            --pseudo writes no language of the project, but one that is made of the source texts: en-XA, or ar-XB with rtl.

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
            "Only this export profile; may be given more than once.", valueName: "name"))
    var profiles: [String] = []

    @Option(
        name: [.customLong("locale"), .customShort("l")],
        help: ArgumentHelp("Only this language; may be given more than once.", valueName: "tag"))
    var locales: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("Only this section.", valueName: "name"))
    var section: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write below this directory; - is standard output, for one file.", valueName: "dir"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "What stands for untranslated strings: omit, source, empty, key (default: omit).",
            valueName: "what"))
    var untranslated: ExportOptions.Untranslated?

    @Flag(help: "Keep dots in keys as they are, instead of nesting.")
    var flat = false

    @Flag(
        inversion: .prefixedNo,
        help:
            "Fill what a regional language lacks from its fallback chain (default: the setting “inherit”)."
    )
    var inherit: Bool?

    @Flag(help: "Only texts that came through review, the last such of each string.")
    var reviewedOnly = false

    @OptionGroup var losses: LossOptions

    @Option(
        defaultAsFlag: PseudoStyles.usual, parsing: .next,
        help: ArgumentHelp(
            "Write a pseudo-language for tests: accented, bracketed, lengthened, rtl (all but rtl where none is named).",
            valueName: "style,…"))
    var pseudo: PseudoStyles?

    @Option(help: ArgumentHelp("Report as text or json.", valueName: "text|json"))
    var report: OutputFormat = .text

    var answersInJSON: Bool { report == .json }

    func validate() throws {
        if let word = pseudo?.unknown {
            let known = PseudoLocalization.Style.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There is no style “\(word)”: \(known).")
        }
        if pseudo != nil, !locales.isEmpty || inherit != nil || reviewedOnly || untranslated != nil
        {
            throw ValidationError(
                "--pseudo takes none of --locale, --inherit, --reviewed-only and --untranslated.")
        }
        guard format != nil, !profiles.isEmpty else { return }
        throw ValidationError("Give --format or --profile, not both.")
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

    /// Returns the one requested format, or profiles from the settings.
    private func requests(_ snapshot: Snapshot) throws -> [ExportProfile] {
        if let format {
            let format = try snapshot.writtenFormat(format)
            return [ExportProfile(name: format.name, request: ExportRequest(format: format))]
        }
        let found = try snapshot.exportProfiles(named: profiles)
        guard found.isEmpty else { return found }
        var profiles = try snapshot.profilesOfFiles()
        // As with --format, a single profile needs no directory of its own.
        if profiles.count == 1 { profiles[0].directory = nil }
        return profiles
    }

    /// Returns a profile in which the command line's options replace its own.
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
        profile.request.pseudo = pseudo.map { PseudoLocalization($0.styles) }
        return profile
    }

    /// Whether no option selects an output, so that the app's own files are written.
    private var isPlain: Bool {
        format == nil && profiles.isEmpty && locales.isEmpty && section == nil && pseudo == nil
            && (moment.rev ?? moment.at) == nil && untranslated == nil && !flat && inherit == nil
            && !reviewedOnly
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
                        "note: Removed \(Visible.escaping(path)), whose table has no plurals.")
                }
            case .json: session.write(exported.json(removed: obsolete.removed))
            }
            for path in obsolete.left {
                session.say(
                    "note: \(Visible.escaping(path)) has entries that were not imported, and was kept."
                )
            }
            return
        }
        guard exported.files.count <= 1 else {
            throw Refusal(
                .file, "These are \(exported.files.count) files.",
                hint:
                    "Name a directory with -o, or one language and section with --locale and --section."
            )
        }
        if report == .json { throw ValidationError("--report json wants -o.") }
        if let file = exported.files.first { session.terminal.write(bytes: file.bytes) }
    }
}

extension ExportOptions.Untranslated: ExpressibleByArgument {}
