import CICU
package import Texts

/// ICU's results for lookups that `Texts` makes in its own tables.
///
/// The generator of those tables uses these results, and so do the tests that compare the two.
/// Programs use `Texts`.
package enum ICUReference {
    /// Returns the tag with its likely subtags added by ICU, or nil if ICU can't parse it.
    package static func maximized(_ tag: String) -> String? {
        changed(tag) { icu_uloc_addLikelySubtags($0, $1, $2, &$3) }
    }

    /// Returns the shortest tag with the same likely subtags, or nil if ICU can't parse it.
    package static func minimized(_ tag: String) -> String? {
        changed(tag) { icu_uloc_minimizeSubtags($0, $1, $2, &$3) }
    }

    private static func changed(
        _ tag: String,
        _ change: (String, UnsafeMutablePointer<CChar>, Int32, inout ICUStatus) -> Int32
    ) -> String? {
        let locale = String(tag.map { $0 == "-" ? "_" : $0 })
        let changed = ICUBuffer.readASCII { change(locale, $0, $1, &$2) }
        // ICU omits the language if it is unknown.
        return changed.map {
            String(($0.hasPrefix("_") ? "und\($0)" : $0).map { $0 == "_" ? "-" : $0 })
        }
    }

    /// Returns the parent that ICU's data lists for a locale, which can be `root`.
    ///
    /// Returns nil if ICU lists no parent. In that case, the parent is the tag without its last
    /// subtag.
    package static func explicitParent(of tag: String) -> String? {
        let locale = ICULocale.identifier(of: tag)
        guard let name = ResourceBundle(named: locale)?.text("%%Parent") else { return nil }
        return String(name.map { $0 == "_" ? "-" : $0 })
    }

    /// Returns true if a language is written from right to left.
    package static func isRightToLeft(_ tag: String) -> Bool {
        icu_uloc_isRightToLeft(ICULocale.identifier(of: tag)) != 0
    }

    /// Returns true if a region is in Europe.
    package static func isInEurope(_ region: String) -> Bool {
        var status: ICUStatus = 0
        guard let europe = icu_uregion_getRegionFromCode("150", &status),
            let country = icu_uregion_getRegionFromCode(region, &status), status.isSuccess
        else { return false }
        return icu_uregion_contains(europe, country) != 0
    }

    /// Returns the name of a script in the Unicode data, such as `Latin` for `Latn`, or nil if
    /// there is none.
    package static func scriptName(ofCode code: String) -> String? {
        let script = icu_u_getPropertyValueEnum(UInt32(ICU_PROPERTY_SCRIPT), code)
        guard script >= 0, let name = icu_uscript_getName(script) else { return nil }
        return String(cString: name)
    }

    /// Returns the three-letter ISO 639 code of a language, or nil if ICU has none.
    package static func threeLetterCode(of language: String) -> String? {
        guard let code = icu_uloc_getISO3Language(language) else { return nil }
        let text = String(cString: code)
        return text.isEmpty ? nil : text
    }

    /// The two-letter and three-letter codes of languages in use.
    package static var languages: [String] {
        guard var list = icu_uloc_getISOLanguages() else { return [] }
        var languages: [String] = []
        while let entry = list.pointee {
            languages.append(String(cString: entry))
            list += 1
        }
        return languages
    }
}

// MARK: Plurals

extension ICUReference {
    /// ICU's plural rules for one language.
    package struct Plurals: ~Copyable {
        private let rules: ICUHandle<PluralRulesObject>

        /// Opens the rules for a language.
        ///
        /// Returns nil if ICU reports a failure.
        package init?(of tag: String, _ kind: PluralKind) {
            let locale = ICULocale.identifier(of: tag)
            let type = UInt32(kind == .ordinal ? ICU_PLURAL_ORDINAL : ICU_PLURAL_CARDINAL)
            guard
                let rules = ICUHandle<PluralRulesObject>({
                    icu_uplrules_openForType(locale, type, &$0)
                })
            else { return nil }
            self.rules = rules
        }

        /// The names of the categories.
        package var categories: Set<String> {
            let pointer = rules.pointer
            guard
                let keywords = ICUHandle<EnumerationObject>({
                    icu_uplrules_getKeywords(pointer, &$0)
                })
            else { return [] }
            var found: Set<String> = []
            var status: ICUStatus = 0
            while let keyword = icu_uenum_next(keywords.pointer, nil, &status), status.isSuccess {
                found.insert(String(cString: keyword))
            }
            return found
        }

        /// Returns the name of the plural category for a decimal number.
        ///
        /// The digits count as written, including trailing zeros.
        package func category(forDecimal number: String) -> String? {
            let fractionDigits = number.contains(".") ? number.split(separator: ".")[1].count : 0
            // ICU drops trailing zeros unless a skeleton specifies their number.
            let skeleton = Array(
                (fractionDigits == 0
                    ? "precision-integer" : "." + String(repeating: "0", count: fractionDigits))
                    .utf16)
            // The formatter's language only determines its digits, which the rules ignore.
            guard
                let formatter = ICUHandle<NumberFormatterObject>({
                    icu_unumf_openForSkeletonAndLocale(
                        skeleton, Int32(skeleton.count), "en", &$0)
                }), let formatted = ICUHandle<FormattedNumberObject>({ icu_unumf_openResult(&$0) })
            else { return nil }
            var status: ICUStatus = 0
            icu_unumf_formatDecimal(formatter.pointer, number, -1, formatted.pointer, &status)
            guard status.isSuccess else { return nil }
            let (rulesPointer, numberPointer) = (rules.pointer, formatted.pointer)
            return ICUBuffer.readText {
                icu_uplrules_selectFormatted(rulesPointer, numberPointer, $0, $1, &$2)
            }
        }
    }
}
