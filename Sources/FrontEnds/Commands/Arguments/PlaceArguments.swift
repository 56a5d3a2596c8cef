import ArgumentParser
import Texts
import Translation
import Workspace

/// `LOCALE KEY`, where the language may be left out when a default one is set.
struct PlaceArguments: ParsableArguments {
    @OptionGroup var locale: LocaleOption

    @Argument(help: ArgumentHelp("LOCALE KEY; LOCALE is left out with --locale."))
    var words: [String] = []

    /// Finds out what the words mean.
    func resolve(
        in workspace: Workspace, _ section: SectionOption
    ) throws -> (locale: LanguageTag, key: String) {
        let words = PlaceWords(words: words, locale: locale.locale, usage: "LOCALE KEY")
        let place = try words.resolve(in: workspace, section, takesText: false)
        guard place.text == nil else { throw words.wrongCount }
        return (place.locale, place.key)
    }
}

/// `LOCALE KEY [TEXT]`, where the language may be left out when a default one is set.
struct TextPlaceArguments: ParsableArguments {
    @OptionGroup var locale: LocaleOption

    @Argument(help: ArgumentHelp("LOCALE KEY [TEXT]; LOCALE is left out with --locale."))
    var words: [String] = []

    /// Finds out what the words mean; `takesText` says whether a text may be among them: not where an option has said it.
    func resolve(
        in workspace: Workspace, _ section: SectionOption, takesText: Bool
    ) throws -> PlaceWords.Place {
        try PlaceWords(words: words, locale: locale.locale, usage: "LOCALE KEY [TEXT]")
            .resolve(in: workspace, section, takesText: takesText)
    }
}

/// The words that name a place, and what `--locale` says.
///
/// With `--locale` the first word is the key. With a default language (`DRAGOMAN_LOCALE`, `dragoman.locale`) two
/// words can be a language and a key, or a key and a text: then the first is the language only if the project
/// has it, and where both readings make sense neither is chosen.
struct PlaceWords {
    let words: [String]
    let locale: String?
    /// What is to be written.
    let usage: String

    /// A language, a key, and a text where there is one.
    typealias Place = (locale: LanguageTag, key: String, text: String?)

    /// Finds out what the words mean.
    ///
    /// `takesText` says whether a text may be among them.
    func resolve(
        in workspace: Workspace, _ section: SectionOption, takesText: Bool
    ) throws -> Place {
        if let given = locale {
            guard (1...2).contains(words.count) else { throw wrongCount }
            return (try workspace.language(given), words[0], words.count == 2 ? words[1] : nil)
        }
        if words.count <= 2, let usual = try workspace.defaultLocale(), let first = words.first {
            let startsWithLocale =
                try words.count == 2
                && (!takesText
                    || isLocaleAndKey(first, words[1], usual: usual, section, in: workspace))
            if !startsWithLocale { return (usual, first, words.count == 2 ? words[1] : nil) }
        }
        guard (2...3).contains(words.count) else { throw wrongCount }
        return (try workspace.language(words[0]), words[1], words.count == 3 ? words[2] : nil)
    }

    /// Whether two words are a language and a key, rather than a key and a text in the usual language.
    private func isLocaleAndKey(
        _ first: String, _ second: String, usual: LanguageTag, _ section: SectionOption,
        in workspace: Workspace
    ) throws -> Bool {
        guard let tag = try? Workspace.language(first, warn: { _ in }) else { return false }
        return try workspace.read(at: .tip) { snapshot in
            func isKey(_ word: String) throws -> Bool {
                try snapshot.model.exists(snapshot.string(section.key(word)))
            }
            guard try snapshot.hasLocale(tag) else {
                // Where the other word is the key, the language was meant, and is refused by name.
                if try !isKey(first), try isKey(second) { try snapshot.requireLocale(tag) }
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
    }

    /// Says what is to be written.
    var wrongCount: ValidationError {
        ValidationError("Name a language and a key: \(usage).")
    }
}
