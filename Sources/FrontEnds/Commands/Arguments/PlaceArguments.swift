import ArgumentParser
import Texts
import Translation
import Workspace

/// The arguments `LOCALE KEY`; the language can be omitted with `--locale` or a default language.
struct PlaceArguments: ParsableArguments {
    @OptionGroup var locale: LocaleOption

    @Argument(help: ArgumentHelp("LOCALE KEY; omit LOCALE with --locale."))
    var words: [String] = []

    /// Determines the language and the key from the words.
    func resolve(
        in workspace: Workspace, _ section: SectionOption
    ) throws -> (locale: LanguageTag, key: String) {
        let words = PlaceWords(words: words, locale: locale.locale, usage: "LOCALE KEY")
        let place = try words.resolve(in: workspace, section, takesText: false)
        guard place.text == nil else { throw words.wrongCount }
        return (place.locale, place.key)
    }
}

/// The arguments `LOCALE KEY [TEXT]`; the language can be omitted with `--locale` or a default
/// language.
struct TextPlaceArguments: ParsableArguments {
    @OptionGroup var locale: LocaleOption

    @Argument(help: ArgumentHelp("LOCALE KEY [TEXT]; omit LOCALE with --locale."))
    var words: [String] = []

    /// Resolves the words; `takesText` is false if an option already provides the text.
    func resolve(
        in workspace: Workspace, _ section: SectionOption, takesText: Bool
    ) throws -> PlaceWords.Place {
        try PlaceWords(words: words, locale: locale.locale, usage: "LOCALE KEY [TEXT]")
            .resolve(in: workspace, section, takesText: takesText)
    }
}

/// The words that specify a language and a key, together with the option `--locale`.
///
/// With `--locale`, the first word is the key. With a default language (`DRAGOMAN_LOCALE`,
/// `dragoman.locale`), two words can be a language and a key, or a key and a text. The first word
/// is then the language only if it is a language of the project. If both interpretations are
/// possible, the words are rejected as ambiguous.
struct PlaceWords {
    let words: [String]
    let locale: String?
    /// The expected words, as shown in the error message.
    let usage: String

    /// A language, a key, and an optional text.
    typealias Place = (locale: LanguageTag, key: String, text: String?)

    /// Resolves the words, which may include a text if `takesText` is true.
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

    /// Returns true if two words are a language and a key, not a key and a text in the default
    /// language.
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
                // If only the second word is a key, the first was meant as a language, so the
                // refusal reports an unknown language.
                if try !isKey(first), try isKey(second) { try snapshot.requireLocale(tag) }
                return false
            }
            guard try isKey(first) else { return true }
            throw Refusal(
                .ambiguousKey,
                "“\(first)” is both a language of the project and a key, and the default language is \(usual).",
                hint:
                    "Write “-l \(usual) \(first) …” for the key, and “-l \(tag) \(second)” for the language.",
                nearest: ["-l \(usual) \(first) …", "-l \(tag) \(second)"])
        }
    }

    /// The error for a wrong number of words.
    var wrongCount: ValidationError {
        ValidationError("Specify a language and a key: \(usage).")
    }
}
