import ArgumentParser
import Languages
import ReadModel
import Texts
import Translation
import Workspace

/// `dragoman replace`.
struct Replace: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "replace",
        abstract: "Replace words in texts of several languages, in one commit.",
        discussion: """
            Replaces TEXT in the translations of all languages, or of those given with --locale. \
            Ignores case unless --case-sensitive is given. Shows the differences, and asks before \
            it changes anything. Texts whose placeholders would break are left out and listed. \
            `dragoman undo` reverts everything at once.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The text to replace.")
    var text: String

    @Argument(help: "The text to insert; '' removes TEXT.")
    var replacement: String

    @Option(
        name: [.customLong("locale"), .customShort("l")], parsing: .singleValue,
        help: ArgumentHelp(
            "Only texts in this language. Can be repeated.", valueName: "tag"))
    var locales: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("Only this section.", valueName: "name"))
    var section: String?

    @Option(
        help: ArgumentHelp(
            "Only this string, or keys that match a pattern: list.*, or cart:list.* in one section.",
            valueName: "key|pattern"))
    var key: String?

    @Flag(help: "Distinguish upper and lower case.")
    var caseSensitive = false

    @Flag(help: "Replace only whole words.")
    var wholeWords = false

    @Flag(
        help: ArgumentHelp(
            "TEXT is a regular expression in ICU's syntax; $1 in the replacement is its first group."
        ))
    var regex = false

    @Flag(help: "Propose the new texts instead of setting them.")
    var propose = false

    @OptionGroup var asking: AskingOptions

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let index = regex ? nil : try workspace.searchIndex()
        let plan = try workspace.read { try replacementPlan(in: $0, index) }
        if plan.parts.isEmpty, plan.leftOut.isEmpty, output.format == .text {
            session.say("No text contains “\(Visible.escaping(text))”.")
        }
        sayLeftOut(plan.leftOut, session, workspace.project)
        let count = counted(plan.parts.count, "text")
        let isAgreed = try asking.agree(
            "\(propose ? "Propose" : "Replace") \(plan.matchesAll ? "all " : "")\(count)?",
            showing: differences(plan, session, workspace.project), isNothing: plan.parts.isEmpty,
            in: session)
        let isDryRun = !isAgreed || asking.dryRun || plan.parts.isEmpty
        // A dry run stores nothing, neither the proposals nor the guid that they need.
        let guid =
            propose ? try workspace.guid(nil, creating: !isDryRun) ?? "dry-run" : nil
        let outcome = try workspace.perform(plan.action, guid: guid, isDryRun: isDryRun)
        sayLeftOut(plan.leftOut(of: outcome), session, workspace.project)
        session.report(
            outcome, output,
            saying: isAgreed && !plan.parts.isEmpty
                ? "\(propose ? "Proposed" : "Replaced") \(counted(outcome.events.count, "text"))."
                : "Nothing was changed.")
        return plan.parts.isEmpty || !plan.leftOut.isEmpty || !outcome.leftOut.isEmpty
            ? .found : .done
    }

    private func replacementPlan(in snapshot: Snapshot, _ index: SearchIndex?) throws
        -> ReplacementPlan
    {
        let source = snapshot.project.source
        let locales =
            locales.isEmpty
            ? try snapshot.locales().filter { $0 != source }
            : try locales.map(snapshot.language)
        let choice = EntryFilter(
            try KeyChoice(section: section, key: key, in: snapshot, .present))
        var request = Replacement(
            TextPattern(
                text, replacement: replacement, isCaseSensitive: caseSensitive,
                matchesWholeWords: wholeWords, isExpression: regex),
            in: locales, section: choice.section, isProposal: propose)
        request.string = choice.string
        request.keyPattern = choice.keyPattern
        return try ReplacementPlan(request, in: snapshot, index: index)
    }

    private func sayLeftOut(
        _ items: [ReplacementPlan.LeftOut], _ session: Session, _ project: Project
    ) {
        for item in items where output.format == .text {
            session.say(
                "left out: \(name(item.unit, in: project)): \(Visible.escaping(item.because))")
        }
    }

    private func name(_ unit: UnitID, in project: Project) -> String {
        "\(unit.locale) \(Visible.escaping(unit.string.spelled(in: project)))"
    }

    private func differences(
        _ plan: ReplacementPlan, _ session: Session, _ project: Project
    ) -> String {
        let style = session.style
        return plan.parts.map { part in
            """
            \(style.bold(name(part.unit, in: project)))
            \(style.red("- \(ValueText.inline(part.old))"))
            \(style.green("+ \(ValueText.inline(part.new))"))

            """
        }.joined()
    }
}
