import ArgumentParser
import Translation
import Workspace

/// `LOCALE KEY [VALUE]`, where the language may be left out when a default one is set.
///
/// With `--locale` the first word is the key. Without it the first word is the language, unless it stands
/// alone and `DRAGOMAN_LOCALE` or `dragoman.locale` names one.
struct PlaceArguments: ParsableArguments {
    @OptionGroup var locale: LocaleOption

    @Argument(help: ArgumentHelp("LOCALE KEY [TEXT]; LOCALE is left out with --locale."))
    var words: [String] = []

    /// A language, a key, and a text where there is one.
    typealias Place = (locale: LanguageTag, key: String, text: String?)

    func resolve(in workspace: Workspace) throws -> Place {
        let words = words
        if let given = locale.locale {
            guard (1...2).contains(words.count) else { throw Self.wrongCount }
            return (
                try workspace.language(given), words[0], words.count == 2 ? words[1] : nil
            )
        }
        if words.count == 1, let usual = try workspace.defaultLocale() {
            return (usual, words[0], nil)
        }
        guard (2...3).contains(words.count) else { throw Self.wrongCount }
        return (
            try workspace.language(words[0]), words[1], words.count == 3 ? words[2] : nil
        )
    }

    private static var wrongCount: ValidationError {
        ValidationError("Name a language and a key: LOCALE KEY [TEXT].")
    }
}
