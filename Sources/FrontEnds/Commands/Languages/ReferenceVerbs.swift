public import ArgumentParser
import JSON
package import Languages
import Representations
import Texts
import Translation
import Workspace

/// `dragoman reference`.
struct ReferenceVerbs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference", abstract: "Propose texts from lists of reference texts.",
        subcommands: [ReferenceUnits.self])
}

extension UnitNames.Width: ExpressibleByArgument {}

/// `dragoman reference units`.
struct ReferenceUnits: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "units",
        abstract: "Propose CLDR's names for units of time: hour, minute, second and others.",
        discussion: """
            Keys are recognized by a pattern: “{unit}_{number}” matches hour_zero, hour_singular, \
            hour_plural and so on. A text that the language already has creates no proposal. The \
            width of a name follows the language's own texts for the unit, or otherwise the source \
            texts. Minutes and seconds are considered together. It is short if those texts match \
            no width in CLDR.

            The proposals have the origin reference:cldr-VERSION and a separate guid, so they do \
            not replace other proposals. `locale list --format markdown` marks languages that \
            differ from them.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var section: SectionOption

    @OptionGroup var option: NamedLocalesOption

    @Argument(
        help: ArgumentHelp("Languages (default: all except the source).", valueName: "locale"))
    var tags: [String] = []

    @Option(
        name: .customLong("keys"),
        help: ArgumentHelp(
            "The pattern of the keys (default: \(UnitKeys.usual)). Can be repeated.",
            valueName: "pattern"))
    var patterns: [String] = []

    @Option(
        help: ArgumentHelp(
            "The words in keys for 0, 1 and more (default: \(UnitKeys.usualNumbers.joined(separator: ","))).",
            valueName: "word,word,word"))
    var numbers: String?

    @Option(
        help: ArgumentHelp(
            "Use one width for all names: full, short or narrow.", valueName: "width"))
    var width: UnitNames.Width?

    @Flag(help: "Only show what would be proposed.")
    var dryRun = false

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let keys = try UnitKeys(
            patterns: patterns.isEmpty ? [UnitKeys.usual] : patterns,
            numbers: numbers?.split(separator: ",").map(String.init) ?? UnitKeys.usualNumbers)
        let named = try (tags + option.locales).map(workspace.language)
        let texts = try workspace.readForWriting { snapshot in
            for locale in named { try snapshot.requireLocale(locale) }
            let locales = named.isEmpty ? try snapshot.locales() : named
            return try snapshot.unitReferences(
                keys, section: section.section.map(snapshot.section), width: width,
                in: locales.filter { $0 != snapshot.project.source })
        }
        let outcome = try workspace.perform(
            Action(
                .batch(
                    texts.map {
                        .propose(
                            $0.locale, $0.string,
                            ProposeOptions(value: Value($0.text), origin: Workspace.cldrOrigin))
                    }), as: .proposeUnits), guid: Workspace.referenceGuid, isDryRun: dryRun)
        let refused = Dictionary(
            outcome.leftOut.map { ($0.index, $0.refusal) }, uniquingKeysWith: { first, _ in first })
        var isComplete = true
        for (index, item) in texts.enumerated() {
            if let refusal = refused[index] {
                guard ![.unchanged, .duplicate].contains(refusal.code) else { continue }
                isComplete = false
                session.say("left out: \(Visible.escaping(refusal.message))")
                continue
            }
            let key = Visible.escaping(item.string.spelled(in: workspace.project))
            if let number = item.otherNumber {
                session.say(
                    "note: \(item.locale) \(key): The form for this number repeats the number; the form for \(number) is used instead."
                )
            }
            if output.format == .text {
                session.terminal.write("\(item.locale)  \(key)  \(Visible.escaping(item.text))\n")
            }
        }
        let count = counted(outcome.events.count, "text")
        session.report(
            outcome, output,
            saying: dryRun
                ? "Would propose \(count)." : "Proposed \(count) from CLDR \(CLDR.version)."
        ) { members in
            members.add(proposals: dryRun ? [] : outcome.events.map(\.id))
        }
        return isComplete ? .done : .found
    }
}
