public import JSON
public import Texts
public import Translation
public import Workspace

/// `manifest.json`: what a release bundle holds, and what it was made from.
///
/// It says nothing of commits, machines or times: the same events and the same rules give the same manifest
/// everywhere, after a squash too.
public struct BundleManifest: Sendable, Equatable {
    /// The name of the file.
    public static let name = "manifest.json"
    /// The form that is written, and the highest that is understood.
    public static let schema: Int64 = 1

    /// The identity of the project.
    public var project: String
    /// The language that the app is written in.
    public var source: LanguageTag
    /// The digest of the state that the events fold to; see ``ReadModel/StateDigest``.
    public var digest: String
    /// How many events there are.
    public var events: Int
    /// The greatest id of an event.
    public var lastEvent: EventID?
    /// The version of CLDR that names and directions come from.
    public var cldr: String
    /// The versions of the app that the bundle is for.
    public var appVersions: AppVersionRange?
    /// Where the bundle stands in a row of releases.
    public var sequence: Int64?
    /// The export profiles with everything that decides what they write, as the setting has them.
    public var rules: [JSONObject]
    /// The languages, sorted.
    public var languages: [Language]
    /// The files, sorted by path.
    public var files: [File]
    /// What formats could not carry.
    public var unrepresentable: [Exported.LeftOut]

    /// A language of the bundle.
    public struct Language: Sendable, Equatable {
        /// The tag.
        public var locale: LanguageTag
        /// Its name in itself.
        public var name: String
        /// Its name in English.
        public var englishName: String
        /// The direction of its lines: `ltr` or `rtl`, as HTML has it.
        public var direction: String
        /// The languages that stand in for it, nearest first.
        public var fallback: [LanguageTag]
        /// How many strings there are to translate, and how many of them have what, by the names of `status`.
        public var coverage: [(key: String, count: Int)]

        /// Compares all of it.
        public static func == (a: Language, b: Language) -> Bool { a.json == b.json }
    }

    /// A file of the bundle.
    public struct File: Sendable, Equatable {
        /// The path below the bundle, `/` between its parts.
        public var path: String
        /// The profile that asked for it.
        public var profile: String
        /// The language; `nil` for a file that holds several.
        public var locale: LanguageTag?
        /// The one section that it holds, in formats with a file for each.
        public var section: String?
        /// The media type.
        public var mediaType: String
        /// How many bytes it has.
        public var size: Int
        /// The SHA-256 of the bytes, in lower-case hexadecimal.
        public var sha256: String

        /// Compares all of it by bytes.
        public static func == (a: File, b: File) -> Bool { a.json == b.json }
    }
}

extension BundleManifest {
    /// The bytes of the file: JSON with an item a line and a newline at the end.
    public var bytes: [UInt8] { PrettyJSON.encode(json) }

    /// The manifest as JSON; what is absent is left out.
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
