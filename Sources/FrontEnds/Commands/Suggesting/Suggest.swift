import ArgumentParser
import JSON
import Languages
import Machine
import ReadModel
import Representations
import Suggestions
import Texts
import Translation
import Walks
import Workspace

/// `dragoman suggest`.
struct Suggest: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract:
            "Fill gaps in a language with proposals from the translation memory or an engine.",
        discussion: """
            Suggestions are proposals that people review like any other. Each run makes them in \
            one commit, under a guid for their origin. The memory is searched first, and the rest \
            is sent to the engine. Strings with a person's proposal are skipped. No string gets \
            two suggestions from the same origin for the same source text. Each text is shown as \
            soon as it arrives. A text that lost a placeholder, or in which a check reports an \
            error, is dropped, and so is a text that a reviewer rejected for the string. It is not \
            requested again until the string, its context, or the engine's command, model or \
            prompt changes, except with --retry. After an interruption, or if the engine's budget \
            is used up, the next run resumes with the answers received so far.

            --report shows what reviewers made of earlier suggestions: how many they accepted \
            as they were or edited (±: the mean number of changed characters), how many they \
            rejected and why, and how many were accepted and later taken back.

            --engines lists the engines, and --pairs the language pairs that they support: \
            installed (ready to use), supported (its package can be installed) or unsupported.
            """)

    /// A preference for one of an engine's models.
    enum Strategy: String, CaseIterable, ExpressibleByArgument {
        case lowLatency = "low-latency"
        case highFidelity = "high-fidelity"

        var preferred: TranslationSession.Strategy {
            switch self {
            case .lowLatency: .lowLatency
            case .highFidelity: .highFidelity
            }
        }
    }

    /// The kinds of texts that need suggestions.
    enum Need: String, CaseIterable, ExpressibleByArgument {
        case missing, stale
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var localeOption: LocaleOption

    @Argument(help: ArgumentHelp("The language.", valueName: "locale"))
    var tag: String?

    @Option(
        help: ArgumentHelp(
            "memory, apertium, or NAME of git config dragomanEngine.NAME.command (default: git config dragoman.engine, then memory).",
            valueName: "name"))
    var engine: String?

    @Option(
        help: ArgumentHelp("Only strings without a text, or only stale texts.", valueName: "need"))
    var only: Need?

    @Option(name: .shortAndLong, help: ArgumentHelp("Only this section.", valueName: "name"))
    var section: String?

    @Option(
        help: ArgumentHelp(
            "Only this string, or keys that match a pattern: list.*", valueName: "key|pattern"))
    var key: String?

    @OptionGroup var remembering: RememberingOptions

    @Flag(
        inversion: .prefixedNo,
        help:
            "Send all known facts about each string to the engine (default: git config dragomanEngine.NAME.context)."
    )
    var context: Bool?

    @Option(
        help: ArgumentHelp(
            "Use a fast or a fluent model, if the engine has several.", valueName: "strategy"))
    var strategy = Strategy.highFidelity

    @Flag(help: "Request previously dropped texts again.")
    var retry = false

    @Flag(help: "List the engines and exit.")
    var engines = false

    @Flag(help: "List the language pairs of engines and exit.")
    var pairs = false

    @Flag(help: "Show how many characters would be sent to the engine, and exit.")
    var estimate = false

    @Flag(help: "Show what became of earlier suggestions, by engine, language and section; exit.")
    var report = false

    @Option(
        help: ArgumentHelp(
            "With --report: only suggestions from this time on, such as 7d or 2026-11-21.",
            valueName: "time|age"))
    var since: String?

    @Flag(help: "Get translations and show them, but propose nothing.")
    var dryRun = false

    func validate() throws {
        let modes = [engines, pairs, estimate, report, dryRun].count { $0 }
        guard modes <= 1 else {
            throw ValidationError(
                "Use only one of --engines, --pairs, --estimate, --report and --dry-run.")
        }
        guard report || since == nil else { throw ValidationError("--since requires --report.") }
        guard !engines || (engine == nil && tag == nil && localeOption.locale == nil) else {
            throw ValidationError(
                "--engines lists all engines; omit the engine and the language.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        if engines || pairs { return try list(in: workspace, session) }
        if report { return try writeReport(of: workspace, session) }
        let locale = try language(in: workspace)
        let choice = try EngineChoice(
            engine ?? EngineSettings(of: workspace).standard() ?? "memory",
            strategy: strategy.preferred, takesContext: context, in: workspace)
        let found = try gaps(of: locale, choice, in: workspace)
        let checker = try SuggestionChecker(for: locale, in: workspace)
        let show = { (suggestion: Suggestion) in
            guard checker.failedCheck(of: suggestion) == nil else { return }
            session.terminal.write(Self.line(suggestion, workspace.project))
        }
        var filling = GapFilling(
            found, in: locale, show: output.format == .text && !estimate ? show : nil)
        let memory = try remembering.memory(of: workspace, in: session, global)
        if let memory {
            try filling.fill(
                from: memory, workspace.project.source, minimum: remembering.minMatch)
        }
        try filling.setContext(choice.contextScope, from: memory, workspace)
        if estimate { return try report(estimate: filling, choice, workspace, session) }
        let ending = try filling.fill(
            choice, strategy.preferred, retries: retry, in: session, workspace)
        let result = try SuggestionProposer(workspace).propose(
            filling.suggestions, in: locale, guid: choice.origin.description, isDryRun: dryRun)
        if !dryRun {
            try filling.journal?.settle(
                proposed: filling.suggestions.filter { $0.origin == choice.origin }.map(\.gap),
                failed: result.failed)
        }
        report(result, filling, session, workspace.project)
        switch ending {
        case .complete: return .done
        case .interrupted:
            session.say("Interrupted. Run the command again for the rest.")
            return .found
        case .stopped(let reason):
            session.say("\(Visible.escaping(reason)) Run the command again for the rest.")
            return .found
        case .failed(let error):
            if !result.outcome.events.isEmpty {
                session.say(
                    "The answers received so far were proposed. Run the command again for the rest."
                )
            }
            throw error
        }
    }

    private func writeReport(of workspace: Workspace, _ session: Session) throws -> ExitStatus {
        let report = try workspace.read(at: .tip) { snapshot in
            let locale = try (tag ?? localeOption.locale).map(snapshot.language)
            let span = try TimeSpan(since: since, until: nil, now: snapshot.host.now())
            let choice = try KeyChoice(section: section, key: key, in: snapshot, .known)
            var filter = ProposalFilter(
                locale: locale, section: choice.section, string: choice.string,
                keyPattern: choice.pattern, after: span.after)
            // A report also covers models and engines that are no longer configured.
            filter.origin = engine.map { $0 == "memory" ? $0 : "machine:\($0)" }
            return try EngineReport(filter, in: snapshot)
        }
        switch output.format {
        case .json: session.write(.array(report.rows.map(\.json)))
        case .text: session.write(report)
        }
        return .done
    }

    private func language(in workspace: Workspace) throws -> LanguageTag {
        guard tag == nil || localeOption.locale == nil else {
            throw ValidationError("Specify the language only once.")
        }
        if let tag = try tag.map(workspace.language) ?? localeOption.named(in: workspace) {
            return tag
        }
        throw ValidationError("Specify a language: dragoman suggest LOCALE.")
    }

    /// Lists the engines, or the language pairs.
    private func list(in workspace: Workspace, _ session: Session) throws -> ExitStatus {
        if engines {
            let list = try EngineList(in: workspace, session.host)
            session.write(list.rows, of: list.titles, output)
            return .done
        }
        let named = try engine.map { try EngineChoice($0, in: workspace) }
        let locale = try tag.map(workspace.language) ?? localeOption.named(in: workspace)
        let list = try PairList(
            of: named.map { [$0] } ?? EngineChoice.all(in: workspace), to: locale, in: workspace,
            session.host)
        for note in list.notes { session.say("note: \(note)") }
        session.write(list.rows, of: list.titles, output)
        return .done
    }

    private func gaps(
        of locale: LanguageTag, _ choice: EngineChoice, in workspace: Workspace
    ) throws -> SuggestionGaps {
        try workspace.readForWriting { snapshot in
            try SuggestionGaps(
                in: locale,
                SuggestionFilter(
                    takesMissing: only != .stale, takesStale: only != .missing,
                    takesRejected: choice.contextScope == .everything,
                    entries: EntryFilter(
                        try KeyChoice(section: section, key: key, in: snapshot, .present))),
                of: [choice.origin, .memory], snapshot)
        }
    }

    private func report(
        estimate filling: GapFilling, _ choice: EngineChoice, _ workspace: Workspace,
        _ session: Session
    ) throws -> ExitStatus {
        let known = SuggestionJournal.answers(
            of: choice.origin, in: filling.locale, engine: try choice.fingerprint(), workspace)
        let texts = filling.requests { request in
            known[request].flatMap { retry && $0.dropped != nil ? nil : $0 }
        }
        let characters = texts.reduce(0) { $0 + $1.characters }
        switch output.format {
        case .json:
            var members = JSONMembers()
            members.add("strings", .integer(Int64(filling.rest.count)))
            members.add("texts", .integer(Int64(texts.count)))
            members.add("characters", .integer(Int64(characters)))
            members.add("remembered", .integer(Int64(filling.suggestions.count)))
            session.write(members.json)
        case .text:
            session.terminal.write(
                "\(choice.origin): \(counted(filling.rest.count, "string")), \(counted(texts.count, "text")), \(counted(characters, "character")); \(filling.suggestions.count) from the memory\n"
            )
        }
        return .done
    }

    /// Returns the line for a suggestion: its origin, key and text.
    private static func line(_ suggestion: Suggestion, _ project: Project) -> String {
        let key = Visible.escaping(suggestion.gap.string.spelled(in: project))
        let text = Visible.escaping(ValueText.inline(suggestion.value))
        return "\(suggestion.origin)  \(key)  \(text)\n"
    }

    private func report(
        _ result: SuggestionOutcome, _ filling: GapFilling, _ session: Session,
        _ project: Project
    ) {
        for item in result.refused where ![.unchanged, .duplicate].contains(item.refusal.code) {
            let key = Visible.escaping(item.string.spelled(in: project))
            session.say("left out: \(key): \(Visible.escaping(item.refusal.message))")
        }
        var dropped = result.dropped
        for item in filling.dropped { dropped[item.key, default: 0] += item.value }
        for (reason, count) in dropped.sorted(by: { $0.key < $1.key }) {
            session.say("dropped: \(counted(count, "suggestion")) (\(reason))")
        }
        let passed = [
            (filling.found.proposed, "with a person's proposal"),
            (filling.found.suggested, "with an earlier suggestion"),
            (filling.found.unsuited, "that require a human translator"),
            (filling.droppedBefore, "dropped before; --retry requests them again"),
            (filling.rest.count - filling.droppedBefore, "without a suggestion"),
        ].filter { $0.0 > 0 }
        for (count, what) in passed {
            session.say("skipped: \(counted(count, "string")) \(what)")
        }
        let remembered = filling.suggestions.count { $0.origin == .memory }
        let made = counted(result.outcome.events.count, "text")
        let source = remembered > 0 ? " (\(remembered) from the memory)" : ""
        session.report(
            result.outcome, output,
            saying: "\(dryRun ? "Would propose" : "Proposed") \(made)\(source).",
            countsNotices: true
        ) { members in
            members.add(proposals: dryRun ? [] : result.outcome.events.map(\.id))
            members.add("dropped", .integer(Int64(dropped.values.reduce(0, +))))
            members.add("remembered", .integer(Int64(remembered)))
        }
    }
}
