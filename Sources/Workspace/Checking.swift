public import ReadModel
public import Translation

/// What a check has to say about one string in one language, or about a file.
public struct CheckResult: Sendable {
    /// The check's name, such as `missing`.
    public let check: String
    /// How bad it is.
    public let severity: Finding.Severity
    /// The language.
    public let locale: LanguageTag
    /// The string.
    public let string: StringID
    /// What is wrong, in one sentence.
    public let message: String
}

extension Workspace {
    /// Checks the texts of languages: what is missing or stale, and what the text checks find.
    ///
    /// Missing and stale texts are warnings, and errors in the languages of `required`. Results come by language,
    /// in the order of the strings.
    public func check(
        _ locales: [LanguageTag], required: Set<LanguageTag>, in model: ReadModel
    ) throws -> [CheckResult] {
        try locales.flatMap { locale in
            try check(locale, isRequired: required.contains(locale), in: model)
        }
    }

    private func check(
        _ locale: LanguageTag, isRequired: Bool, in model: ReadModel
    ) throws -> [CheckResult] {
        guard locale != project.source else { return [] }
        let severity: Finding.Severity = isRequired ? .error : .warning
        let context = context(actor: nil, guid: nil)
        let entries = try model.entries(locale: locale, chain: chain(of: locale, in: model))
        return entries.filter(\.definition.isTranslatable).flatMap { entry -> [CheckResult] in
            func result(
                _ check: String, _ severity: Finding.Severity, _ message: String
            ) -> CheckResult {
                CheckResult(
                    check: check, severity: severity, locale: locale, string: entry.string,
                    message: message)
            }
            guard let text = entry.text else {
                return entry.inherited == nil && entry.isTranslatable
                    ? [result("missing", severity, "There is no text.")] : []
            }
            let stale =
                text.isStale
                ? [result("stale", severity, "The source text has changed since.")] : []
            let findings = context.findings(
                of: text.value, for: entry.definition, locale: locale)
            return stale + findings.map { result($0.check, $0.severity, $0.message) }
        }
    }
}
