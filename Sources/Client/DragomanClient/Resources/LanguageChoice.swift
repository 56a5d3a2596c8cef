import Texts

/// Chooses an app's language.
enum LanguageChoice {
    /// Returns the chosen language, or the default language if it is not supported.
    ///
    /// If there is no choice, returns the first of the device's languages that is supported, trying
    /// each language before its parents. If no language is supported, returns the default language.
    static func language(_ choice: String?, _ settings: ResourceSettings) -> String {
        guard settings.isEnabled else { return settings.defaultLanguage }
        let supported = settings.languages
        if let choice { return match(choice, supported) ?? settings.defaultLanguage }
        for wanted in settings.deviceLanguages {
            for tag in withParents(wanted) {
                if let found = match(tag, supported) { return found }
            }
        }
        return settings.defaultLanguage
    }

    /// Returns a problem if the chosen language is not supported, otherwise an empty array.
    static func problems(with choice: String?, _ settings: ResourceSettings) -> [ResourceProblem] {
        guard let choice, settings.isEnabled, match(choice, settings.languages) == nil else {
            return []
        }
        let supported = settings.languages.joined(separator: ", ")
        return [
            ResourceProblem(
                .unsupportedLanguage, nil,
                "The language “\(choice)” is not supported. Choose one of \(supported).")
        ]
    }

    /// Returns the languages in which a text is looked up: the language, its supported parents, and
    /// the default language.
    static func hierarchy(of language: String, _ settings: ResourceSettings) -> [String] {
        var languages: [String] = []
        let wanted = withParents(language).compactMap { match($0, settings.languages) }
        for tag in wanted + [settings.defaultLanguage] where !languages.contains(tag) {
            languages.append(tag)
        }
        return languages
    }

    /// Returns a tag and its parents, nearest first.
    static func withParents(_ tag: String) -> [String] {
        [tag] + FallbackChain.usual(of: plain(tag))
    }

    /// Returns the supported language for a tag, in any letter case and with either separator.
    static func match(_ tag: String, _ supported: [String]) -> String? {
        supported.first { $0 == tag }
            ?? supported.first { plain($0).lowercased() == plain(tag).lowercased() }
    }

    /// Returns a tag with `-` as the separator and without POSIX suffixes, such as `fr-CA` for
    /// `fr_CA.UTF-8`.
    private static func plain(_ tag: String) -> String {
        String(tag.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 })
    }
}
