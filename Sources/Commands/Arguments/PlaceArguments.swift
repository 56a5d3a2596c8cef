import ArgumentParser
import Translation
import Workspace

/// `LOCALE KEY [TEXT]`, where the language may be left out when a default one is set.
///
/// With `--locale` the first word is the key. With a default language (`DRAGOMAN_LOCALE`, `dragoman.locale`) two
/// words can be a language and a key, or a key and a text: then the first is the language only if the project
/// has it, and where both readings make sense neither is chosen.
struct PlaceArguments: ParsableArguments {
    @OptionGroup var locale: LocaleOption

    @Argument(help: ArgumentHelp("LOCALE KEY [TEXT]; LOCALE is left out with --locale."))
    var words: [String] = []

    /// A language, a key, and a text where there is one.
    typealias Place = (locale: LanguageTag, key: String, text: String?)

    /// Finds out what the words mean.
    ///
    /// `takesText` says whether a text may be among them: not for verbs that take none, nor where an option has
    /// said it.
    func resolve(
        in workspace: Workspace, _ section: SectionOption, takesText: Bool
    ) throws -> Place {
        if let given = locale.locale {
            guard (1...2).contains(words.count) else { throw Self.wrongCount }
            return (try workspace.language(given), words[0], words.count == 2 ? words[1] : nil)
        }
        if words.count <= 2, let usual = try workspace.defaultLocale(), let first = words.first {
            let startsWithLocale =
                try words.count == 2
                && (!takesText
                    || isLocaleAndKey(first, words[1], usual: usual, section, in: workspace))
            if !startsWithLocale { return (usual, first, words.count == 2 ? words[1] : nil) }
        }
        guard (2...3).contains(words.count) else { throw Self.wrongCount }
        return (try workspace.language(words[0]), words[1], words.count == 3 ? words[2] : nil)
    }

    /// Whether two words are a language and a key, rather than a key and a text in the usual language.
    private func isLocaleAndKey(
        _ first: String, _ second: String, usual: LanguageTag, _ section: SectionOption,
        in workspace: Workspace
    ) throws -> Bool {
        guard let tag = try? Workspace.language(first, warn: { _ in }) else { return false }
        let model = try workspace.model(at: .tip)
        func isKey(_ word: String) throws -> Bool {
            try model.exists(workspace.string(section.key(word), in: model))
        }
        guard try workspace.hasLocale(tag, in: model) else {
            // Where the other word is the key, the language was meant, and is refused by name.
            if try !isKey(first), try isKey(second) { try workspace.requireLocale(tag, in: model) }
            return false
        }
        guard try isKey(first) else { return true }
        throw Refusal(
            .ambiguousKey,
            "“\(first)” is a language of the project and also a key, and the language \(usual) is set.",
            hint:
                "Write “-l \(usual) \(first) …” for the key, and “-l \(tag) \(second)” for the language.",
            nearest: ["-l \(usual) \(first) …", "-l \(tag) \(second)"])
    }

    private static var wrongCount: ValidationError {
        ValidationError("Name a language and a key: LOCALE KEY [TEXT].")
    }
}
