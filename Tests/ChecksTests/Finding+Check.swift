import Checks
import Languages
import Texts
import Translation

extension LanguageTag {
    /// A language that tests fall back to where a tag is none, so that they fail and do not stop.
    static let some = ["und"].compactMap { LanguageTag($0) }[0]
}

/// What a check finds in texts of a language; the source is English.
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

/// What a check says of a text.
func messages(
    _ check: String, _ language: String, _ source: String, _ target: String
) -> [String] {
    findings(check, language, Value(source), Value(target)).map(\.message)
}
