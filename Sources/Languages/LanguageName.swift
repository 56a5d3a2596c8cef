import CICU

/// The names of languages, as CLDR has them for lists.
public enum LanguageName {
    /// Returns the name of a language in itself, such as `Français (Canada)`.
    ///
    /// Where CLDR has no names in that language, it is the English one.
    public static func own(_ tag: String) -> String {
        name(of: tag, in: ICULocale.identifier(of: tag)) ?? english(tag)
    }

    /// Returns the English name of a language, such as `French (Canada)`; the tag where CLDR has
    /// none.
    public static func english(_ tag: String) -> String {
        name(of: tag, in: "en") ?? tag
    }

    private static func name(of tag: String, in language: String) -> String? {
        let locale = ICULocale.identifier(of: tag)
        let contexts = [
            ICU_STANDARD_NAMES, ICU_CAPITALIZATION_FOR_LIST_OR_MENU, ICU_NO_SUBSTITUTE,
        ].map(UInt32.init)
        guard !locale.isEmpty, hasNames(in: language),
            let names = Handle<DisplayNamesObject>({ status in
                icu_uldn_openForContext(language, contexts, Int32(contexts.count), &status)
            })
        else { return nil }
        let pointer = names.pointer
        let name = ICUBuffer.readText {
            icu_uldn_localeDisplayName(pointer, locale, $0, $1, &$2)
        }
        guard let name, !name.isEmpty else { return nil }
        return name + privatePart(of: tag)
    }

    /// What tells a private variety from its language, which ICU leaves out of names.
    private static func privatePart(of tag: String) -> String {
        guard let subtags = try? LanguageSubtags(tag), !subtags.privateUse.isEmpty else {
            return ""
        }
        return " (x-\(subtags.privateUse.joined(separator: "-")))"
    }

    /// Whether CLDR has names in a language; without them, ICU would take those of the language
    /// of the process's environment.
    private static func hasNames(in language: String) -> Bool {
        var status: ICUStatus = 0
        guard let bundle = icu_ures_open(icu_namesPackage(), language, &status) else {
            return false
        }
        icu_ures_close(bundle)
        return status.isSuccess && status != ICUStatus(ICU_USING_DEFAULT_WARNING)
    }
}
