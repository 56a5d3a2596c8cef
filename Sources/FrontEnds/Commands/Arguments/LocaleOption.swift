import ArgumentParser
import ReadModel
import Texts
import Translation
import Workspace

/// The language option of a verb that works on one language.
struct LocaleOption: ParsableArguments {
    @Option(
        name: [.customLong("locale"), .customShort("l")],
        help: ArgumentHelp(
            "The language (default: DRAGOMAN_LOCALE, then git config dragoman.locale).",
            valueName: "tag"))
    var locale: String?

    /// Returns the option's language, or the default language, or nil if neither is set.
    func named(in workspace: Workspace) throws -> LanguageTag? {
        try locale.map(workspace.language) ?? workspace.defaultLocale()
    }
}

struct SectionOption: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The key's section, which may be new. With this option, the key is taken literally.",
            valueName: "name"
        )
    )
    var section: String?

    func key(_ text: String) -> KeyArgument { KeyArgument(text, section: section) }
}

/// The option for the guid to act as.
struct GuidOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The guid to act as (default: DRAGOMAN_GUID, then git config dragoman.guid).",
            valueName: "guid"))
    var guid: String?
}
