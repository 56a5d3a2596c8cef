package import JSON
package import Texts
package import Translation
package import Workspace

/// `manifest.json`: the contents of a release bundle, and the state that it was made from.
///
/// It contains no commits, machines or times. The same events and rules produce the same manifest
/// everywhere, even after a squash.
package struct BundleManifest: Sendable, Equatable {
    package static let name = "manifest.json"
    /// The only schema version that this program reads and writes.
    package static let schema: Int64 = 1

    /// The id of the project.
    package var project: String
    /// The language that the app is written in.
    package var source: LanguageTag
    /// The digest of the state after all events; see ``ReadModel/StateDigest``.
    package var digest: String
    package var events: Int
    /// The greatest event id.
    package var lastEvent: EventID?
    /// The version of CLDR that supplied names and directions.
    package var cldr: String
    /// The channel that the bundle was made for.
    ///
    /// An app that follows one channel thereby never takes the signed release of another.
    package var channel: String?
    /// The app versions that the bundle is for.
    package var appVersions: AppVersionRange?
    /// The bundle's position in a sequence of releases.
    package var sequence: Int64?
    /// The export profiles, with everything that determines their output, in the format of the
    /// setting.
    package var rules: [JSONObject]
    /// The languages, sorted by tag.
    package var languages: [Language]
    /// The files, sorted by path.
    package var files: [File]
    /// The strings that formats could not represent.
    package var unrepresentable: [Exported.LeftOut]

    /// A language in the bundle.
    package struct Language: Sendable, Equatable {
        package var locale: LanguageTag
        /// The language's name in the language itself.
        package var name: String
        package var englishName: String
        /// The direction of its text: `ltr` or `rtl`, as in HTML.
        package var direction: String
        /// The fallback languages, nearest first.
        package var fallback: [LanguageTag]
        /// The number of strings to translate, and the number in each state, named as in `status`.
        package var coverage: [(key: String, count: Int)]
        /// The number of texts in the files, by origin; `nil` in bundles by older versions.
        package var origins: OriginCounts?

        /// Compares all members by their JSON.
        package static func == (a: Language, b: Language) -> Bool { a.json == b.json }
    }

    /// A file in the bundle.
    package struct File: Sendable, Equatable {
        /// The path relative to the bundle, with `/` between its parts.
        package var path: String
        /// The name of the profile that produced the file.
        package var profile: String
        /// The language, or `nil` for a file with several languages.
        package var locale: LanguageTag?
        /// The section of the file's strings, in formats with one file per section.
        package var section: String?
        package var mediaType: String
        package var size: Int
        /// The SHA-256 of the bytes, in lower-case hexadecimal.
        package var sha256: String

        /// Compares all members by their JSON.
        package static func == (a: File, b: File) -> Bool { a.json == b.json }
    }
}

extension BundleManifest {
    /// The bytes of the file: JSON with one item per line, and a newline at the end.
    package var bytes: [UInt8] { PrettyJSON.encode(json) }

    /// The manifest as JSON, without absent members.
    package var json: JSONValue {
        .object { members in
            members.add("schema", .integer(Self.schema))
            members.add("project", project)
            members.add("source", source.rawValue)
            members.add("digest", digest)
            members.add("events", events)
            members.add("lastEvent", lastEvent?.description)
            members.add("cldr", cldr)
            members.add("channel", channel)
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
    package var json: JSONValue {
        .object { members in
            members.add("locale", locale.rawValue)
            members.add("name", name)
            members.add("englishName", englishName)
            members.add("direction", direction)
            members.add("fallback", .array(fallback.map { .string($0.rawValue) }))
            for (key, count) in coverage { members.add(key, count) }
            members.add("origins", origins?.json)
        }
    }
}

extension OriginCounts {
    /// The counts as JSON: `{"people", "machine"?: {NAME: count}, "edited"?, "unreviewed"?}`.
    package var json: JSONValue {
        .object { members in
            members.add("people", people)
            if !machines.isEmpty {
                members.add(
                    "machine",
                    .object { members in
                        for (name, count) in sortedMachines { members.add(name, count) }
                    })
            }
            if edited > 0 { members.add("edited", edited) }
            if unreviewed > 0 { members.add("unreviewed", unreviewed) }
        }
    }
}

extension BundleManifest.File {
    package var json: JSONValue {
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
    /// The string and the reason as JSON.
    package var json: JSONValue {
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
