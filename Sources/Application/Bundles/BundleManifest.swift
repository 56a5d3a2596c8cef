public import JSON
public import Texts
public import Translation
public import Workspace

/// `manifest.json`: the contents of a release bundle, and the state that it was made from.
///
/// It does not mention commits, machines or times. The same events and rules give the same manifest
/// everywhere, even after a squash.
public struct BundleManifest: Sendable, Equatable {
    /// The name of the file.
    public static let name = "manifest.json"
    /// The schema version that is written, and the highest that can be read.
    public static let schema: Int64 = 1

    /// The identity of the project.
    public var project: String
    /// The language that the app is written in.
    public var source: LanguageTag
    /// The digest of the state after all events; see ``ReadModel/StateDigest``.
    public var digest: String
    /// The number of events.
    public var events: Int
    /// The greatest id of an event.
    public var lastEvent: EventID?
    /// The version of CLDR that provides names and directions.
    public var cldr: String
    /// The versions of the app that the bundle is for.
    public var appVersions: AppVersionRange?
    /// The position of the bundle in a sequence of releases.
    public var sequence: Int64?
    /// The export profiles, with everything that determines their output, in the form of the
    /// setting.
    public var rules: [JSONObject]
    /// The languages, sorted.
    public var languages: [Language]
    /// The files, sorted by path.
    public var files: [File]
    /// The strings that formats could not represent.
    public var unrepresentable: [Exported.LeftOut]

    /// A language of the bundle.
    public struct Language: Sendable, Equatable {
        /// The tag.
        public var locale: LanguageTag
        /// Its name in the language itself.
        public var name: String
        /// Its name in English.
        public var englishName: String
        /// The direction of its text: `ltr` or `rtl`, as in HTML.
        public var direction: String
        /// The languages that it falls back to, nearest first.
        public var fallback: [LanguageTag]
        /// The number of strings to translate, and the numbers of those in each state, named as in
        /// `status`.
        public var coverage: [(key: String, count: Int)]

        /// Compares all members.
        public static func == (a: Language, b: Language) -> Bool { a.json == b.json }
    }

    /// A file of the bundle.
    public struct File: Sendable, Equatable {
        /// The path relative to the bundle, with `/` between its parts.
        public var path: String
        /// The name of the profile that requested it.
        public var profile: String
        /// The language, or `nil` for a file with several.
        public var locale: LanguageTag?
        /// The section of its strings, in formats with a file for each section.
        public var section: String?
        /// The media type.
        public var mediaType: String
        /// The size in bytes.
        public var size: Int
        /// The SHA-256 of the bytes, in lowercase hexadecimal.
        public var sha256: String

        /// Compares all members by bytes.
        public static func == (a: File, b: File) -> Bool { a.json == b.json }
    }
}

extension BundleManifest {
    /// The bytes of the file: JSON with one item per line, and a newline at the end.
    public var bytes: [UInt8] { PrettyJSON.encode(json) }

    /// The manifest as JSON, without absent members.
    public var json: JSONValue {
        .object { members in
            members.add("schema", .integer(Self.schema))
            members.add("project", project)
            members.add("source", source.rawValue)
            members.add("digest", digest)
            members.add("events", events)
            members.add("lastEvent", lastEvent?.description)
            members.add("cldr", cldr)
            members.add("appVersions", appVersions?.description)
            members.add("sequence", sequence.map(JSONValue.integer))
            members.add("rules", .array(rules.map(JSONValue.object)))
            members.add("languages", .array(languages.map(\.json)))
            members.add("files", .array(files.map(\.json)))
            members.add(
                "unrepresentable",
                unrepresentable.isEmpty ? nil : .array(unrepresentable.map(\.json)))
        }
    }
}

extension BundleManifest.Language {
    /// The language as JSON.
    public var json: JSONValue {
        .object { members in
            members.add("locale", locale.rawValue)
            members.add("name", name)
            members.add("englishName", englishName)
            members.add("direction", direction)
            members.add("fallback", .array(fallback.map { .string($0.rawValue) }))
            for (key, count) in coverage { members.add(key, count) }
        }
    }
}

extension BundleManifest.File {
    /// The file as JSON.
    public var json: JSONValue {
        .object { members in
            members.add("path", path)
            members.add("profile", profile)
            members.add("locale", locale?.rawValue)
            members.add("section", section)
            members.add("mediaType", mediaType)
            members.add("size", size)
            members.add("sha256", sha256)
        }
    }
}

extension Exported.LeftOut {
    /// The string and the reason, for programs.
    public var json: JSONValue {
        .object { members in
            members.add("profile", profile)
            members.add("locale", locale.rawValue)
            members.add("section", string.section)
            members.add("key", string.key)
            members.add("reason", reason)
            members.add("accepted", isAccepted ? true : nil)
        }
    }
}
