import Texts

/// Selects plural categories like JavaScript's `Intl.PluralRules`.
enum IntlPluralRules {
    /// Returns the category of a number in a language.
    ///
    /// Like `Intl`, it considers at most three digits after the decimal point. For some operands,
    /// ICU only keeps the last 18 digits before the decimal point. This function uses all digits:
    /// 10²¹ is a multiple of a million in Spanish. As in i18next 26, `dev` follows the rules for
    /// English, `de_CH` follows those for `de-CH`, and an unknown language has only `other`.
    static func category(of count: Double, isOrdinal: Bool, in code: String) -> PluralCategory {
        guard count.isFinite else { return .other }
        var decimal = JavaScript.Decimal(count)
        decimal.round(toFraction: 3)
        let tag = code == "dev" ? "en" : code.split(separator: "_").joined(separator: "-")
        return PluralRules.category(
            forDecimal: decimal.plain, in: tag, isOrdinal ? .ordinal : .cardinal) ?? .other
    }
}
