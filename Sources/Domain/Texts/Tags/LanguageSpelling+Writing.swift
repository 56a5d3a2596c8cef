extension LanguageSpelling {
    /// Returns the POSIX spelling for a tag, such as `pt_BR`, `sr_RS@latin` or `ca_ES@valencia`;
    /// nil if POSIX cannot express it.
    ///
    /// A script implied by the region is omitted (`zh_CN` for `zh-Hans-CN`). If a script has no
    /// name other than its code, such as `Hans`, the code follows the language as in BCP 47:
    /// `zh_Hans`, as in Django and Weblate.
    public static func posix(_ tag: String) -> String? {
        guard let parts = parts(of: tag), parts.variants.count <= 1 else { return nil }
        let place = [parts.language, parts.region].compactMap { $0 }.joined(separator: "_")
        guard let script = parts.script, !isImplied(script, in: parts.subtags) else {
            return ([place] + parts.variants).joined(separator: "@")
        }
        guard parts.variants.isEmpty else { return nil }
        guard let name = CLDRTables.scriptNames[script], name != script else {
            return [parts.language, script, parts.region].compactMap { $0 }.joined(separator: "_")
        }
        return "\(place)@\(name.lowercased())"
    }

    /// Returns a tag without the script that its region implies, such as `zh-TW` for `zh-Hant-TW`,
    /// as many systems write it.
    ///
    /// Returns nil if the tag has no such script.
    public static func withoutImpliedScript(_ tag: String) -> String? {
        guard var subtags = try? LanguageSubtags(tag), let script = subtags.script,
            subtags.language != nil, isImplied(script, in: subtags)
        else { return nil }
        subtags.script = nil
        return subtags.description
    }

    /// Returns the Android qualifier for a tag, such as `pt-rBR`, `b+sr+Latn` or `b+es+419`; nil if
    /// Android cannot express it.
    ///
    /// In qualifiers without `b+`, Hebrew, Indonesian and Yiddish use the codes from Java's old
    /// locales, which every Android version recognizes.
    public static func android(_ tag: String) -> String? {
        guard let parts = parts(of: tag), parts.variants.count <= 1 else { return nil }
        let language = oldCodes[parts.language] ?? parts.language
        // `values-car` is the car dock mode, not Carib.
        if parts.script == nil, parts.variants.isEmpty, language != "car" {
            guard let region = parts.region else { return language }
            if region.utf8.count == 2 { return "\(language)-r\(region)" }
        }
        let subtags =
            [parts.language, parts.script, parts.region].compactMap { $0 } + parts.variants
        return "b+" + subtags.joined(separator: "+")
    }

    /// Returns the Android resource directory for a tag, such as `values-pt-rBR`; nil if Android
    /// cannot express it.
    public static func androidDirectory(_ tag: String) -> String? {
        android(tag).map { "values-\($0)" }
    }

    /// Returns the directory for a tag in Apple bundles, such as `pt-BR.lproj`.
    public static func appleDirectory(_ tag: String) -> String { "\(tag).lproj" }

    /// Returns the suffix for a tag in Java resource bundle names, such as `pt_BR` or `zh_Hans_CN`;
    /// nil if a bundle name cannot express it.
    ///
    /// Source: `java.util.ResourceBundle.Control.toBundleName`.
    public static func java(_ tag: String) -> String? {
        guard let parts = parts(of: tag), parts.variants.count <= 1 else { return nil }
        guard let variant = parts.variants.first else {
            return [parts.language, parts.script, parts.region].compactMap { $0 }
                .joined(separator: "_")
        }
        // Each part before the variant keeps its separator, even if it is empty.
        let head = [parts.language] + (parts.script.map { [$0] } ?? []) + [parts.region ?? ""]
        return (head + [variant.uppercased()]).joined(separator: "_")
    }

    /// The ISO 639 codes from before 1989, keyed by the current codes.
    private static let oldCodes = ["he": "iw", "id": "in", "yi": "ji"]

    private struct Parts {
        let language: String
        let script: String?
        let region: String?
        let variants: [String]
        let subtags: LanguageSubtags
    }

    /// Returns the parts of a tag that all systems support; nil for a tag with extensions or
    /// private parts.
    private static func parts(of tag: String) -> Parts? {
        guard let subtags = try? LanguageSubtags(tag), let language = subtags.language,
            subtags.extensions.isEmpty, subtags.privateUse.isEmpty,
            subtags.extendedLanguage == nil
        else { return nil }
        return Parts(
            language: language, script: subtags.script, region: subtags.region,
            variants: subtags.variants, subtags: subtags)
    }

    private static func isImplied(_ script: String, in subtags: LanguageSubtags) -> Bool {
        guard let language = subtags.language, let region = subtags.region else { return false }
        return LikelySubtags.script(of: "\(language)-\(region)") == script
    }
}
