import CICU
import Texts

/// Language names from CLDR, in the form that is used in lists.
public enum LanguageName {
    /// Returns the name of a language in that language, such as `Français (Canada)`.
    ///
    /// If CLDR has no names in that language, returns the English name.
    public static func own(_ tag: String) -> String {
        LanguageNames(in: ICULocale.identifier(of: tag))?.name(of: tag) ?? english(tag)
    }

    /// Returns the name of a language in that language as CLDR writes it, such as
    /// `français (Canada)`.
    ///
    /// If CLDR has no names in that language, returns the English name.
    public static func written(_ tag: String) -> String {
        LanguageNames(in: ICULocale.identifier(of: tag), for: ICU_CAPITALIZATION_NONE)?.name(
            of: tag)
            ?? english(tag)
    }

    /// Returns the English name of a language, such as `French (Canada)`, or the tag if CLDR has no
    /// name.
    public static func english(_ tag: String) -> String {
        LanguageNames(in: "en")?.name(of: tag) ?? tag
    }

    /// Returns the English names of languages, in the order of the tags.
    ///
    /// This is cheaper than separate calls.
    public static func english(_ tags: [String]) -> [String] { names(of: tags, in: "en") }

    /// Returns the names of languages in another language, in the order of the tags.
    ///
    /// A language that CLDR has no name for is named by its tag. If CLDR has no names in the other
    /// language, returns the tags.
    public static func names(of tags: [String], in language: String) -> [String] {
        guard let names = LanguageNames(in: ICULocale.identifier(of: language)) else { return tags }
        return tags.map { names.name(of: $0) ?? $0 }
    }

    /// Returns the name of a script by its code in a language, such as `Simplified Han` for `Hans` in
    /// English, or the code if CLDR has no name.
    public static func script(_ code: String, in language: String) -> String {
        LanguageNames(in: ICULocale.identifier(of: language))?.name(ofScript: code) ?? code
    }
}

/// CLDR's language names in one language.
struct LanguageNames: ~Copyable {
    private let handle: ICUHandle<DisplayNamesObject>

    /// Opens the names; nil if CLDR has no names in the language.
    ///
    /// With `namesDialects`, some languages have names of their own, such as `Brazilian Portuguese`
    /// for `Portuguese (Brazil)`.
    init?(
        in language: String, namesDialects: Bool = false,
        for capitalization: some BinaryInteger = ICU_CAPITALIZATION_FOR_LIST_OR_MENU
    ) {
        let contexts = [
            UInt32(namesDialects ? ICU_DIALECT_NAMES : ICU_STANDARD_NAMES),
            UInt32(capitalization), UInt32(ICU_NO_SUBSTITUTE),
        ]
        guard Self.exist(in: language),
            let handle = ICUHandle<DisplayNamesObject>({ status in
                icu_uldn_openForContext(language, contexts, Int32(contexts.count), &status)
            })
        else { return nil }
        self.handle = handle
    }

    /// Returns true if CLDR has names in a language.
    ///
    /// If CLDR has none, ICU would use the names in the language of the process's environment.
    private static func exist(in language: String) -> Bool {
        ResourceBundle(package: icu_namesPackage(), locale: language) != nil
    }

    /// Returns the name for the longest part of the tag that CLDR knows.
    ///
    /// The remaining subtags follow in parentheses, as written.
    func name(of tag: String) -> String? {
        guard var named = try? LanguageSubtags(tag), named.language != nil else { return nil }
        // ICU omits private-use subtags and unknown extensions from names, or returns no name for
        // them.
        var left = [named.cutExtensions()].filter { !$0.isEmpty }
        while true {
            if let name = name(of: named) {
                return left.isEmpty ? name : "\(name) (\(left.joined(separator: "-")))"
            }
            guard let cut = named.cutLast() else { return nil }
            left.insert(cut, at: 0)
        }
    }

    /// Returns the name of a script by its code, or nil if CLDR has none.
    func name(ofScript code: String) -> String? {
        let name = ICUBuffer.readText {
            icu_uldn_scriptDisplayName(handle.pointer, code, $0, $1, &$2)
        }
        return name.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns ICU's name for a tag, or nil if one of the tag's parts has no name.
    private func name(of subtags: LanguageSubtags) -> String? {
        name(ofIdentifier: ICULocale.identifier(of: subtags.description))
    }

    /// Returns ICU's name for one of its identifiers, or nil if one of the parts has no name.
    func name(ofIdentifier locale: String) -> String? {
        guard !locale.isEmpty else { return nil }
        let isLanguage = locale.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= $0 }
        let name = ICUBuffer.readText {
            // This function returns the same name without creating a locale object.
            isLanguage
                ? icu_uldn_languageDisplayName(handle.pointer, locale, $0, $1, &$2)
                : icu_uldn_localeDisplayName(handle.pointer, locale, $0, $1, &$2)
        }
        return name.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension LanguageSubtags {
    /// Removes extensions and private-use subtags.
    ///
    /// Returns them as written.
    fileprivate mutating func cutExtensions() -> String {
        guard !extensions.isEmpty || !privateUse.isEmpty else { return "" }
        let whole = description
        extensions = []
        privateUse = []
        return String(whole.dropFirst(description.count + 1))
    }

    /// Removes the last variant, or otherwise the region or the script.
    ///
    /// Returns the removed subtag.
    fileprivate mutating func cutLast() -> String? {
        if let variant = variants.popLast() { return variant }
        defer { if region != nil { region = nil } else { script = nil } }
        return region ?? script
    }
}
