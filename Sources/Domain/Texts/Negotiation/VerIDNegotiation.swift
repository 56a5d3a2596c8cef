/// Chooses a translation file for a device by the rules of the Ver-ID SDK.
///
/// One file is chosen for the whole app, only by its name. If a text is missing in that file, the
/// original text is shown. The rules are those of `TranslatedStrings` on iOS
/// (`translationURLFromBundle`) and Android.
public enum VerIDNegotiation {
    /// A chosen file and its bundle.
    public struct File: Hashable, Sendable {
        /// The file's name.
        public let name: String
        /// The index of the bundle in the list of bundles.
        public let bundle: Int
        /// The device language for which the file was chosen.
        public let requested: String
        /// The reason for the choice.
        public let match: Negotiation.Match
    }

    /// Returns the file that iOS chooses, or nil if the original texts are shown.
    ///
    /// `bundles` contains the file names in each bundle, the app's before the SDK's. Each bundle is
    /// searched completely before the next: for `language_REGION.xml`, for `language.xml`, then for
    /// any `language_….xml`. The SDK searches in directory order; this function searches in name
    /// order. Only the first device language counts, without its script. Names are compared
    /// literally. English is treated like any other language.
    public static func choose(_ device: [String], bundles: [[String]]) -> File? {
        guard let request = device.first, let language = Parts(request) else { return nil }
        for (index, names) in bundles.enumerated() {
            func file(_ name: String, _ match: Negotiation.Match) -> File {
                File(name: name, bundle: index, requested: request, match: match)
            }
            if let region = language.region {
                let name = "\(language.language)_\(region).xml"
                if names.contains(name) { return file(name, .exact) }
            }
            let plain = "\(language.language).xml"
            if names.contains(plain) {
                return file(plain, language.region == nil ? .exact : .parent)
            }
            let prefix = "\(language.language)_"
            if let name = sorted(names).first(where: {
                $0.hasPrefix(prefix) && $0.hasSuffix(".xml")
            }) {
                return file(name, language.region == nil ? .child : .sibling)
            }
        }
        return nil
    }

    /// Returns the file that Android chooses from its single directory, or nil if the original
    /// texts are shown.
    ///
    /// For each device language, the search order is: the whole tag, `language-REGION.xml`, any
    /// `language-….xml`, then `language.xml`. So a file for another region wins over a file for the
    /// language alone. The separator is `-`, so `fr_CA.xml` is never found. Case is ignored. If
    /// English has no file, the search ends, because the original texts are in English.
    public static func chooseOnAndroid(_ device: [String], names: [String]) -> File? {
        let names = sorted(names)
        func first(_ stem: String) -> String? {
            names.first { $0.lowercased() == "\(stem).xml".lowercased() }
        }
        for request in device {
            guard let parts = Parts(request) else { continue }
            func file(_ name: String, _ match: Negotiation.Match) -> File {
                File(name: name, bundle: 0, requested: request, match: match)
            }
            let hasRegion = parts.region != nil
            if parts.description.contains("-"), let name = first(parts.description) {
                return file(name, .exact)
            }
            if let region = parts.region, let name = first("\(parts.language)-\(region)") {
                return file(name, parts.script == nil ? .exact : .parent)
            }
            let prefix = "\(parts.language)-".lowercased()
            if let name = names.first(where: {
                $0.lowercased().hasPrefix(prefix) && $0.lowercased().hasSuffix(".xml")
            }) {
                return file(name, hasRegion ? .sibling : .child)
            }
            if let name = first(parts.language) { return file(name, hasRegion ? .parent : .exact) }
            if parts.language == "en" { return nil }
        }
        return nil
    }

    /// The parts of a device locale: the language, and an optional script and region.
    private struct Parts {
        let description: String
        let language: String
        let script: String?
        let region: String?

        init?(_ tag: String) {
            guard let subtags = try? LanguageSubtags(tag), let language = subtags.language else {
                return nil
            }
            description = subtags.description
            self.language = language
            script = subtags.script
            region = subtags.region
        }
    }

    private static func sorted(_ names: [String]) -> [String] {
        names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
