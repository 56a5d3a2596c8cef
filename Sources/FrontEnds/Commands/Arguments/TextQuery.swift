import ArgumentParser
import Languages
import ReadModel
import Texts
import Translation
import Workspace

/// The options that select texts in a language, by key or by query.
struct TextQuery: ParsableArguments {
    @OptionGroup var locale: LocaleOption

    @Argument(help: ArgumentHelp("LOCALE KEY…; omit LOCALE with --locale."))
    var words: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The section of the keys. Without keys, selects all texts in the section.",
            valueName: "name"))
    var section: String?

    @Option(
        help: ArgumentHelp(
            "All texts whose keys match a pattern: list.*, or cart:list.* in one section.",
            valueName: "key|pattern"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "All texts by people whose name or address contains this text.", valueName: "text"))
    var author: String?

    @Flag(help: "All texts in the language.")
    var all = false

    @OptionGroup var asking: AskingOptions

    /// The selected texts with their values, and whether they were selected by key.
    struct Selection {
        let locale: LanguageTag
        let isNamed: Bool
        let units: [UnitID]
        let entries: [Entry]
    }

    /// Returns the selected texts; `isWanted` filters those selected by query.
    func selection(
        in snapshot: Snapshot, where isWanted: (EntryText) -> Bool
    ) throws -> Selection {
        let (tag, keys) = try localeAndKeys(in: snapshot)
        try snapshot.requireLocale(tag)
        guard keys.isEmpty else {
            guard key == nil, author == nil, !all else { throw Self.bothWays }
            let strings = try keys.map {
                try snapshot.string(KeyArgument($0, section: section))
            }
            return Selection(
                locale: tag, isNamed: true, units: strings.map { UnitID(tag, $0) }, entries: [])
        }
        guard all || section != nil || key != nil || author != nil else {
            throw ValidationError("Specify a key or a query: --section, --key, --author, --all.")
        }
        let person = author.map { PersonMatcher($0) }
        let entries = try snapshot.model.entries(
            locale: tag, chain: [],
            filter: EntryFilter(
                try KeyChoice(section: section, key: key, in: snapshot, .present))
        ).filter { entry in
            entry.text.map { isWanted($0) && person?.matches($0.author) ?? true } ?? false
        }
        return Selection(
            locale: tag, isNamed: false, units: entries.map { UnitID(tag, $0.string) },
            entries: entries)
    }

    private func localeAndKeys(in snapshot: Snapshot) throws -> (LanguageTag, [String]) {
        if let named = locale.locale { return (try snapshot.language(named), words) }
        if words.isEmpty, let usual = try snapshot.defaultLocale() { return (usual, []) }
        guard let first = words.first else {
            throw ValidationError("Specify a language and keys: LOCALE KEY….")
        }
        return (try snapshot.language(first), Array(words.dropFirst()))
    }

    private static var bothWays: ValidationError {
        ValidationError("Select texts by key or by query, not both.")
    }
}

extension TextQuery {
    /// Runs a command on the selected texts.
    ///
    /// Texts selected by query are shown first, and the user is asked for confirmation.
    func carryOut(
        asking question: String, saying done: String,
        where isWanted: (EntryText) -> Bool, in session: Session, _ global: GlobalOptions,
        _ output: OutputOptions, _ command: @escaping ([UnitID]) -> Command
    ) throws -> ExitStatus {
        let workspace = try session.open(global)
        let selection = try workspace.read(at: .tip) { snapshot in
            try self.selection(in: snapshot, where: isWanted)
        }
        var isAgreed = !asking.dryRun
        if !selection.isNamed {
            var table = Table(style: session.style)
            for entry in selection.entries {
                table.add([
                    .init(entry.string.spelled(in: workspace.project), paint: session.style.bold),
                    .init(entry.shownValue.map(ValueText.inline) ?? ""),
                ])
            }
            isAgreed = try asking.agree(
                "\(question) \(counted(selection.units.count, "text")) in \(selection.locale)?",
                showing: table.lines(columns: session.tableColumns),
                isNothing: selection.units.isEmpty, in: session)
        }
        let outcome = try workspace.perform(
            Action(
                selection.isNamed
                    ? command(selection.units) : .batch(selection.units.map { command([$0]) })),
            isDryRun: !isAgreed)
        for item in outcome.leftOut where output.format == .text {
            session.say("left out: \(Visible.escaping(item.refusal.message))")
        }
        session.report(
            outcome, output,
            saying: isAgreed
                ? "\(done) \(counted(outcome.events.count, "text"))." : "Nothing was changed.")
        return outcome.leftOut.isEmpty ? .done : .found
    }
}
