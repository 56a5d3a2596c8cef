public import Interchange
package import JSON
import Machine
import ReadModel
import Texts
import Translation

/// A named set of export options that a project uses repeatedly.
public struct ExportProfile: Sendable {
    /// The name; in settings and manifests, the default is the name of the format.
    public var name: String
    /// The directory for the files, relative to the export's directory.
    public var directory: String?
    /// Whether the directory applies only to files without a known place in the app.
    ///
    /// The directory then separates files in different formats.
    package var isDirectoryForOthers = false
    /// The options of the export.
    public var request: ExportRequest

    /// Creates a profile whose directory applies to all files.
    public init(name: String, directory: String? = nil, request: ExportRequest) {
        self.name = name
        self.directory = directory
        self.request = request
    }

    /// Returns a profile that writes one format to a directory named after it.
    static func plain(_ format: any FileFormat) -> ExportProfile {
        var request = ExportRequest(format: format)
        request.usesPlaces = true
        var profile = ExportProfile(
            name: format.name, directory: format.name, request: request)
        profile.isDirectoryForOthers = true
        return profile
    }
}

extension Snapshot {
    /// Returns the profiles in the settings, in the order of the settings.
    ///
    /// If `names` is not empty, returns only the profiles with these names, still in that order.
    /// Rejects an unknown name and suggests the most similar names.
    public func exportProfiles(
        named names: [String] = []
    ) throws -> [ExportProfile] {
        let stored = try model.setting(Setting.exportProfiles.name).value?.arrayValue ?? []
        return try Workspace.profiles(
            named: names, of: stored.compactMap(\.objectValue).map { try exportProfile($0) })
    }
}

extension ProjectScope {
    /// Parses a profile from a JSON object in the settings or in a manifest.
    ///
    /// The object may have been pushed with plain Git, so unsafe directories and unknown values are
    /// rejected here.
    package func exportProfile(_ profile: JSONObject) throws -> ExportProfile {
        let format = try Workspace.writtenFormat(profile["format"]?.stringValue ?? "")
        func texts(_ key: String) -> [String]? {
            profile[key]?.arrayValue?.compactMap(\.stringValue)
        }
        let untranslated = profile["untranslated"]?.stringValue ?? "omit"
        guard let untranslated = ExportOptions.Untranslated(rawValue: untranslated) else {
            throw Workspace.badProfile(
                "“\(untranslated)” is not a valid value for untranslated strings")
        }
        let directory = profile["directory"]?.stringValue
        if let directory, !SafePath.isSafe(directory) {
            throw Refusal(
                .unsafePath, "An export profile's directory “\(directory)” is not safe.",
                hint: "Correct the setting “export-profiles”.")
        }
        var request = ExportRequest(
            format: format, locales: try texts("locales")?.map { try language($0) },
            sections: texts("sections")?.map(section), untranslated: untranslated,
            isFlat: profile["flat"]?.boolValue ?? false, inherits: profile["inherit"]?.boolValue,
            isReviewedOnly: profile["reviewedOnly"]?.boolValue ?? false,
            omitsMachine: profile["machine"]?.stringValue == "omit",
            omitsStale: profile["stale"]?.stringValue == "omit")
        request.usesPlaces = true
        var read = ExportProfile(
            name: profile["name"]?.stringValue ?? format.name, directory: directory,
            request: request)
        // Only manifests contain this member. Without profiles, a bundle keeps the app's files in
        // their places.
        read.isDirectoryForOthers = profile["directoryForOthers"]?.boolValue ?? false
        return read
    }
}

extension Workspace {
    /// Returns the profiles with these names, or all profiles if `names` is empty.
    ///
    /// Rejects an unknown name and suggests the most similar names.
    package static func profiles(
        named names: [String], of profiles: [ExportProfile]
    ) throws -> [ExportProfile] {
        let wanted = Set(names.map { Value.Text($0) })
        for name in wanted where !profiles.contains(where: { Value.Text($0.name) == name }) {
            let known = profiles.map(\.name)
            throw Refusal(
                .invalidValue, "There is no export profile “\(name.string)”.",
                hint: known.isEmpty
                    ? .typed("`dragoman config export-profiles '[…]'` creates them.")
                    : .thereAre(known),
                nearest: NearestMatches.of(name.string, among: known))
        }
        return wanted.isEmpty
            ? profiles : profiles.filter { wanted.contains(Value.Text($0.name)) }
    }

    fileprivate static func badProfile(_ what: String) -> Refusal {
        Refusal(
            .invalidValue, "An export profile is invalid: \(what).",
            hint: "Correct the setting “export-profiles”.")
    }

    /// Returns the format with the given name, and rejects an unknown name.
    ///
    /// The refusal lists the formats that can be written.
    public static func writtenFormat(_ name: String) throws -> any FileFormat {
        try format(name, of: FileFormats.written)
    }

    /// Returns the format with the given name, and rejects formats whose files contain no texts.
    ///
    /// The refusal lists the formats that can be read.
    public static func readFormat(_ name: String) throws -> any FileFormat {
        let format = try format(name, of: FileFormats.read)
        guard !format.traits.holdsTexts else { return format }
        throw Refusal(
            .invalidValue, "Files in the format \(name) contain no texts.",
            hint: .thereAre(FileFormats.read.map(\.name)))
    }

    /// Returns the format with the given name, and rejects an unknown name.
    ///
    /// `formats` are the formats that the refusal lists.
    public static func format(
        _ name: String, of formats: [any FileFormat] = FileFormats.all
    ) throws -> any FileFormat {
        if let format = FileFormats.named(name) { return format }
        let names = formats.map(\.name)
        throw Refusal(
            .invalidValue, "There is no format “\(name)”.",
            hint: .thereAre(names),
            nearest: NearestMatches.of(name, among: names))
    }
}
