/// Chooses a translation file for the device as the Ver-ID SDK does.
///
/// One file is chosen for the whole app by its name alone; a text that it lacks shows the original.
/// The rules are those of `TranslatedStrings` on iOS (`translationURLFromBundle`) and Android.
public enum VerIDNegotiation {
    /// A file that was chosen, and the bundle that it lies in.
    public struct File: Hashable, Sendable {
        /// The file's name.
        public let name: String
        /// The place of its bundle in the list of bundles.
        public let bundle: Int
        /// The language of the device that it was chosen for.
        public let requested: String
        /// The reason for the choice.
        public let match: Negotiation.Match
    }

    /// Returns the file that iOS takes; nil where there is none, so that originals are shown.
    ///
    /// `bundles` are the names of the files in each bundle, the app's before the SDK's. All of one
    /// bundle is tried before the next: `language_REGION.xml`, `language.xml`, then any
    /// `language_….xml`. The SDK takes the directory's order there; here it is that of the names.
    /// Of the device's languages the first counts, its script doesn't, and names are compared letter
    /// by letter. English is no exception.
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

    /// Returns the file that Android takes of its one directory; nil where originals are shown.
    ///
    /// For each of the device's languages: the whole tag, `language-REGION.xml`, any
    /// `language-….xml`, then `language.xml`, so that another region comes before the language alone.
    /// `-` divides, so that `fr_CA.xml` is never found; the case of letters is no matter. The search
    /// ends without a file at English, which is the language of the originals.
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

    /// The parts of a device's locale: the language, and its script and region if it has them.
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
