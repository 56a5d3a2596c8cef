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
        abstract: "Go through missing, stale and flagged texts and type them in.",
        discussion: """
            A line is taken as it is typed, spaces at its ends and all, a plural form by form; an empty line \
            leaves the string as it is. A line that begins with a colon is a command (:e opens the editor, :empty \
            takes the empty text, :? shows the others), and a text that does is typed with two. Everything that was typed is one commit at the end, and is on disk \
            before the next question: an interrupted walk is taken up again by the next one, also in the middle of the forms of a plural.
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
            "Only this string, or keys like this: list.*, or cart:list.* in one section.",
            valueName: "key|pattern"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "Only with this text in key, source, text or comment.", valueName: "text"))
    var search: String?

    @Flag(help: "Only strings without a text.")
    var missing = false

    @Flag(help: "Only texts whose source has changed since.")
    var stale = false

    @Flag(help: "Only texts that somebody said need work.")
    var flagged = false

    @Flag(help: "Propose the texts, for a reviewer to accept.")
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
                    hint: "Name another language; `dragoman string edit` changes source texts.")
            }
            let all = !missing && !stale && !flagged
            let entries = try snapshot.model.entries(
                locale: locale, chain: snapshot.model.lenders(to: locale),
                filter: EntryFilter(
                    try KeyChoice(section: section, key: key, in: snapshot, .present),
                    search: search))
            return entries.filter { entry in
                guard entry.isTranslatable else { return false }
                // An inherited text has to be corrected in its own language.
                guard let text = entry.text else {
                    return entry.inherited == nil && (all || missing)
                }
                return text.isStale && (all || stale) || text.isFlagged && (all || flagged)
            }.map { UnitID(locale, $0.string) }
        }
    }

    private func language(in workspace: Workspace) throws -> LanguageTag {
        guard tag == nil || localeOption.locale == nil else {
            throw ValidationError("Name the language once.")
        }
        if let tag = try tag.map(workspace.language) ?? localeOption.named(in: workspace) {
            return tag
        }
        throw ValidationError("Name a language: dragoman translate LOCALE.")
    }
}
