import ArgumentParser
import Languages
import Texts
import Translation
import Workspace

/// `dragoman silence`.
struct SilenceCheck: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "silence",
        abstract: "Silence a check that is wrong about a string in a language.",
        usage: """
            dragoman silence <locale> [--section <name>] <key> <check>
            dragoman silence --locale <tag> [--section <name>] <key> <check>
            """,
        discussion: """
            The check's findings for this string are no longer shown, and no longer prevent \
            acceptance, even if the text changes. Use dragoman check --list to list the checks, \
            dragoman check --silenced to list silenced findings, and dragoman revert to undo \
            this.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var section: SectionOption
    @OptionGroup var locale: LocaleOption

    @Argument(help: ArgumentHelp("LOCALE KEY CHECK; omit LOCALE with --locale."))
    var words: [String]

    @Option(help: ArgumentHelp("The reason why the text is correct.", valueName: "text"))
    var reason: String?

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let (locale, key, check) = try place(in: workspace)
        let string = try workspace.readForWriting { try $0.string(section.key(key)) }
        let outcome = try workspace.perform(
            Action(.silence([UnitID(locale, string)], check: check, reason: reason)),
            idempotencyKey: idempotency.key)
        session.report(
            outcome, output,
            saying: "Silenced \(check) for \(Visible.escaping(key)) in \(locale).")
        return .done
    }

    private func place(
        in workspace: Workspace
    ) throws -> (locale: LanguageTag, key: String, check: String) {
        if let named = locale.locale {
            guard words.count == 2 else { throw Self.wrongCount }
            return (try workspace.language(named), words[0], words[1])
        }
        if words.count == 2, let usual = try workspace.defaultLocale() {
            return (usual, words[0], words[1])
        }
        guard words.count == 3 else { throw Self.wrongCount }
        return (try workspace.language(words[0]), words[1], words[2])
    }

    private static var wrongCount: ValidationError {
        ValidationError("Specify a language, a key and a check: LOCALE KEY CHECK.")
    }
}
