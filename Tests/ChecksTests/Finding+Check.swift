import Checks
import Languages
import Texts
import Translation

extension LanguageTag {
    /// A fallback for invalid tags, so that tests fail instead of crashing.
    static let some = ["und"].compactMap { LanguageTag($0) }[0]
}

/// Returns the findings of a check in texts of a language; the source is English.
func findings(
    _ check: String, _ language: String, _ source: Value, _ target: Value
) -> [Finding] {
    let tag = LanguageTag(language) ?? .some
    return Checks.textChecks(of: tag).filter { $0.name == check }.findings(
        in: CheckSubject(
            source: source, target: target,
            categories: PluralCategories(of: language),
            isSameLanguage: tag.language == "en", sourceLanguage: LanguageTag("en")))
}

/// Returns the messages of a check about a text.
func messages(
    _ check: String, _ language: String, _ source: String, _ target: String
) -> [String] {
    findings(check, language, Value(source), Value(target)).map(\.message)
}
