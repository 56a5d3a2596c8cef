public import ArgumentParser
import Languages
import Representations
package import SourceStrings
import Translation
import Workspace

/// `dragoman extract`.
struct Extract: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "extract",
        abstract: "Hold the strings that Swift sources ask for against those of the project.",
        discussion: """
            Found are translatedStrings["…"], NSLocalizedString, String(localized:) and their like, the views and modifiers \
            of SwiftUI that take keys, literals that are a LocalizedStringKey, tr.section.key, and calls that --call names. \
            New, moved and gone strings are listed. A string has moved if other files ask for it, or if the sources ask for another \
            key at the same place. --import takes over new and moved strings in one commit, with comments and the files as \
            references; a key that changed in place is renamed, and its translations move along. A text that the project has \
            changed stays, unless the source states one.

            --prune removes only strings that came from the sources and whose keys stand nowhere in them any more. Those \
            that came from a file or `string add` are listed as unused, and --remove removes them by name. A key that \
            stands in the sources without being asked for is unclear, and stays.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption

    @Argument(help: "Swift files, and directories of such.")
    var paths: [String]

    @Option(
        name: .customLong("call"),
        help: ArgumentHelp(
            "A call whose first argument is a key, such as L10n.text, or translate(key:); may be given more than once.",
            valueName: "name"))
    var calls: [String] = []

    @Option(
        name: .customLong("only"),
        help: ArgumentHelp(
            "Only what is asked for so: verid, foundation, nstack, call; may be given more than once.",
            valueName: "manner"))
    var manners: [FoundString.Manner] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The section of all strings, whatever table they name.", valueName: "name"))
    var section: String?

    @Flag(name: .customLong("import"), help: "Take over what is new and moved.")
    var imports = false

    @Flag(help: "With --import, remove what is gone.")
    var prune = false

    @Option(
        help: ArgumentHelp(
            "With --import, remove this string that the sources do not ask for; may be given more than once.",
            valueName: "key"))
    var remove: [String] = []

    @Flag(help: "With --import, say what would happen, and do nothing.")
    var dryRun = false

    @Flag(help: "Exit with 1 if strings are new, moved or gone.")
    var exitCode = false

    func validate() throws {
        guard imports || !(prune || dryRun) && remove.isEmpty else {
            throw ValidationError("--prune, --remove and --dry-run want --import.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        guard !paths.isEmpty else { throw ValidationError("Name a file or a directory.") }
        let patterns = try calls.map { text in
            guard let pattern = CallPattern(text) else {
                throw ValidationError(
                    "“\(text)” is no name of a call, such as L10n.text or tr(key:).")
            }
            return pattern
        }
        let workspace = try session.open(global)
        let sources = try AppSources(
            paths.map { ($0, session.path($0, global)) },
            as: SwiftSource(
                manners: manners.isEmpty ? Set(FoundString.Manner.allCases) : Set(manners),
                calls: patterns), section: section, in: workspace.project, on: session.host)
        var outcome: Outcome?
        let found: SourceComparison
        if imports {
            let taken = try workspace.takeOver(
                sources, roots: paths, prunes: prune,
                removing: remove.map { KeyArgument($0, section: section) },
                idempotencyKey: idempotency.key, isDryRun: dryRun)
            (outcome, found) = (taken.outcome, taken.comparison)
        } else {
            found = try workspace.read(at: .tip) { try $0.compare(sources, roots: paths) }
        }
        for note in found.notes { session.say("note: \(Visible.escaping(note))") }
        switch output.format {
        case .json: session.write(found.json(outcome, in: workspace.project))
        case .text: write(found, outcome, to: session, workspace.project)
        }
        let differs = !found.new.isEmpty || !found.moved.isEmpty || !found.gone.isEmpty
        return exitCode && differs ? .found : .done
    }

    private func write(
        _ found: SourceComparison, _ outcome: Outcome?, to session: Session, _ project: Project
    ) {
        let style = session.style
        var table = Table(style: style)
        for mention in found.new {
            let place = mention.places[0]
            table.add([
                .init("new", paint: style.green), .init(mention.string.spelled(in: project)),
                .init("\(place.path):\(place.line)"),
            ])
        }
        for (mention, before, old) in found.moved {
            let name = mention.string.spelled(in: project)
            let files = mention.files.joined(separator: ", ")
            table.add([
                .init("moved", paint: style.yellow),
                .init(old.map { "\($0.spelled(in: project)) → \(name)" } ?? name),
                .init(old == nil ? "\(before.joined(separator: ", ")) → \(files)" : files),
            ])
        }
        for (word, strings) in [("gone", found.gone), ("unused", found.unused)] {
            for (string, before) in strings {
                table.add([
                    .init(word, paint: style.red), .init(string.spelled(in: project)),
                    .init(before.joined(separator: ", ")),
                ])
            }
        }
        for (string, place) in found.unclear {
            table.add([
                .init("unclear", paint: style.yellow), .init(string.spelled(in: project)),
                .init("\(place.path):\(place.line)"),
            ])
        }
        session.terminal.write(table.lines(columns: session.tableColumns))
        for item in outcome?.tally.skipped ?? [] {
            let string = Visible.escaping(item.string.spelled(in: project))
            session.say(
                "skipped: \(string): The sources do not say its text; `string add` gives it one.")
        }
        let counts = [
            (found.new.count, "new"), (found.moved.count, "moved"), (found.gone.count, "gone"),
            (found.unchangedCount, "as before"),
        ]
        let others = [(found.unused.count, "unused"), (found.unclear.count, "unclear")]
            .filter { $0.0 > 0 }
        session.say((counts + others).map { "\($0.0) \($0.1)" }.joined(separator: ", ") + ".")
        guard let outcome else {
            if !found.unused.isEmpty {
                session.say("hint: `dragoman extract --import --remove KEY` removes an unused one.")
            }
            return
        }
        let tally = outcome.tally
        session.say(
            "\(dryRun ? "Would take over" : "Took over"): \(tally.defined) defined, \(tally.removed) removed."
        )
    }
}

extension FoundString.Manner: ExpressibleByArgument {}
