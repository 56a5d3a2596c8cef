import CICU

/// CLDR's plural rules: which forms a language has, and which one a number takes.
///
/// Source: <https://www.unicode.org/reports/tr35/tr35-numbers.html#Language_Plural_Rules>.
/// Each call builds the rules of the language, which costs tens of microseconds: keep the result
/// where many texts are handled. A language that CLDR doesn't know has `other` only.
public enum PluralRules {
    /// Returns the categories of a language in CLDR's order; always with `other`.
    public static func categories(of tag: String, _ kind: PluralKind) -> [PluralCategory] {
        guard let rules = rules(of: tag, kind) else { return [.other] }
        let pointer = rules.pointer
        guard
            let keywords = Handle<EnumerationObject>({ icu_uplrules_getKeywords(pointer, &$0) })
        else { return [.other] }
        var found: Set<PluralCategory> = [.other]
        var status: ICUStatus = 0
        while let keyword = icu_uenum_next(keywords.pointer, nil, &status), status.isSuccess {
            if let category = PluralCategory(rawValue: String(cString: keyword)) {
                found.insert(category)
            }
        }
        return found.sorted()
    }

    /// Returns the category that an integer takes in a language.
    public static func category(
        for number: Int, in tag: String, _ kind: PluralKind
    ) -> PluralCategory {
        category(forDecimal: String(number), in: tag, kind) ?? .other
    }

    /// Returns the category that a decimal number takes in a language; nil if the text is none.
    ///
    /// The digits count as they are written, since rules look at visible fractions: English has
    /// `one` for `1` and `other` for `1.0`. A number is ASCII digits with an optional `-` before
    /// and an optional `.` and digits after, 100 characters at most.
    public static func category(
        forDecimal number: String, in tag: String, _ kind: PluralKind
    ) -> PluralCategory? {
        guard let fractionDigits = fractionDigits(of: number) else { return nil }
        guard let rules = rules(of: tag, kind) else { return .other }
        // ICU drops trailing zeros unless a skeleton asks for their number.
        let skeleton = Array(
            (fractionDigits == 0
                ? "precision-integer" : "." + String(repeating: "0", count: fractionDigits)).utf16)
        // The language of the formatter decides its digits, which rules don't look at.
        guard
            let formatter = Handle<NumberFormatterObject>({
                icu_unumf_openForSkeletonAndLocale(skeleton, Int32(skeleton.count), "en", &$0)
            }), let formatted = Handle<FormattedNumberObject>({ icu_unumf_openResult(&$0) })
        else { return .other }
        var status: ICUStatus = 0
        icu_unumf_formatDecimal(formatter.pointer, number, -1, formatted.pointer, &status)
        guard status.isSuccess else { return .other }
        let (rulesPointer, numberPointer) = (rules.pointer, formatted.pointer)
        let keyword = ICUBuffer.readText {
            icu_uplrules_selectFormatted(rulesPointer, numberPointer, $0, $1, &$2)
        }
        return keyword.flatMap(PluralCategory.init(rawValue:)) ?? .other
    }

    private static func rules(of tag: String, _ kind: PluralKind) -> Handle<PluralRulesObject>? {
        let locale = ICULocale.identifier(of: tag)
        let type = UInt32(kind == .ordinal ? ICU_PLURAL_ORDINAL : ICU_PLURAL_CARDINAL)
        return Handle { icu_uplrules_openForType(locale, type, &$0) }
    }

    /// Returns the number of digits after the point, or nil if the text is no decimal number.
    private static func fractionDigits(of number: String) -> Int? {
        let digits =
            number.utf8.first == UInt8(ascii: "-") ? number.utf8.dropFirst() : number[...].utf8
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard number.utf8.count <= 100, (1...2).contains(parts.count),
            parts.allSatisfy({ part in
                !part.isEmpty
                    && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            })
        else { return nil }
        return parts.count == 2 ? parts.last?.count : 0
    }
}
