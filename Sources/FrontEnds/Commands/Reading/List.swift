import ArgumentParser
import JSON
import Languages
import ReadModel
import Representations
import Texts
import Translation
import Workspace

/// `dragoman list`.
struct List: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List strings and their texts in a language.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions

    @OptionGroup var named: NamedLocaleOption

    @Argument(help: "The language (default: the source language).")
    var tag: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Only this section.", valueName: "name"))
    var section: String?

    @Option(
        help: ArgumentHelp(
            "Only this string, or keys that match a pattern: list.*, or cart:list.* in one section.",
            valueName: "key|pattern"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "Only strings whose key, source, text or comment contains this text.", valueName: "text"
        ))
    var search: String?

    @Option(
        help: ArgumentHelp(
            "Only texts in these states: missing, inherited, translated, reviewed, stale, flagged, conflict, proposed.",
            valueName: "state,…"))
    var state: String?

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let locale =
            try named.tag(or: tag).map(workspace.language) ?? workspace.defaultLocale()
            ?? workspace.project.source
        let moment = try moment.moment()
        var index: SearchIndex?
        if case .tip = moment, search != nil { index = try workspace.searchIndex() }
        return try workspace.read(at: moment, locales: [locale]) { snapshot in
            try snapshot.requireLocale(locale)
            let choice = try KeyChoice(section: section, key: key, in: snapshot, .present)
            var filter = EntryFilter(choice, search: search, states: Set(try states()))
            filter.candidates = try snapshot.candidates(for: search, in: locale, index)
            let entries = try snapshot.model.entries(
                locale: locale, chain: snapshot.model.lenders(to: locale), filter: filter)
            switch output.format {
            case .json:
                session.write(
                    .array(entries.map { $0.json(in: locale, state: $0.mainState.rawValue) }))
            case .text: write(entries, snapshot.project, locale, to: session)
            }
            return .done
        }
    }

    private func states() throws -> [EntryState] {
        try (state ?? "").split(separator: ",").map { word in
            guard let state = EntryState(rawValue: String(word)) else {
                let known = EntryState.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("Unknown state “\(word)”. The states are \(known).")
            }
            return state
        }
    }

    private func write(
        _ entries: [Entry], _ project: Project, _ locale: LanguageTag, to session: Session
    ) {
        let style = session.style
        var table = Table(style: style)
        for entry in entries {
            let source = ValueText.inline(entry.definition.value)
            let text = entry.shownValue.map(ValueText.inline)
            var cells = [
                Table.Cell(
                    DisplayWidth.truncated(
                        Visible.escaping(entry.string.spelled(in: project)), to: 40),
                    paint: style.bold)
            ]
            if locale == project.source {
                cells.append(.init(source))
            } else {
                cells.append(
                    .init(entry.mainState.rawValue, paint: style.paint(of: entry.mainState)))
                // A deliberately empty text is not missing.
                let shown = text.map { $0.isEmpty ? "(empty)" : $0 } ?? source
                cells.append(
                    .init(shown, paint: text?.isEmpty ?? true ? style.dim : { $0 }))
            }
            table.add(cells)
        }
        session.terminal.page(table.lines(columns: session.tableColumns))
    }
}

extension Style {
    func paint(of state: EntryState) -> (String) -> String {
        switch state {
        case .missing, .conflict: red
        case .stale, .flagged: yellow
        case .translated, .reviewed: green
        case .proposed: cyan
        case .inherited: dim
        }
    }
}
