import ArgumentParser
import Languages
import ReadModel
import Texts
import Translation
import Workspace

/// `dragoman locale`.
struct LocaleVerbs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "locale", abstract: "Add, remove and list languages.",
        subcommands: [LocaleAdd.self, LocaleRemove.self, LocaleList.self])
}

/// `dragoman locale add`.
struct LocaleAdd: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a language, or redefine its attributes.",
        discussion: """
            The fallback chain is stored with the language. By default, it consists of the \
            language's parents in CLDR, then the source language. With --locale-map mediawiki, \
            names and chains come from MediaWiki.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption

    @Argument(help: "The language's tag, such as fr-CA.")
    var tags: [String]

    @Option(help: ArgumentHelp("A name to show instead of the CLDR name.", valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "The languages to take missing texts from, in order.", valueName: "tag,…"))
    var fallback: String?

    @OptionGroup var localeMap: LocaleMapOption

    @Flag(help: "Mark the language as planned: nobody translates it yet.")
    var planned = false

    func validate() throws {
        guard !tags.isEmpty else { throw ValidationError("Specify a language.") }
        guard tags.count == 1 || (name == nil && fallback == nil) else {
            throw ValidationError("--name and --fallback require a single language.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let map = try localeMap.map(in: workspace)
        let locales = try tags.map { tag in
            try map.language(named: tag) ?? workspace.newLanguage(tag)
        }
        let given = try fallback?.split(separator: ",").map { try workspace.language(String($0)) }
        let outcome = try workspace.perform(
            Action(
                .addLocales(
                    locales.map { tag in
                        let chain = given ?? workspace.project.defaultChain(of: tag, map)
                        return (
                            tag, LocaleAttributes(name: name, fallback: chain, isPlanned: planned)
                        )
                    })), idempotencyKey: idempotency.key)
        session.report(
            outcome, output,
            saying: "Added \(locales.map { Self.title($0) }.joined(separator: ", ")).")
        return .done
    }

    private static func title(_ tag: LanguageTag) -> String {
        "\(tag) (\(LanguageName.english(tag.rawValue)))"
    }
}

/// `dragoman locale remove`.
struct LocaleRemove: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract:
            "Remove a language. Its texts stay in the log, and are restored if it is added again.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption

    @Argument(help: "The language's tag.")
    var tag: String

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let locale = try workspace.language(tag) { stored in
            try workspace.read { try $0.model.locale(stored)?.exists == true }
        }
        let outcome = try workspace.perform(
            Action(.removeLocale(locale)), idempotencyKey: idempotency.key)
        session.report(outcome, output, saying: "Removed \(locale).")
        return .done
    }
}
