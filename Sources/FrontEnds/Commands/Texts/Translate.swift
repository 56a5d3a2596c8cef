import ArgumentParser
import Languages
import ReadModel
import Texts
import Translation
import Walks
import Workspace

/// `dragoman translate`.
struct Translate: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "translate",
        abstract: "Walk through missing, stale and flagged texts, and type translations.",
        discussion: """
            Each line is stored exactly as typed, including spaces at its ends. A plural is typed \
            form by form. An empty line skips the string. A line that begins with a colon is a \
            command: :e opens the editor, :empty stores an empty text, and :? lists the others. To \
            type a text that begins with a colon, start with two colons. Each text is saved before \
            the next question, and all texts go into one commit at the end. The next walk resumes \
            an interrupted one, even in the middle of a plural.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var walking: WalkOptions
    @OptionGroup var guid: GuidOption
    @OptionGroup var localeOption: LocaleOption

    @Argument(help: ArgumentHelp("The language.", valueName: "locale"))
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

    @Flag(help: "Only strings without a text.")
    var missing = false

    @Flag(help: "Only texts whose source text has changed since.")
    var stale = false

    @Flag(help: "Only texts that were flagged as needing work.")
    var flagged = false

    @Flag(help: "Propose the texts for a reviewer to accept, instead of setting them.")
    var propose = false

    @OptionGroup var remembering: RememberingOptions

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let guid = propose ? try workspace.guid(guid.guid, creating: true) : nil
        let (walker, status) = try walking.begin(
            "translate", guid: guid, in: session, workspace, output)
        if let status { return status }
        let locale = try language(in: workspace)
        let units = try queue(locale, in: workspace)
        if units.isEmpty, walker.walk.plan.isEmpty {
            walker.say("Nothing is missing, stale or flagged.")
        }
        let ending = try TranslationWalk(
            walker, units: units, in: locale, proposes: propose,
            remembered: try remembering.remembered(in: workspace, session, global)
        ).run()
        let plan = walker.walk.plan
        return try walker.end(ending, output) {
            units.count { plan.decision(on: .unit($0)) == nil }
        }
    }

    private func queue(_ locale: LanguageTag, in workspace: Workspace) throws -> [UnitID] {
        try workspace.read(at: .tip) { snapshot in
            try snapshot.requireLocale(locale)
            guard locale != snapshot.project.source else {
                throw Refusal(
                    .sourceLanguage,
                    "\(locale) is the source language: there is nothing to translate.",
                    hint:
                        "Specify another language, or use `dragoman string edit` to change source texts."
                )
            }
            let all = !missing && !stale && !flagged
            let entries = try snapshot.model.entries(
                locale: locale, chain: snapshot.model.lenders(to: locale),
                filter: EntryFilter(
                    try KeyChoice(section: section, key: key, in: snapshot, .present),
                    search: search))
            return entries.filter { entry in
                guard entry.isTranslatable else { return false }
                // An inherited text must be corrected in the language that it comes from.
                guard let text = entry.text else {
                    return entry.inherited == nil && (all || missing)
                }
                return text.isStale && (all || stale) || text.isFlagged && (all || flagged)
            }.map { UnitID(locale, $0.string) }
        }
    }

    private func language(in workspace: Workspace) throws -> LanguageTag {
        guard tag == nil || localeOption.locale == nil else {
            throw ValidationError("Specify the language only once.")
        }
        if let tag = try tag.map(workspace.language) ?? localeOption.named(in: workspace) {
            return tag
        }
        throw ValidationError("Specify a language: dragoman translate LOCALE.")
    }
}
