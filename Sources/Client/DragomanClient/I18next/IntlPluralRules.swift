import Texts

/// Plural categories as `Intl.PluralRules` of JavaScript selects them.
enum IntlPluralRules {
    /// Returns the category of a number in a language.
    ///
    /// Like `Intl`, it looks at three digits after the point at most. Unlike ICU, which keeps the last 18 digits before the point for some
    /// operands, it looks at all of them: 10²¹ is a multiple of a million in Spanish. As in i18next 26, `dev` has the
    /// rules of English, `de_CH` those of `de-CH`, and an unknown language has `other` only.
    static func category(of count: Double, isOrdinal: Bool, in code: String) -> PluralCategory {
        guard count.isFinite else { return .other }
        var decimal = JavaScript.Decimal(count)
        decimal.round(toFraction: 3)
        let tag = code == "dev" ? "en" : code.split(separator: "_").joined(separator: "-")
        return PluralRules.category(
            forDecimal: decimal.plain, in: tag, isOrdinal ? .ordinal : .cardinal) ?? .other
    }
}
