extension LanguageSpelling {
    /// Returns POSIX's spelling of a tag, such as `pt_BR`, `sr_RS@latin` or `ca_ES@valencia`; nil for
    /// what POSIX can't say.
    ///
    /// A script that the region implies is left out (`zh_CN` for `zh-Hans-CN`). One whose name is its
    /// code, as `Hans`, stands where BCP 47 has it: `zh_Hans`, as Django and Weblate write it.
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

    /// Returns a tag without the script that its region implies, such as `zh-TW` for `zh-Hant-TW`, which is all that many
    /// systems say; nil where it names no such script.
    public static func withoutImpliedScript(_ tag: String) -> String? {
        guard var subtags = try? LanguageSubtags(tag), let script = subtags.script,
            subtags.language != nil, isImplied(script, in: subtags)
        else { return nil }
        subtags.script = nil
        return subtags.description
    }

    /// Returns Android's qualifier of a tag, such as `pt-rBR`, `b+sr+Latn` or `b+es+419`; nil for what
    /// Android can't say.
    ///
    /// Hebrew, Indonesian and Yiddish have the codes of Java's old locales, which every version of
    /// Android finds.
    public static func android(_ tag: String) -> String? {
        guard let parts = parts(of: tag), parts.variants.count <= 1 else { return nil }
        let language = oldCodes[parts.language] ?? parts.language
        // `values-car` is for cars, not in Carib.
        if parts.script == nil, parts.variants.isEmpty, language != "car" {
            guard let region = parts.region else { return language }
            if region.utf8.count == 2 { return "\(language)-r\(region)" }
        }
        let subtags =
            [parts.language, parts.script, parts.region].compactMap { $0 } + parts.variants
        return "b+" + subtags.joined(separator: "+")
    }

    /// Returns the resource directory of a tag on Android, such as `values-pt-rBR`.
    public static func androidDirectory(_ tag: String) -> String? {
        android(tag).map { "values-\($0)" }
    }

    /// Returns the directory of a tag in Apple's bundles, such as `pt-BR.lproj`: the tag itself.
    public static func appleDirectory(_ tag: String) -> String { "\(tag).lproj" }

    /// Returns the suffix of a tag in the names of Java's resource bundles, such as `pt_BR` or
    /// `zh_Hans_CN`; nil for what a bundle's name can't say.
    ///
    /// Source: `java.util.ResourceBundle.Control.toBundleName`.
    public static func java(_ tag: String) -> String? {
        guard let parts = parts(of: tag), parts.variants.count <= 1 else { return nil }
        guard let variant = parts.variants.first else {
            return [parts.language, parts.script, parts.region].compactMap { $0 }
                .joined(separator: "_")
        }
        // Each place before the variant keeps its separator, also where it is empty.
        let head = [parts.language] + (parts.script.map { [$0] } ?? []) + [parts.region ?? ""]
        return (head + [variant.uppercased()]).joined(separator: "_")
    }

    /// The codes of ISO 639 before 1989, by those of today.
    private static let oldCodes = ["he": "iw", "id": "in", "yi": "ji"]

    private struct Parts {
        let language: String
        let script: String?
        let region: String?
        let variants: [String]
        let subtags: LanguageSubtags
    }

    /// The parts of a tag that all systems know; nil for one with extensions or private parts.
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
