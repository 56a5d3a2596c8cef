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
        abstract: "Compare the strings used in Swift sources with the project's strings.",
        discussion: """
            Finds translatedStrings["…"], NSLocalizedString, String(localized:) and similar calls, \
            SwiftUI views and modifiers that take keys, literals of type LocalizedStringKey, \
            tr.section.key, and calls specified with --call. Lists strings that are new, moved or \
            gone. A string has moved if other files use it, or if the sources use another key in \
            the same place. --import imports new and moved strings in one commit, with comments \
            and the files as references. A key that changed in place is renamed together with its \
            translations. A source text edited in the project is kept, unless the sources contain \
            one.

            --prune removes only strings that came from the sources and whose keys no longer \
            occur there. Strings that came from a file or `string add` are listed as unused, and \
            --remove removes them by name. A key that occurs in the sources, but not in a \
            recognized call, is unclear, and its string is kept.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption

    @Argument(help: "Swift files, or directories that contain them.")
    var paths: [String]

    @Option(
        name: .customLong("call"),
        help: ArgumentHelp(
            "A call whose first argument is a key, such as L10n.text or translate(key:). Can be repeated.",
            valueName: "name"))
    var calls: [String] = []

    @Option(
        name: .customLong("only"),
        help: ArgumentHelp(
            "Only this kind of call: verid, foundation, nstack, call. Can be repeated.",
            valueName: "manner"))
    var manners: [FoundString.Manner] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Use this section for all strings, whatever table they specify.", valueName: "name"))
    var section: String?

    @Flag(name: .customLong("import"), help: "Import new and moved strings.")
    var imports = false

    @Flag(help: "With --import, remove strings that are gone.")
    var prune = false

    @Option(
        help: ArgumentHelp(
            "With --import, remove this string, which the sources do not use. Can be repeated.",
            valueName: "key"))
    var remove: [String] = []

    @Flag(help: "With --import, only show what would change.")
    var dryRun = false

    @Flag(help: "Exit 1 if strings are new, moved or gone.")
    var exitCode = false

    func validate() throws {
        guard imports || !(prune || dryRun) && remove.isEmpty else {
            throw ValidationError("--prune, --remove and --dry-run require --import.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        guard !paths.isEmpty else { throw ValidationError("Specify a file or a directory.") }
        let patterns = try calls.map { text in
            guard let pattern = CallPattern(text) else {
                throw ValidationError(
                    "“\(text)” is not a valid call. Specify one such as L10n.text or tr(key:).")
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
                "skipped: \(string): The sources do not contain its text. Use `string add` to provide one."
            )
        }
        let counts = [
            (found.new.count, "new"), (found.moved.count, "moved"), (found.gone.count, "gone"),
            (found.unchangedCount, "unchanged"),
        ]
        let others = [(found.unused.count, "unused"), (found.unclear.count, "unclear")]
            .filter { $0.0 > 0 }
        session.say((counts + others).map { "\($0.0) \($0.1)" }.joined(separator: ", ") + ".")
        guard let outcome else {
            if !found.unused.isEmpty {
                session.say(
                    "hint: Use `dragoman extract --import --remove KEY` to remove an unused string."
                )
            }
            return
        }
        let tally = outcome.tally
        session.say(
            "\(dryRun ? "Would import" : "Imported"): \(tally.defined) defined, \(tally.removed) removed."
        )
    }
}

extension FoundString.Manner: ExpressibleByArgument {}
