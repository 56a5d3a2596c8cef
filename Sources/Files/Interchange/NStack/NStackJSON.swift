import JSON
import Languages
public import Texts
import Translation

/// NStack localize resources, with one file per language and all sections in it.
///
/// `data` contains the sections by name, and each section contains its texts by key.
/// `meta.language.locale` is the language. A text that consists of `__` and its key is
/// untranslated. The section `default` is the project's default section. There are no plurals.
///
/// Resources without sections (`flat=true`) can also be read. The same is true of resources with
/// all languages, whose levels are `data` → language → section → key.
public struct NStackJSON: FileFormat {
    /// The numbers that a server writes to a resource; `nil` in files.
    public var numbers: Numbers?

    /// The numbers and names by which a server identifies a resource.
    public struct Numbers: Sendable, Hashable {
        /// The number that identifies the language.
        public var language: Int64
        /// The number that identifies the platform.
        public var platform: Int64
        /// The name of the platform, such as `mobile`.
        public var platformName: String

        /// Creates the numbers for a server's response.
        public init(language: Int64, platform: Int64, platformName: String) {
            self.language = language
            self.platform = platform
            self.platformName = platformName
        }
    }

    /// The fixed properties of the format.
    public static let traits = FormatTraits(
        name: "nstack-json",
        summary: "NStack localize resources: one file per language",
        mediaType: "application/json", hasFilePerSection: false, namesLanguage: true,
        holdsPlurals: false, hasUntranslated: true, keeps: .layout)

    /// Creates the format.
    ///
    /// If `numbers` is given, resources are written like a server's response, whose `meta` also
    /// contains the platform.
    public init(numbers: Numbers? = nil) { self.numbers = numbers }

    /// NStack's name for the default section.
    static let defaultSection = "default"

    /// The prefix added to the key that is written in place of a missing translation.
    static let untranslatedMark = "__"

    /// Returns whether a file has the member `data`, and either an NStack file name or NStack's
    /// `meta`.
    ///
    /// A broken file with such a name is also recognized, so that its error is reported.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        let isNamed = Self.locale(inNameOf: path) != nil
        guard JSONFile.mayHave(isNamed ? ["data"] : ["data", "meta"], bytes) else { return false }
        guard !isNamed else { return true }
        guard let object = try? JSONFile.object(bytes), object["data"]?.objectValue != nil else {
            return false
        }
        guard let meta = object["meta"]?.objectValue else { return false }
        return meta["language"]?.objectValue?["locale"]?.stringValue != nil
            || meta["platform"]?.objectValue != nil || meta["is_cached"]?.boolValue != nil
    }

    /// Returns the place implied by a path.
    ///
    /// The supported file names are `Localizations_<locale>.json`, `Localization_<locale>.json` and
    /// `Translations_<locale>.json`.
    public func place(ofPath path: String, languages: Set<LanguageTag>) -> FilePlace {
        guard let locale = Self.locale(inNameOf: path),
            FileLanguage.isSpelling(locale, or: languages)
        else { return FilePlace() }
        return FilePlace(language: locale)
    }

    private static func locale(inNameOf path: String) -> String? {
        let parts = FilePath(path).stem.split(separator: "_", maxSplits: 1)
        guard parts.count == 2,
            ["Localizations", "Localization", "Translations"].contains(parts[0])
        else { return nil }
        return String(parts[1])
    }

    /// Returns the language of the file, or all languages if the file contains several.
    public func languages(in bytes: [UInt8]) throws(InterchangeError) -> [String] {
        let file = try NStackFile(bytes)
        let others = file.hasLanguages ? file.data.members.map(\.key) : []
        // The language to read by default comes first.
        return (file.language.map { [$0] } ?? []) + others.filter { $0 != file.language }
    }
}

/// The top-level members of a resource.
struct NStackFile {
    /// The sections, texts or languages in `data`.
    let data: JSONObject
    /// The language specified in `meta`.
    let language: String?
    private(set) var lines: KeyLines

    init(_ bytes: [UInt8]) throws(InterchangeError) {
        let root = try JSONFile.object(bytes)
        guard let json = root["data"] else {
            throw InterchangeError(
                "The file has no “data”, so it is not an NStack resource.",
                hint: "Fetch the resource itself, which has “data” and “meta”.", line: 1)
        }
        guard let data = json.objectValue else {
            throw InterchangeError(
                "“data” is not an object.", hint: "Fetch the resource again.", line: 1)
        }
        self.data = data
        language = root["meta"]?.objectValue?["language"]?.objectValue?["locale"]?.stringValue
        lines = KeyLines(bytes)
        // Other members can precede the data.
        for (key, json) in root.members {
            _ = lines.next()
            if key == "data" { break }
            lines.skip(JSONFile.keyCount(in: json))
        }
    }

    /// Whether the top level of the data contains languages, so that the next level contains
    /// sections.
    var hasLanguages: Bool {
        !data.members.isEmpty
            && data.members.allSatisfy { member in
                FileLanguage.isSpelling(member.key)
                    && member.value.objectValue?.members.allSatisfy { $0.value.objectValue != nil }
                        ?? false
            }
            && data.members.contains { $0.value.objectValue?.members.isEmpty == false }
    }
}
