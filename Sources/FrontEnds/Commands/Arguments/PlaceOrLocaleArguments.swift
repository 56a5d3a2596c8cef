import ArgumentParser
import ReadModel
import Texts
import Translation
import Workspace

/// The arguments `LOCALE [KEY]`.
///
/// The language can be omitted if a default language is set. With `--locale`, the only word is the
/// key. With a default language (`DRAGOMAN_LOCALE`, `dragoman.locale`), a single word is a language
/// if the project has that language, and otherwise a key. If the word could be both, it is rejected
/// as ambiguous.
struct PlaceOrLocaleArguments: ParsableArguments {
    @OptionGroup var locale: LocaleOption

    @Argument(help: ArgumentHelp("LOCALE [KEY]; omit LOCALE with --locale."))
    var words: [String] = []

    /// A language and an optional key.
    typealias Place = (locale: LanguageTag, key: String?)

    /// Returns the language and the key, from the words and the default language.
    func resolve(in workspace: Workspace, _ section: SectionOption) throws -> Place {
        guard words.count <= (locale.locale == nil ? 2 : 1) else { throw Self.wrongCount }
        if let given = locale.locale { return (try workspace.language(given), words.first) }
        guard let first = words.first else {
            guard let usual = try workspace.defaultLocale() else { throw Self.wrongCount }
            return (usual, nil)
        }
        if words.count == 2 { return (try workspace.language(first), words[1]) }
        guard let usual = try workspace.defaultLocale() else {
            return (try workspace.language(first), nil)
        }
        return try workspace.read(at: .tip) { snapshot in
            guard let tag = try? Workspace.language(first, warn: { _ in }),
                try snapshot.hasLocale(tag)
            else { return (usual, first) }
            guard try snapshot.model.exists(snapshot.string(section.key(first))) else {
                return (tag, nil)
            }
            throw Refusal(
                .ambiguousKey,
                "“\(first)” is both a language of the project and a key, and the default language is \(usual).",
                hint: "Write “-l \(usual) \(first)” for the key, and “-l \(tag)” for the language.",
                nearest: ["-l \(usual) \(first)", "-l \(tag)"])
        }
    }

    private static var wrongCount: ValidationError {
        ValidationError("Specify a language, and optionally a key: LOCALE [KEY].")
    }
}
