import CICU
import Texts

/// The names of languages, as CLDR has them for lists.
public enum LanguageName {
    /// Returns the name of a language in itself, such as `Français (Canada)`.
    ///
    /// If CLDR has no names in that language, returns the English one.
    public static func own(_ tag: String) -> String {
        Names(in: ICULocale.identifier(of: tag))?.name(of: tag) ?? english(tag)
    }

    /// Returns the English name of a language, such as `French (Canada)`; the tag where CLDR has
    /// none.
    public static func english(_ tag: String) -> String {
        Names(in: "en")?.name(of: tag) ?? tag
    }

    /// Returns the English names of languages in their order; cheaper than one after the other.
    public static func english(_ tags: [String]) -> [String] {
        guard let names = Names(in: "en") else { return tags }
        return tags.map { names.name(of: $0) ?? $0 }
    }
}

/// The names that CLDR has in one language.
private struct Names: ~Copyable {
    private let handle: ICUHandle<DisplayNamesObject>

    /// Returns nil where CLDR has none.
    init?(in language: String) {
        let contexts = [
            ICU_STANDARD_NAMES, ICU_CAPITALIZATION_FOR_LIST_OR_MENU, ICU_NO_SUBSTITUTE,
        ].map(UInt32.init)
        guard Self.exist(in: language),
            let handle = ICUHandle<DisplayNamesObject>({ status in
                icu_uldn_openForContext(language, contexts, Int32(contexts.count), &status)
            })
        else { return nil }
        self.handle = handle
    }

    /// Whether CLDR has names in a language; without them, ICU would take those of the language
    /// of the process's environment.
    private static func exist(in language: String) -> Bool {
        ResourceBundle(package: icu_namesPackage(), locale: language) != nil
    }

    /// Names as much of the tag as CLDR can; what is left follows as it is written.
    func name(of tag: String) -> String? {
        guard var named = try? LanguageSubtags(tag), named.language != nil else { return nil }
        // ICU leaves private parts and unknown extensions out of names, or gives them none.
        var left = [named.cutExtensions()].filter { !$0.isEmpty }
        while true {
            if let name = name(of: named) {
                return left.isEmpty ? name : "\(name) (\(left.joined(separator: "-")))"
            }
            guard let cut = named.cutLast() else { return nil }
            left.insert(cut, at: 0)
        }
    }

    /// Returns ICU's name for a tag, or nil where one of its parts has none.
    private func name(of subtags: LanguageSubtags) -> String? {
        let locale = ICULocale.identifier(of: subtags.description)
        guard !locale.isEmpty else { return nil }
        let isLanguage = locale.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= $0 }
        let name = ICUBuffer.readText {
            // The same name, without an object for the locale.
            isLanguage
                ? icu_uldn_languageDisplayName(handle.pointer, locale, $0, $1, &$2)
                : icu_uldn_localeDisplayName(handle.pointer, locale, $0, $1, &$2)
        }
        return name.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension LanguageSubtags {
    /// Takes extensions and private use away, and returns them as they are written.
    fileprivate mutating func cutExtensions() -> String {
        guard !extensions.isEmpty || !privateUse.isEmpty else { return "" }
        let whole = description
        extensions = []
        privateUse = []
        return String(whole.dropFirst(description.count + 1))
    }

    /// Takes the last variant, else the region, else the script away, and returns it.
    fileprivate mutating func cutLast() -> String? {
        if let variant = variants.popLast() { return variant }
        defer { if region != nil { region = nil } else { script = nil } }
        return region ?? script
    }
}
